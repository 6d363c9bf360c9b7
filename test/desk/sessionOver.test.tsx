import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { deskRoutes } from '#contract/desk.ts'
import { SessionOver } from '#desk/frame/SessionOver.tsx'
import { useResponse } from '#desk/parts/useResponse.ts'
import { type Responses, refused, type Sent } from '#test/helpers/desk/fakeDesk.ts'
import { renderInDesk } from '#test/helpers/desk/renderInDesk.tsx'
import { expectComplaint } from '#test/helpers/screens/console.ts'
import {
  browserWithoutPasskeys,
  browserWithPasskeys,
  CHALLENGE,
} from '#test/helpers/screens/passkeys.ts'

const SUE = { id: 4, username: 'Sue', role: 'staff' } as const
const SESSION = {
  user: SUE,
  csrf: 'token',
  expires_at: null,
  needs_second_factor: false,
  set_up: null,
  passkeys: true,
}
const refusedWith = (code: string) =>
  Response.json(
    { detail: 'Refused.', errors: [{ code, detail: 'Refused.', attr: null }] },
    { status: 401 },
  )

/** A page with a text that is not saved, whose first call finds the session over. */
const Page = () => {
  const [text, setText] = useState('')
  useResponse(deskRoutes.review.stats, {})
  return (
    <label>
      Answer
      <textarea onChange={(event) => setText(event.target.value)} value={text} />
    </label>
  )
}

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
  await screen.findByRole('dialog', { name: 'Your session is over' })
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

describe('a session that has ended', () => {
  test('asks for the code in the dialog, and the text of the page stays', async () => {
    const { user, calls } = await open({
      'POST /session': ({ body }: Sent) =>
        (body as { code?: string }).code === '123456'
          ? SESSION
          : refusedWith('second_factor_required'),
    })
    await user.type(screen.getByLabelText('Answer'), 'Half an answer')
    await logIn(user)
    await user.type(await dialog().findByLabelText(/^Code of/), '123456{Enter}')
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
})
