import { act, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { Edit, type HttpError, TextInput } from 'react-admin'
import { DESK_API_BASE } from '#contract/desk.ts'
import { deskCalls } from '#contract/deskCalls.ts'
import { SessionOver } from '#desk/frame/DeskLayout.tsx'
import { DeskForm } from '#desk/parts/DeskForm.tsx'
import { useResponse } from '#desk/parts/useAction.ts'
import { type Responses, refused, type Sent } from '#test/helpers/desk/fakeDesk.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'
import { expectComplaint } from '#test/helpers/screens/console.ts'
import {
  browserWithoutPasskeys,
  browserWithPasskeys,
  CHALLENGE,
} from '#test/helpers/screens/passkeys.ts'

const errorOf = async (call: Promise<unknown>): Promise<HttpError> =>
  call.then(
    () => Promise.reject(new Error('No refusal.')),
    (error: HttpError) => error,
  )

/** A page with a text that is not saved, whose first call finds the session over. */
const Page = () => {
  const [text, setText] = useState('')
  useResponse(deskCalls.review.stats, {})
  return (
    <label>
      Answer
      <textarea onChange={(event) => setText(event.target.value)} value={text} />
    </label>
  )
}

describe('a session that has ended', () => {
  const SUE = { id: 4, username: 'Sue', role: 'staff' } as const
  const SESSION = {
    user: SUE,
    csrf: 'token',
    expires_at: null,
    needs_second_factor: false,
    set_up: null,
    passkeys: true,
  }
  const refusedWith = (code: string, status = 401) =>
    Response.json(
      { detail: 'Refused.', errors: [{ code, detail: 'Refused.', attr: null }] },
      { status },
    )

  async function open(responses: Responses) {
    const stats = [refused(401, 'Log in again.')]
    const page = renderInDesk(
      <>
        <Page />
        <SessionOver />
      </>,
      {
        user: SUE,
        responses: {
          'GET /session': SESSION,
          'GET /review/stats': () => stats.shift() ?? { pending: 0 },
          ...responses,
        },
      },
    )
    await screen.findByRole('dialog', { name: 'Your session has ended' })
    expectComplaint(/HttpError/)
    return page
  }
  const dialog = () => within(screen.getByRole('dialog'))
  async function logIn(user: Awaited<ReturnType<typeof open>>['user']) {
    await user.type(dialog().getByLabelText('Email'), 'sue@example.org')
    await user.type(dialog().getByLabelText('Password'), 'Golden-Apple-412')
    await user.click(dialog().getByRole('button', { name: 'Log in' }))
  }
  const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

  afterEach(browserWithoutPasskeys)

  test('asks for the code in the dialog, and the text of the page stays', async () => {
    const { user, calls } = await open({
      'POST /session': ({ body }: Sent) =>
        (body as { code?: string }).code === '123456'
          ? SESSION
          : refusedWith('second_factor_required'),
    })
    await user.type(screen.getByLabelText('Answer'), 'Half an answer')
    await logIn(user)
    await user.type(await dialog().findByLabelText(/^Code from/), '123456{Enter}')
    await isClosed()
    expect(screen.getByLabelText('Answer')).toHaveValue('Half an answer')
    await waitFor(() =>
      expect(calls.filter((call) => call === 'GET /review/stats')).toHaveLength(2),
    )
  })

  test('goes on with a passkey', async () => {
    const browser = browserWithPasskeys()
    const { user } = await open({
      'POST /session/passkey/start': CHALLENGE,
      'POST /session/passkey': SESSION,
    })
    await user.click(await dialog().findByRole('button', { name: 'Log in with a passkey' }))
    await waitFor(() => expect(browser.asked).toHaveLength(1))
    browser.answer()
    await isClosed()
  })

  test('a login that needs a second step first leads away, and the page stays as it was', async () => {
    const { user, calls } = await open({
      'POST /session': { ...SESSION, needs_second_factor: true },
    })
    await logIn(user)
    await waitFor(() => expect(calls).toContain('POST /session'))
    // jsdom cannot load the desk.
    expect(screen.getByRole('dialog')).toBeVisible()
    expect(calls.filter((call) => call === 'GET /review/stats')).toHaveLength(1)
  })

  test('is also one that another tab has replaced: its token no longer counts', async () => {
    const { client } = renderInDesk(<SessionOver />, {
      user: SUE,
      responses: {
        'GET /session': SESSION,
        'POST /review/7/claim': () => refusedWith('csrf', 403),
      },
    })
    const claim = client.send(`${DESK_API_BASE}/review/7/claim`, { method: 'POST' })
    await act(async () => expect((await errorOf(claim)).status).toBe(403))
    expect(await screen.findByRole('dialog', { name: 'Your session has ended' })).toBeVisible()
  })

  test('another account sends nothing of what was typed, and the dialog stays above it', async () => {
    const { user, calls, client } = await open({
      'POST /session': { ...SESSION, user: { ...SUE, id: 5, username: 'Tom' } },
      'POST /review/7/claim': {},
    })
    await user.type(screen.getByLabelText('Answer'), 'Half an answer')
    await logIn(user)
    await waitFor(() => expect(calls).toContain('POST /session'))
    // jsdom cannot load the desk.
    expect(screen.getByRole('dialog')).toBeVisible()
    expect(screen.getByLabelText('Answer')).toHaveValue('Half an answer')
    const sent = client.send(`${DESK_API_BASE}/review/7/claim`, { method: 'POST' })
    expect((await errorOf(sent)).message).toMatch(/^Another account is logged in now/)
    expect(calls).not.toContain('POST /review/7/claim')
  })

  test('keeps the edits of a form, which are saved after the login', async () => {
    const bodies: unknown[] = []
    const saves = [refused(401, 'Log in again.')]
    const { user } = renderInDesk(
      <>
        <Edit resource="rule-categories" mutationMode="pessimistic" redirect={false}>
          <DeskForm>
            <TextInput source="name" label="Name" />
          </DeskForm>
        </Edit>
        <SessionOver />
      </>,
      {
        id: 7,
        user: SUE,
        responses: {
          'GET /session': SESSION,
          'GET /rule-categories/7': { id: 7, name: 'Candles' },
          'PUT /rule-categories/7': ({ body }: Sent) => {
            bodies.push(body)
            return saves.shift() ?? { id: 7, ...(body as object) }
          },
          'POST /session': SESSION,
        },
      },
    )
    const field = await screen.findByLabelText('Name')
    await user.clear(field)
    await user.type(field, 'Candles and wicks')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByRole('dialog', { name: 'Your session has ended' })
    expectComplaint(/HttpError/)
    await logIn(user)
    await isClosed()
    expect(screen.getByLabelText('Name')).toHaveValue('Candles and wicks')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(bodies).toHaveLength(2))
    expect(bodies[1]).toMatchObject({ name: 'Candles and wicks' })
  })

  test('is left by fields that were filled in without an event', async () => {
    const bodies: unknown[] = []
    const { user } = await open({
      'POST /session': ({ body }: Sent) => {
        bodies.push(body)
        return SESSION
      },
    })
    const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
    own?.set?.call(dialog().getByLabelText('Email'), 'sue@example.org')
    own?.set?.call(dialog().getByLabelText('Password'), 'Golden-Apple-412')
    await user.click(dialog().getByRole('button', { name: 'Log in' }))
    await isClosed()
    expect(bodies).toEqual([{ email: 'sue@example.org', password: 'Golden-Apple-412' }])
  })
})
