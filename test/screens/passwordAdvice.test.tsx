import { screen, waitFor, within } from '@testing-library/react'
import { App } from '#src/app/App.tsx'
import { fakeApi, reply } from '#test/helpers/screens/fakeApi.ts'
import { fillIn } from '#test/helpers/screens/forms.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

const main = () => within(screen.getByRole('main'))
const field = (name: string) => main().getByLabelText(name, { selector: 'input' })

async function openRegister() {
  const api = fakeApi({ register: reply(201, { email: 'ada@example.org' }) })
  const page = renderWithStore(<App />, { at: '/auth/register' })
  await screen.findByRole('heading', { level: 1, name: 'Register' })
  return { api, ...page }
}
const advice = (text: RegExp) =>
  waitFor(() => expect(main().getByRole('status')).toHaveTextContent(text))

describe('Advice on a new password (behaviour 12)', () => {
  test.each([
    ['Password1!', /This is close to a much used password\./],
    ['aB1!aB1!aB1!', /Repeated signs are easy to guess\./],
    ['Orchard#1', /This can be guessed\./],
    ['Ada.Lovelace1', /Your name or e-mail address is guessed first\./],
  ])('%s is easy to guess', async (password, text) => {
    const { user } = await openRegister()
    await fillIn(user, field('Email'), 'ada.lovelace@example.org')
    await fillIn(user, field('Password'), password)
    await advice(text)
    expect(field('Password')).toHaveAccessibleDescription(text)
    expect(field('Password')).toBeValid()
  })

  test('there is none on a strong password, nor without one', async () => {
    const { user } = await openRegister()
    await fillIn(user, field('Password'), 'Password1!')
    await advice(/./)
    await user.clear(field('Password'))
    await advice(/^$/)
    await fillIn(user, field('Password'), 'Lamp-moth beneath 7 orchards')
    await advice(/^$/)
    expect(field('Password')).not.toHaveAccessibleDescription(/guess/)
  })

  test('it stops nobody and sends nothing', async () => {
    const { user, api } = await openRegister()
    await fillIn(user, field('Email'), 'ada@example.org')
    await fillIn(user, field('Username'), 'Ada')
    await fillIn(user, field('Password'), 'Password1!')
    await fillIn(user, field('Confirm Password'), 'Password1!')
    await advice(/./)
    expect(api.calls()).toEqual([])
    await user.click(main().getByRole('button', { name: 'Register' }))
    await screen.findByRole('heading', { level: 1, name: 'Almost there' })
  })

  test('the page of a reset link gives it too', async () => {
    fakeApi({ verifyPasswordReset: { valid: true } })
    const { user } = renderWithStore(<App />, { at: '/auth/verified-change-password/link' })
    await screen.findByLabelText('New Password', { selector: 'input' })
    await fillIn(user, field('New Password'), 'Password1!')
    await advice(/./)
    expect(main().getAllByRole('status')).toHaveLength(1)
  })

  test('the login gives none', async () => {
    fakeApi()
    const { user } = renderWithStore(<App />, { at: '/auth/login' })
    await screen.findByRole('heading', { level: 1, name: 'Login' })
    await fillIn(user, field('Password'), 'Password1!')
    expect(main().queryByRole('status')).toBeNull()
  })
})
