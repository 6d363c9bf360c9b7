import { screen, waitFor, within } from '@testing-library/react'
import { App } from '#src/app/SiteTree.tsx'
import { adviceOn } from '#src/features/account/credentials/passwordAdvice.ts'
import { fakeApi, later, noNetwork, refusal, reply } from '#test/helpers/screens/fakeApi.ts'
import { fillIn } from '#test/helpers/screens/forms.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

const main = () => within(screen.getByRole('main'))
const button = (name: string) => main().getByRole('button', { name })
const box = (name: string) => main().getByRole('textbox', { name })
const password = (name: string) => main().getByLabelText(name, { selector: 'input' })

describe('Register (behaviour 2.20, 5.1, 8.2)', () => {
  const GOOD = {
    Email: 'ada@example.org',
    Username: 'Ada',
    Password: 'Orchard#1',
    'Confirm Password': 'Orchard#1',
  }

  async function fill(form: Partial<typeof GOOD> = {}) {
    const { user, ...rest } = renderWithStore(<App />, { at: '/auth/register' })
    await screen.findByRole('heading', { level: 1, name: 'Register' })
    for (const [label, text] of Object.entries({ ...GOOD, ...form }))
      if (text) await fillIn(user, password(label), text)
    await user.click(button('Register'))
    return { user, ...rest }
  }

  test('every field is required', async () => {
    const api = fakeApi()
    await fill({ Email: '', Username: '', Password: '', 'Confirm Password': '' })
    expect(await main().findByRole('alert')).toHaveTextContent('Please fill in all fields.')
    for (const label of Object.keys(GOOD)) expect(password(label)).toBeInvalid()
    expect(api.calls('register')).toEqual([])
  })

  test('all errors are shown at once, each at its field, until the field changes; the first has the focus', async () => {
    const api = fakeApi({ register: reply(201, {}) })
    const { user } = await fill({
      Email: 'ada',
      Username: '',
      Password: 'orchard',
      'Confirm Password': 'orchar',
    })
    const says = (field: HTMLElement, text: string | RegExp) =>
      expect(field).toHaveAccessibleDescription(text)
    expect(await main().findAllByRole('alert')).toHaveLength(4)
    says(box('Email'), 'Please enter a valid email address.')
    says(box('Username'), 'Please fill in all fields.')
    says(password('Password'), /needs at least 8 characters/)
    says(password('Confirm Password'), 'The two passwords do not match.')
    expect(api.calls('register')).toEqual([])
    for (const label of Object.keys(GOOD)) expect(password(label)).toBeInvalid()
    expect(box('Email')).toHaveFocus()
    await fillIn(user, box('Email'), '@example.org')
    expect(box('Email')).not.toBeInvalid()
    await fillIn(user, box('Username'), 'Ada')
    expect(main().queryByText('Please fill in all fields.')).toBeNull()
    for (const label of ['Password', 'Confirm Password']) {
      await user.clear(password(label))
      await fillIn(user, password(label), 'Orchard#1')
    }
    expect(main().queryByRole('alert')).toBeNull()
    await user.click(button('Register'))
    await waitFor(() => expect(api.calls('register')).toHaveLength(1))
  })

  test('browsers learn that the e-mail address is the user name, and the name is none', async () => {
    fakeApi()
    renderWithStore(<App />, { at: '/auth/register' })
    await screen.findByRole('heading', { level: 1 })
    expect(box('Email')).toHaveAttribute('autocomplete', 'username')
    expect(box('Username')).toHaveAttribute('autocomplete', 'nickname')
    expect(password('Confirm Password')).toHaveAttribute('autocomplete', 'new-password')
  })

  test.each(['Password', 'Confirm Password'])('a mismatch ends when %s changes', async (label) => {
    fakeApi()
    const { user } = await fill({ 'Confirm Password': 'Orchard#2' })
    expect(password('Confirm Password')).toBeInvalid()
    await user.type(password(label), '2')
    expect(password('Confirm Password')).toBeValid()
  })

  test('the rules are shown before typing, inputs end at 400 characters, password managers learn what they are', async () => {
    fakeApi()
    renderWithStore(<App />, { at: '/auth/register' })
    await screen.findByRole('heading', { level: 1 })
    expect(password('Password')).toHaveAccessibleDescription(/At least 8 characters.*@ ! &/)
    for (const field of [
      box('Email'),
      box('Username'),
      password('Password'),
      password('Confirm Password'),
    ]) {
      expect(field).toHaveAttribute('maxlength', '400')
      expect(field).toBeRequired()
    }
    expect(password('Password')).toHaveAttribute('autocomplete', 'new-password')
    expect(box('Email').closest('form')).toHaveAttribute('novalidate')
  })

  test('sends email, username and password and shows where the link was sent', async () => {
    const api = fakeApi({ register: reply(201, { email: 'ada@example.org' }) })
    await fill()
    expect(await main().findByRole('status')).toHaveTextContent('ada@example.org')
    expect(api.calls('register').map(({ body }) => body)).toEqual([
      { email: 'ada@example.org', username: 'Ada', password: 'Orchard#1' },
    ])
  })

  test.each([
    ['A user with this username exists.', 'This username is already taken.', 'Username'],
    ['Something else', 'The registration did not get through. Please try again.', null],
  ])('the server detail "%s" shows "%s" and keeps what was typed', async (detail, text, label) => {
    fakeApi({ register: refusal(400, 'x', detail) })
    await fill()
    expect(await main().findByRole('alert')).toHaveTextContent(text)
    for (const each of label ? [label] : []) {
      expect(box(each)).toHaveAccessibleDescription(text)
      expect(box(each)).toHaveFocus()
    }
    expect(box('Username')).toHaveValue('Ada')
    expect(password('Password')).toHaveValue('Orchard#1')
  })

  test('an unreachable server loses no typed text', async () => {
    fakeApi({ register: noNetwork })
    await fill()
    await waitFor(() => expect(button('Register')).not.toHaveAttribute('aria-busy'))
    expect(box('Email')).toHaveValue('ada@example.org')
  })

  test('the button cannot fire twice', async () => {
    const response = later<Response>()
    const api = fakeApi({ register: () => response.promise })
    const { user } = await fill()
    await user.click(button('Register'))
    await user.type(box('Email'), '{Enter}')
    response.resolve(reply(201, { email: 'ada@example.org' }))
    await main().findByRole('status')
    expect(api.calls('register')).toHaveLength(1)
  })

  test('links to login', async () => {
    fakeApi()
    const { user, at } = renderWithStore(<App />, { at: '/auth/register' })
    await screen.findByRole('heading', { level: 1 })
    await user.click(main().getByRole('link', { name: 'Login' }))
    expect(at()).toBe('/auth/login')
    await screen.findByRole('heading', { level: 1, name: 'Login' })
  })
})

const field = (name: string) => main().getByLabelText(name, { selector: 'input' })

async function openRegister() {
  const api = fakeApi({ register: reply(201, { email: 'ada@example.org' }) })
  const page = renderWithStore(<App />, { at: '/auth/register' })
  await screen.findByRole('heading', { level: 1, name: 'Register' })
  return { api, ...page }
}
const advice = (text: RegExp) =>
  waitFor(() => expect(main().getByRole('status')).toHaveTextContent(text))

describe('Advice on a new password (behaviour 12.5)', () => {
  test.each([
    ['Password1!', 'password_advice.similar'],
    ['aB1!aB1!aB1!', 'password_advice.repeats'],
    ['Orchard#1', 'password_advice.weak'],
    ['Ada.Lovelace1', 'password_advice.known'],
    ['Lamp-moth beneath 7 orchards', null],
    ['', null],
  ])('%j has the advice %s', (password, key) => {
    expect(adviceOn(password, ['', 'ada.lovelace@example.org'])).toBe(key)
  })

  test('it is shown at the field, and considers the other fields', async () => {
    const { user } = await openRegister()
    const text = /Your name and email address are easy to guess\./
    await fillIn(user, field('Email'), 'ada.lovelace@example.org')
    await fillIn(user, field('Password'), 'Ada.Lovelace1')
    await advice(text)
    expect(field('Password')).toHaveAccessibleDescription(text)
    expect(field('Password')).toBeValid()
  })

  test('there is none for a strong password or an empty field', async () => {
    const { user } = await openRegister()
    await fillIn(user, field('Password'), 'Password1!')
    await advice(/./)
    await user.clear(field('Password'))
    await advice(/^$/)
    await fillIn(user, field('Password'), 'Lamp-moth beneath 7 orchards')
    await advice(/^$/)
    expect(field('Password')).not.toHaveAccessibleDescription(/guess/)
  })

  test('it blocks no submission and sends nothing', async () => {
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
