import { screen, waitFor, within } from '@testing-library/react'
import { App } from '#src/app/App.tsx'
import { TOKENS } from '#test/helpers/fixtures/siteState.ts'
import {
  cutJson,
  fakeApi,
  later,
  noNetwork,
  refusal,
  reply,
} from '#test/helpers/screens/fakeApi.ts'
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

  test.each(Object.keys(GOOD))('%s is required', async (label) => {
    const api = fakeApi()
    await fill({ [label]: '' })
    expect(await main().findByRole('alert')).toHaveTextContent('Please fill in all fields.')
    expect(api.calls('register')).toEqual([])
  })

  test.each(['ada', 'ada@example', '@example.org', 'a b@example.org'])(
    'the email must look like one: %s',
    async (text) => {
      const api = fakeApi()
      await fill({ Email: text })
      expect(await main().findByRole('alert')).toHaveTextContent(
        'Please enter a valid email address.',
      )
      expect(box('Email')).toBeInvalid()
      expect(api.calls('register')).toEqual([])
    },
  )

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

  test('password and confirmation must match', async () => {
    fakeApi()
    await fill({ 'Confirm Password': 'Orchard#2' })
    expect(await main().findByRole('alert')).toHaveTextContent('The two passwords do not match.')
  })

  test.each(['Orch#1', 'orchard#1', 'ORCHARD#1', 'Orchard##', 'Orchard11'])(
    'the password needs 8 characters with upper, lower, digit and special: not %s',
    async (text) => {
      const api = fakeApi()
      await fill({ Password: text, 'Confirm Password': text })
      expect(await main().findByRole('alert')).toHaveTextContent(/at least 8 characters/)
      expect(api.calls('register')).toEqual([])
    },
  )

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
    [
      'A user with this email exists.',
      'There is already an account with this email address.',
      'Email',
    ],
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

  test.each([
    ['500', () => refusal(500)],
    ['cut JSON', cutJson],
    ['no network', noNetwork],
  ])('a server that fails (%s) loses nothing', async (_name, answer) => {
    fakeApi({ register: answer })
    await fill()
    await waitFor(() => expect(button('Register')).not.toHaveAttribute('aria-busy'))
    expect(box('Email')).toHaveValue('ada@example.org')
  })

  test('the button cannot fire twice', async () => {
    const answer = later<Response>()
    const api = fakeApi({ register: () => answer.promise })
    const { user } = await fill()
    await user.click(button('Register'))
    await user.type(box('Email'), '{Enter}')
    answer.resolve(reply(201, { email: 'ada@example.org' }))
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

describe('Login (behaviour 2.21, 8.1)', () => {
  const answers = {
    login: TOKENS,
    getProfile: { username: 'Ada', email: 'ada@example.org', is_staff: true },
    listInvites: [],
    listLatest: [],
    logVisit: { message: 'ok' },
  }
  async function submit(at = '/auth/login') {
    const view = renderWithStore(<App />, { at })
    await screen.findByRole('heading', { level: 1, name: 'Login' })
    await fillIn(view.user, box('Email'), 'ada@example.org')
    await view.user.type(password('Password'), 'x')
    await view.user.click(button('Login'))
    return view
  }

  test('stores the tokens, loads the profile for is_staff, welcomes, lands on /discordia/', async () => {
    const api = fakeApi(answers)
    const { at, store } = await submit()
    await waitFor(() => expect(at()).toBe('/discordia/'))
    await waitFor(() => expect(store.getState().staff.isStaff).toBe(true))
    expect(localStorage.getItem('access_token')).toBe(TOKENS.access)
    expect(localStorage.getItem('refresh_token')).toBe(TOKENS.refresh)
    expect(api.calls('login')[0]?.body).toEqual({ email: 'ada@example.org', password: 'x' })
    const region = await screen.findByRole('region', { name: 'Site notifications' })
    expect(await within(region).findByRole('status')).toHaveTextContent('Discordia')
  })

  test.each([
    [401, 'No active account found with the given credentials', /no active account/i],
    [400, 'This field may not be blank.', 'Please fill in both fields.'],
    [401, 'Anything else', 'The login did not get through. Please try again.'],
  ])('%i "%s" shows its message and no refresh is tried', async (status, detail, text) => {
    const api = fakeApi({ ...answers, login: refusal(status, 'x', detail) })
    const { at } = await submit()
    expect(await main().findByRole('alert')).toHaveTextContent(text)
    expect(at()).toBe('/auth/login')
    expect(box('Email')).toHaveValue('ada@example.org')
    expect(api.calls('refresh')).toEqual([])
  })

  test('a password can be shown and hidden', async () => {
    fakeApi(answers)
    const { user } = renderWithStore(<App />, { at: '/auth/login' })
    await screen.findByRole('heading', { level: 1, name: 'Login' })
    expect(password('Password')).toHaveAttribute('type', 'password')
    await user.click(button('Show password'))
    expect(password('Password')).toHaveAttribute('type', 'text')
    await user.click(button('Hide password'))
    expect(password('Password')).toHaveAttribute('type', 'password')
  })

  test('loading the login screen clears any staff state', async () => {
    fakeApi(answers)
    localStorage.setItem('is_superuser', 'true')
    const { store } = renderWithStore(<App />, {
      at: '/auth/login',
      state: { staff: { isStaff: true, isSuperuser: true } },
    })
    await waitFor(() =>
      expect(store.getState().staff).toEqual({ isStaff: false, isSuperuser: false }),
    )
    expect(localStorage.getItem('is_superuser')).toBeNull()
    await screen.findByRole('heading', { level: 1, name: 'Login' })
  })

  test.each([
    ['Forgot password?', '/auth/forgot-password'],
    ['Register', '/auth/register'],
  ])('links to %s', async (name, to) => {
    fakeApi(answers)
    const { user, at } = renderWithStore(<App />, { at: '/auth/login' })
    await screen.findByRole('heading', { level: 1, name: 'Login' })
    await user.click(main().getByRole('link', { name }))
    expect(at()).toBe(to)
    await waitFor(() =>
      expect(screen.queryByRole('heading', { level: 1, name: 'Login' })).toBeNull(),
    )
  })
})

describe('Forgot password (behaviour 2.22, 5.3, 8.2)', () => {
  async function ask(email: string) {
    const view = renderWithStore(<App />, { at: '/auth/forgot-password' })
    await screen.findByRole('heading', { level: 1, name: 'Forgot password' })
    await fillIn(view.user, box('Email'), email)
    await view.user.click(button('Send'))
    return view
  }

  test('the email must be well formed (ruling 59)', async () => {
    const api = fakeApi()
    await ask('ada')
    expect(await main().findByRole('alert')).toHaveTextContent(
      'Please enter a valid email address.',
    )
    expect(api.calls()).toEqual([])
  })

  test('success shows login.success_request_change_if', async () => {
    const api = fakeApi({ requestPasswordReset: {} })
    await ask('ada@example.org')
    expect(await main().findByRole('status')).toHaveTextContent(/^If there is an account/)
    expect(api.calls('requestPasswordReset')[0]?.body).toEqual({ email: 'ada@example.org' })
  })

  test('a failure shows login.request_change_comm_error and keeps the e-mail address', async () => {
    fakeApi({ requestPasswordReset: refusal(500) })
    await ask('ada@example.org')
    expect(await main().findByRole('alert')).toHaveTextContent(
      'Your request did not get through. Please try again.',
    )
    expect(box('Email')).toHaveValue('ada@example.org')
  })

  test('links back to login and to register', async () => {
    fakeApi()
    renderWithStore(<App />, { at: '/auth/forgot-password' })
    await screen.findByRole('heading', { level: 1, name: 'Forgot password' })
    expect(main().getByRole('link', { name: 'Back to login' })).toHaveAttribute(
      'href',
      '/auth/login',
    )
    expect(main().getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/auth/register')
  })
})

describe('Change password (behaviour 2.23, 5.2; ruling 41)', () => {
  const AT = '/auth/verified-change-password/link-1'
  async function change(first: string, second = first) {
    const view = renderWithStore(<App />, { at: AT })
    await screen.findByRole('heading', { level: 1, name: 'Change password' })
    await main().findByLabelText('New Password')
    if (first) await fillIn(view.user, password('New Password'), first)
    if (second) await fillIn(view.user, password('Confirm New Password'), second)
    await view.user.click(button('Change Password'))
    return view
  }

  test('the link is verified first; an invalid one shows a message and a return button', async () => {
    const api = fakeApi({ verifyPasswordReset: { valid: false } })
    const { user, at } = renderWithStore(<App />, { at: AT })
    await screen.findByRole('heading', { level: 1, name: 'Invalid link' })
    expect(main().getByRole('alert')).toHaveTextContent('This link is invalid or has expired.')
    expect(api.calls('verifyPasswordReset').map(({ body }) => body)).toEqual([
      { request_id: 'link-1' },
    ])
    await user.click(main().getByRole('link', { name: 'Return' }))
    expect(at()).toBe('/auth/forgot-password')
    await screen.findByRole('heading', { level: 1, name: 'Forgot password' })
  })

  test('404 counts as invalid (ruling 47)', async () => {
    fakeApi({ verifyPasswordReset: refusal(404) })
    renderWithStore(<App />, { at: AT })
    await screen.findByRole('heading', { level: 1, name: 'Invalid link' })
  })

  test.each([
    ['', '', 'Please fill in all fields.'],
    ['Orchard!1', 'Orchard!2', 'The two passwords do not match.'],
    ['Orchard#1', 'Orchard#1', /at least one of @ ! &/],
    ['Orchard11', 'Orchard11', /at least one of @ ! &/],
    ['orchard!1', 'orchard!1', /an uppercase letter/],
    ['Or!1', 'Or!1', /at least 8 characters/],
    ['Orchärd!1', 'Orchärd!1', /nothing but letters, digits/],
  ])('refuses %s / %s', async (first, second, text) => {
    const api = fakeApi({ verifyPasswordReset: { valid: true } })
    await change(first, second)
    expect(await main().findByRole('alert')).toHaveTextContent(text)
    expect(api.calls('applyPasswordReset')).toEqual([])
  })

  test('after success the user is sent to /auth/login', async () => {
    const api = fakeApi({ verifyPasswordReset: { valid: true }, applyPasswordReset: {} })
    const { at } = await change('Orchard!1')
    await waitFor(() => expect(at()).toBe('/auth/login'))
    expect(api.calls('applyPasswordReset')[0]?.body).toEqual({
      new_password: 'Orchard!1',
      request_id: 'link-1',
    })
  })

  test('a failed reset shows register.change_password_hint and keeps what was typed', async () => {
    fakeApi({ verifyPasswordReset: { valid: true }, applyPasswordReset: refusal(400) })
    await change('Orchard!1')
    expect(await main().findByRole('alert')).toHaveTextContent(
      'This link is invalid or has expired.',
    )
    expect(password('New Password')).toHaveValue('Orchard!1')
  })
})

describe('Account activation (behaviour 2.24, 4.5; ruling 44)', () => {
  test.each([
    [202, 'Account activated'],
    [226, 'Account already activated'],
    [404, 'Account not found'],
  ])('status %i shows "%s" with a link to login', async (status, heading) => {
    const api = fakeApi({ activateAccount: reply(status, {}) })
    renderWithStore(<App />, { at: '/auth/activate-account/link-2' })
    await screen.findByRole('heading', { level: 1, name: heading })
    expect(main().getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/auth/login')
    expect(api.calls('activateAccount').map(({ body }) => body)).toEqual([{ request_id: 'link-2' }])
    await waitFor(() => expect(document.title).toBe(`${heading} – Discordia`))
  })

  test('an outage is no outcome: it can be tried again', async () => {
    const api = fakeApi({ activateAccount: refusal(500) })
    const { user } = renderWithStore(<App />, { at: '/auth/activate-account/link-3' })
    await main().findByRole('alert')
    api.answer({ activateAccount: reply(202, {}) })
    await user.click(button('Try again'))
    await screen.findByRole('heading', { level: 1, name: 'Account activated' })
  })
})
