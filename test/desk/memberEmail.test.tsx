import { screen, waitFor, within } from '@testing-library/react'
import { refused, type Sent } from '#test/helpers/desk/fakeDesk.ts'
import { member, openMember, SUE } from '#test/helpers/desk/openMember.tsx'
import { expectComplaint } from '#test/helpers/screens/console.ts'
import {
  browserWithoutPasskeys,
  browserWithPasskeys,
  CHALLENGE,
} from '#test/helpers/screens/passkeys.ts'

afterEach(browserWithoutPasskeys)

test('another address asks for what its way needs, and keeps it when it is refused', async () => {
  const attempts: unknown[] = []
  const change = ({ body }: Sent) => {
    attempts.push(body)
    return attempts.length === 1 ? refused(403, 'This code is wrong.') : member
  }
  const { user } = await openMember({}, { 'POST /members/7/email': change })
  await user.click(await screen.findByRole('button', { name: 'Change email address' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Change the email address of Mira?' }))
  const submit = dialog.getByRole('button', { name: 'Change email address' })
  const alert = async (text: string) => {
    await user.click(submit)
    expect(dialog.getByRole('alert')).toHaveTextContent(text)
  }
  await alert('Write the new address first.')
  await user.type(dialog.getByRole('textbox', { name: 'New address' }), 'mira@new.example')
  await alert('Confirm that it’s you first')
  expect(dialog.queryByRole('textbox', { name: 'Reason' })).toBeNull()
  await user.selectOptions(dialog.getByRole('combobox', { name: 'How it’s confirmed' }), 'delay')
  await alert('Write a reason first.')
  await user.type(dialog.getByRole('textbox', { name: 'Reason' }), 'She called.')
  const code = dialog.getByRole('textbox', { name: /^Your own code/ })
  await user.type(code, '123456')
  await user.click(submit)
  expect(await dialog.findByText('This code is wrong.')).toBeVisible()
  expect(dialog.getByRole('textbox', { name: 'New address' })).toHaveValue('mira@new.example')
  await user.clear(code)
  await user.type(code, '654321')
  await user.click(submit)
  expect(await screen.findByText('We’ve emailed both addresses.')).toBeVisible()
  expect(attempts[1]).toEqual({
    ...{ email: 'mira@new.example', way: 'delay', reason: 'She called.', code: '654321' },
  })
  expectComplaint(/HttpError/)
})

test('another address can be confirmed by a passkey, where server and browser have them', async () => {
  const browser = browserWithPasskeys()
  const bodies: unknown[] = []
  const session = { user: SUE, csrf: 'token', expires_at: null, passkeys: true }
  const { user } = await openMember(
    {},
    {
      'GET /session': session,
      'POST /session/step-up/start': CHALLENGE,
      'POST /members/7/email': ({ body }: Sent) => {
        bodies.push(body)
        return member
      },
    },
  )
  await user.click(await screen.findByRole('button', { name: 'Change email address' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Change the email address of Mira?' }))
  const submit = dialog.getByRole('button', { name: 'Change email address' })
  await user.type(dialog.getByRole('textbox', { name: 'New address' }), 'mira@new.example')
  const step = await dialog.findByRole('combobox', { name: 'Your own confirmation' })
  await user.selectOptions(step, 'A passkey')
  expect(dialog.queryByRole('textbox', { name: /^Your own code/ })).toBeNull()

  // The browser's dialog is closed: nothing is sent, and what was typed stays.
  await user.click(submit)
  await waitFor(() => expect(browser.asked).toHaveLength(1))
  browser.refuse()
  expect(await dialog.findByText(/^Confirm that it’s you first/)).toBeVisible()
  expect(bodies).toEqual([])

  await user.click(submit)
  await waitFor(() => expect(browser.asked).toHaveLength(2))
  expect(browser.asked[1]).toMatchObject({ kind: 'get', challenge: 'challenge' })
  browser.answer()
  expect(await screen.findByText('We’ve emailed both addresses.')).toBeVisible()
  const response = expect.objectContaining({ id: 'cGFzc2tleQ' })
  expect(bodies).toEqual([{ email: 'mira@new.example', way: 'mailbox', response }])
})

test('a change of address that waits says for what, and can be stopped', async () => {
  const email_change = {
    ...{ new_email: 'mira@new.example', reason: 'She called.', due_at: '2026-05-03T10:00:00.000Z' },
    ...{ requested_at: member.created_at, expires_at: '2026-06-03T10:00:00.000Z' },
  }
  const { user, sent } = await openMember({ email_change })
  expect(await screen.findByText('mira@new.example')).toBeVisible()
  expect(
    screen.getByText(/^until Sun 3 May.*, unless one of the addresses stops it$/),
  ).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Change email address' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Stop the change' }))
  const dialog = within(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('button', { name: 'Stop the change' }))
  expect(await screen.findByText('The change is stopped.')).toBeVisible()
  expect(sent).toEqual([['POST /members/7/stop-email', {}]])
})
