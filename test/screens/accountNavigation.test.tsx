import { screen, waitFor, within } from '@testing-library/react'
import { App } from '#src/app/SiteTree.tsx'
import { asMember, TOKENS } from '#test/helpers/fixtures/siteState.ts'
import { fakeApi, refusal, reply, tokenRejected } from '#test/helpers/screens/fakeApi.ts'
import { fillIn } from '#test/helpers/screens/forms.ts'
import { announceInHead, withdrawHead } from '#test/helpers/screens/pageFeatures.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

const quiet = {
  listInvites: [],
  listGroups: [],
  listMutes: [],
  listLatest: [],
  logVisit: { message: 'ok' },
  login: TOKENS,
  getProfile: { username: 'Mira', email: 'mira@example.org', is_staff: false },
  getPreferences: { email_notifications: false },
  listOrderDetails: [],
  listCountries: [],
}
const NO_ACCOUNT = 'No active account found with the given credentials'
const RESEND = 'Resend activation link'
const main = () => within(screen.getByRole('main'))
const button = (name: string) => main().getByRole('button', { name })
const box = (name: string) => main().getByRole('textbox', { name })
const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
type View = ReturnType<typeof renderWithStore>

async function logIn({ user }: View) {
  await heading('Login')
  await user.clear(box('Email'))
  await fillIn(user, box('Email'), 'ada@example.org')
  await user.type(main().getByLabelText('Password'), 'x')
  await user.click(button('Login'))
}

describe('The activation mail, sent again', () => {
  const refused = { errors: [{ code: 'x', detail: NO_ACCOUNT, attr: null }], detail: NO_ACCOUNT }
  beforeEach(() => announceInHead('resend_activation'))
  afterEach(withdrawHead)

  test('is offered after "no active account" by a server that announces it, for the e-mail address that was typed', async () => {
    const api = fakeApi({ login: reply(401, refused), resendActivation: {} })
    const view = renderWithStore(<App />, { at: '/auth/login' })
    await logIn(view)
    await view.user.click(await main().findByRole('button', { name: RESEND }))
    const said = await main().findByText(
      'If an account with this email is awaiting activation, a new link is on its way.',
    )
    expect(said.closest('[role="status"]')).toBeVisible()
    expect(api.calls('resendActivation').map(({ path, body }) => [path, body])).toEqual([
      ['/users/resend-activation/', { email: 'ada@example.org' }],
    ])
    await view.user.clear(box('Email'))
    await view.user.click(button(RESEND))
    expect(box('Email')).toBeInvalid()
    expect(api.calls('resendActivation')).toHaveLength(1)
  })

  test('is not spoken of by a server without it', async () => {
    withdrawHead()
    fakeApi({ login: reply(401, refused), activateAccount: refusal(404), register: reply(201, {}) })
    const view = renderWithStore(<App />, { at: '/auth/login' })
    await logIn(view)
    await main().findByRole('alert')
    expect(main().queryByRole('button', { name: RESEND })).toBeNull()
    view.unmount()
    renderWithStore(<App />, { at: '/auth/activate-account/link-5' })
    await heading('Account not found')
    expect(main().queryByRole('button', { name: RESEND })).toBeNull()
  })

  test('is offered behind an unknown link, which asks for the e-mail address', async () => {
    const api = fakeApi({ activateAccount: refusal(404), resendActivation: refusal(500) })
    const { user } = renderWithStore(<App />, { at: '/auth/activate-account/link-6' })
    await heading('Account not found')
    await user.click(button(RESEND))
    expect(main().getByRole('alert')).toHaveTextContent('Please enter a valid email address.')
    expect(box('Email')).toBeInvalid()
    await fillIn(user, box('Email'), 'ada@example.org')
    await user.click(button(RESEND))
    expect(await main().findByText(/did not get through/)).toBeVisible()
    expect(box('Email')).toHaveValue('ada@example.org')
    api.respond({ resendActivation: {} })
    await user.click(button(RESEND))
    expect(await main().findByText(/a new link is on its way/)).toBeVisible()
  })
})

describe('The notice of the login page', () => {
  test('is absent for a new visitor and after a logout', async () => {
    fakeApi(quiet)
    const { user } = renderWithStore(<App />, { at: '/discordia/dashboard', state: asMember() })
    await user.click(await screen.findByRole('link', { name: 'Logout' }))
    await heading('Login')
    expect(main().queryByRole('status')).toBeNull()
  })

  test('says that the password was changed', async () => {
    fakeApi({ ...quiet, verifyPasswordReset: { valid: true }, applyPasswordReset: {} })
    const { user } = renderWithStore(<App />, { at: '/auth/verified-change-password/link-7' })
    await fillIn(user, await screen.findByLabelText('New Password'), 'Orchard!1')
    await user.type(screen.getByLabelText('Confirm New Password'), 'Orchard!1{Enter}')
    await heading('Login')
    expect(await main().findByText(/Password changed/)).toBeVisible()
  })

  test('says that the session has expired, without a toast, and returns to the page after the login', async () => {
    const api = fakeApi({ ...quiet, refresh: refusal(401), savePreferences: tokenRejected() })
    const at = '/discordia/dashboard?tab=settings'
    const view = renderWithStore(<App />, { at, state: asMember() })
    await view.user.click(await screen.findByRole('checkbox'))
    await view.user.click(screen.getByRole('button', { name: 'Save' }))
    await heading('Login')
    expect(await main().findByText('Your session has expired. Please log in again.')).toBeVisible()
    expect(main().getAllByRole('status')).toHaveLength(1)
    expect(screen.queryByText(/Error saving your settings/)).toBeNull()
    api.respond({ refresh: TOKENS })
    await logIn(view)
    await waitFor(() => expect(view.at()).toBe(at))
  })
})

describe('Where a login leads', () => {
  test('to the tab of the dashboard that a link has named', async () => {
    fakeApi(quiet)
    const view = renderWithStore(<App />, { at: '/discordia/dashboard?tab=invites' })
    await heading('Login')
    expect(view.at()).toBe('/auth/login')
    await view.user.click(main().getByRole('link', { name: 'Forgot password?' }))
    await view.user.click(await main().findByRole('link', { name: 'Back to login' }))
    await logIn(view)
    await waitFor(() => expect(view.at()).toBe('/discordia/dashboard?tab=invites'))
    expect(await screen.findByRole('tab', { name: 'Invites' })).toHaveAttribute(
      'aria-selected',
      'true',
    )
  })

  test('to /discordia/ after a logout, for the next member', async () => {
    fakeApi(quiet)
    const view = renderWithStore(<App />, {
      at: '/discordia/dashboard?tab=details',
      state: asMember(),
    })
    await view.user.click(await screen.findByRole('link', { name: 'Logout' }))
    await logIn(view)
    await waitFor(() => expect(view.at()).toBe('/discordia/'))
  })
})

test('the e-mail address travels from page to page, and no URL shows it', async () => {
  fakeApi({ ...quiet, register: reply(201, { email: 'ada@example.org' }) })
  const { user, at } = renderWithStore(<App />, { at: '/auth/login' })
  await heading('Login')
  await fillIn(user, box('Email'), 'ada@example.org')
  await user.click(main().getByRole('link', { name: 'Forgot password?' }))
  await heading('Forgot password')
  expect(box('Email')).toHaveValue('ada@example.org')
  await user.click(main().getByRole('link', { name: 'Register' }))
  await heading('Register')
  expect(box('Email')).toHaveValue('ada@example.org')
  await fillIn(user, box('Username'), 'Ada')
  for (const label of ['Password', 'Confirm Password'])
    await fillIn(user, screen.getByLabelText(label, { selector: 'input' }), 'Orchard#1')
  await user.click(button('Register'))
  await heading('Almost there')
  await user.click(main().getByRole('link', { name: 'Login' }))
  await heading('Login')
  expect(box('Email')).toHaveValue('ada@example.org')
  expect(at()).toBe('/auth/login')
})
