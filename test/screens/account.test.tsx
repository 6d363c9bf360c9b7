import { screen, waitFor, within } from '@testing-library/react'
import { App } from '#src/app/SiteTree.tsx'
import { TOKENS } from '#test/helpers/fixtures/siteState.ts'
import { fakeApi, refusal, reply } from '#test/helpers/screens/fakeApi.ts'
import { fillIn } from '#test/helpers/screens/forms.ts'
import { ownerIn } from '#test/helpers/screens/passwordOwner.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

const main = () => within(screen.getByRole('main'))
const button = (name: string) => main().getByRole('button', { name })
const box = (name: string) => main().getByRole('textbox', { name })
const password = (name: string) => main().getByLabelText(name, { selector: 'input' })

describe('Login (behaviour 2.21, 8.1)', () => {
  const responses = {
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
    const api = fakeApi(responses)
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
    const api = fakeApi({ ...responses, login: refusal(status, 'x', detail) })
    const { at } = await submit()
    expect(await main().findByRole('alert')).toHaveTextContent(text)
    expect(at()).toBe('/auth/login')
    expect(box('Email')).toHaveValue('ada@example.org')
    expect(api.calls('refresh')).toEqual([])
  })

  test('loading the login screen clears any staff state', async () => {
    fakeApi(responses)
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
    fakeApi(responses)
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
    // The region comes first and its text after it, so that screen readers announce the text.
    await waitFor(() =>
      expect(main().getByRole('status')).toHaveTextContent(/^If there is an account/),
    )
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

  test('has a field of the user name for password managers, empty: the link does not say whose it is', async () => {
    fakeApi({ verifyPasswordReset: { valid: true } })
    renderWithStore(<App />, { at: AT })
    await screen.findByRole('heading', { level: 1, name: 'Change password' })
    const owner = ownerIn(await main().findByLabelText('New Password'))
    expect(owner).toHaveValue('')
    expect(owner).toHaveAttribute('readonly')
    expect(owner).not.toBeVisible()
  })

  test('404 counts as invalid (ruling 47)', async () => {
    fakeApi({ verifyPasswordReset: refusal(404) })
    renderWithStore(<App />, { at: AT })
    await screen.findByRole('heading', { level: 1, name: 'Invalid link' })
  })

  test.each([
    ['', '', 'Please fill in all fields.'],
    ['Orchard!1', 'Orchard!2', 'The two passwords do not match.'],
    [
      'Or#1',
      'Or#1',
      /at least 8 characters.* an uppercase letter.* at least one of @ ! &.* nothing but letters, digits/,
    ],
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

  test('asks whether someone else knew the old password if there are calendar links to end', async () => {
    const api = fakeApi({
      verifyPasswordReset: { valid: true, calendar_links: 1 },
      applyPasswordReset: {},
    })
    const { user, at } = await change('')
    const known = screen.getByRole('checkbox', { name: 'Someone else may know my old password' })
    expect(known).toHaveAccessibleDescription(/^We’ll remove your calendar link, too\./)
    await user.click(known)
    await fillIn(user, password('New Password'), 'Orchard!1')
    await fillIn(user, password('Confirm New Password'), 'Orchard!1')
    await user.click(button('Change Password'))
    await waitFor(() => expect(at()).toBe('/auth/login'))
    expect(api.calls('applyPasswordReset')[0]?.body).toMatchObject({ someone_knew: true })
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

  test('an outage shows an error with a button to try again', async () => {
    const api = fakeApi({ activateAccount: refusal(500) })
    const { user } = renderWithStore(<App />, { at: '/auth/activate-account/link-3' })
    await main().findByRole('alert')
    api.respond({ activateAccount: reply(202, {}) })
    await user.click(button('Try again'))
    await screen.findByRole('heading', { level: 1, name: 'Account activated' })
  })
})
