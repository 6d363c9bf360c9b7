import { screen, waitFor, within } from '@testing-library/react'
import toast from 'react-hot-toast/headless'
import { ToastLayer } from '#src/app/shell/AfterPaint.tsx'
import { SettingsTab } from '#src/features/dashboard/SettingsTab.tsx'
import { ownerConfirmed } from '#src/store/session/stepUp.ts'
import { selectIsFormUnsaved } from '#src/store/unsaved/slice.ts'
import { aStepUp } from '#test/helpers/fixtures/security.ts'
import { asMember } from '#test/helpers/fixtures/siteState.ts'
import { fakeApi, refusal } from '#test/helpers/screens/fakeApi.ts'
import { ownerIn } from '#test/helpers/screens/passwordOwner.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'

const PROFILE = { username: 'wren', email: 'wren@example.org', is_staff: false }
const SESSIONS = [
  {
    id: 'a',
    browser: 'Firefox on Linux',
    network: '203.0.113.x',
    started_at: '2026-05-01T10:00:00.000Z',
    last_used_at: '2026-05-03T10:00:00.000Z',
    is_current: true,
  },
  {
    id: 'b',
    browser: null,
    network: null,
    started_at: '2026-04-01T10:00:00.000Z',
    last_used_at: '2026-05-02T10:00:00.000Z',
    is_current: false,
  },
]
const event = (over: object = {}) => ({
  event: 'logged_in',
  at: '2026-05-03T10:00:00.000Z',
  times: 1,
  browser: 'Firefox on Linux',
  network: '203.0.113.x',
  ...over,
})

/** Opens all rows that these tests are about. */
const OPEN = 'section=email&section=password&section=sessions&section=activity'

function open(features: unknown, responses: Parameters<typeof fakeApi>[0] = {}) {
  toast.remove()
  const api = fakeApi({
    getProfile: { ...PROFILE, ...(features !== undefined && { features: features as string[] }) },
    getPreferences: { email_notifications: true },
    listSessions: SESSIONS,
    listSecurityEvents: [event()],
    getEmailChange: { new_email: null, expires_at: null },
    ...responses,
  })
  const page = renderWithStore(
    <>
      <SettingsTab draft={{}} onEdit={() => undefined} />
      <ToastLayer />
    </>,
    { state: asMember(), at: `/?${OPEN}` },
  )
  page.store.dispatch(ownerConfirmed(aStepUp()))
  return { api, ...page }
}
const section = async (name: string) => within(await screen.findByRole('region', { name }))
const toasts = () => within(screen.getByRole('region', { name: 'Notifications' }))

describe('what the profile announces', () => {
  test.each([undefined, [], ['something else'], 'sessions', null])(
    'nothing of it: the tab is as specified, and no other call is made (%j)',
    async (features) => {
      const { api } = open(features)
      await screen.findByRole('button', { name: 'Save' })
      await waitFor(() => expect(api.calls('getProfile')).toHaveLength(1))
      expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
        'Settings',
      ])
      for (const call of [
        'listSessions',
        'listSecurityEvents',
        'getEmailChange',
        'getSecondFactor',
      ] as const)
        expect(api.calls(call)).toEqual([])
    },
  )

  test('each feature has its rows, in groups', async () => {
    open(['credentials', 'sessions', 'security_log'])
    await section('Security log')
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'Settings',
      'Notifications',
      ...['Sign-in', 'Email address', 'Password'],
      ...['Devices and activity', 'Where you are logged in', 'Security log'],
    ])
  })
})

describe('where the member is logged in', () => {
  test('browsers, networks and times are listed, and this one is marked', async () => {
    open(['sessions'])
    const [own, other] = await (await section('Where you are logged in')).findAllByRole('listitem')
    expect(own).toHaveTextContent(/Firefox on Linux \(this browser\)\s*From 203\.0\.113\.x/)
    expect(within(own as HTMLElement).queryByRole('button')).toBeNull()
    expect(other).toHaveTextContent('Unknown browser')
  })

  test('one session is ended, and the list gets the focus', async () => {
    const { api, user } = open(['sessions'], { endSession: {} })
    const end = await screen.findByRole('button', { name: 'Log out Unknown browser' })
    api.respond({ listSessions: SESSIONS.slice(0, 1) })
    await user.click(end)
    expect(await toasts().findByText('Browser logged out.')).toBeVisible()
    expect(api.calls('endSession')[0]?.path).toBe('/users/security/sessions/b')
    await waitFor(() =>
      expect(screen.getByRole('list', { name: 'Where you are logged in' })).toHaveFocus(),
    )
    expect(screen.queryByRole('button', { name: 'Log out all others' })).toBeNull()
  })

  test('all others end after a question', async () => {
    const { api, user } = open(['sessions'], { endOtherSessions: {} })
    await user.click(await screen.findByRole('button', { name: 'Log out all others' }))
    await user.click(screen.getByRole('button', { name: 'No' }))
    expect(api.calls('endOtherSessions')).toHaveLength(0)
    await user.click(screen.getByRole('button', { name: 'Log out all others' }))
    await user.click(screen.getByRole('button', { name: 'Yes' }))
    expect(await toasts().findByText('All other browsers logged out.')).toBeVisible()
  })
})

describe('the password', () => {
  const fill = async (
    user: ReturnType<typeof open>['user'],
    password: string,
    confirm = password,
  ) => {
    await user.type(await screen.findByLabelText('New password'), password)
    await user.type(screen.getByLabelText('Confirm new password'), confirm)
    await user.click(screen.getByRole('button', { name: 'Change password' }))
  }

  test('is changed, and the form is empty again', async () => {
    const { api, user, store } = open(['credentials'], { changePassword: {} })
    await fill(user, 'Golden-Apple-412')
    expect(await toasts().findByText('Password changed.')).toBeVisible()
    expect(api.calls('changePassword')[0]?.body).toEqual({ new_password: 'Golden-Apple-412' })
    await waitFor(() => expect(screen.getByLabelText('New password')).toHaveValue(''))
    expect(selectIsFormUnsaved(store.getState())).toBe(false)
  })

  test('asks whether someone else knew it if there are calendar links, and says so', async () => {
    const getProfile = { ...PROFILE, features: ['credentials'], calendar_links: 2 }
    const { api, user } = open(['credentials'], { getProfile, changePassword: {} })
    const known = await screen.findByRole('checkbox', { name: /^Someone else may know/ })
    expect(known).toHaveAccessibleDescription(/^We’ll remove your 2 calendar links, too\./)
    await user.click(known)
    api.respond({ getProfile: { ...PROFILE, features: ['credentials'] } })
    await fill(user, 'Golden-Apple-412')
    await waitFor(() => expect(known).not.toBeInTheDocument())
    expect(api.calls('changePassword')[0]?.body).toEqual({
      new_password: 'Golden-Apple-412',
      someone_knew: true,
    })
  })

  test('names its account to password managers in a hidden field', async () => {
    open(['credentials'])
    const owner = ownerIn(await screen.findByLabelText('New password'))
    await waitFor(() => expect(owner).toHaveValue(PROFILE.email))
    expect(owner).toHaveAttribute('readonly')
    expect(owner).not.toBeVisible()
  })

  test('a weak one, and two that differ, are refused here', async () => {
    const { api, user } = open(['credentials'])
    await fill(user, 'weak')
    expect(screen.getByText(/needs at least 8 characters/)).toBeVisible()
    await user.clear(screen.getByLabelText('New password'))
    await user.type(screen.getByLabelText('New password'), 'Golden-Apple-412')
    await user.click(screen.getByRole('button', { name: 'Change password' }))
    expect(screen.getByText('The two passwords do not match.')).toBeVisible()
    expect(api.calls('changePassword')).toEqual([])
  })

  test('a failure keeps what was typed', async () => {
    const { user, store } = open(['credentials'], { changePassword: refusal(500) })
    await fill(user, 'Golden-Apple-412')
    expect(
      await toasts().findByText('We couldn’t change your password. Please try again.'),
    ).toBeVisible()
    expect(screen.getByLabelText('New password')).toHaveValue('Golden-Apple-412')
    expect(selectIsFormUnsaved(store.getState())).toBe(false)
  })
})

describe('the e-mail address', () => {
  test('a change is requested, waits for its confirmation, and can be cancelled', async () => {
    const waiting = { new_email: 'new@example.org', expires_at: '2026-05-04T10:00:00.000Z' }
    const none = { new_email: null, expires_at: null }
    const { api, user } = open(['credentials'], { changeEmail: waiting, cancelEmailChange: none })
    await user.type(await screen.findByLabelText('New email address'), ' new@example.org ')
    api.respond({ getEmailChange: waiting })
    await user.click(screen.getByRole('button', { name: 'Change email address' }))
    expect(await screen.findByText(/We’ve sent a link to new@example.org/)).toBeVisible()
    expect(api.calls('changeEmail')[0]?.body).toEqual({ new_email: 'new@example.org' })
    api.respond({ getEmailChange: none })
    await user.click(screen.getByRole('button', { name: 'Cancel the change' }))
    expect(await screen.findByLabelText('New email address')).toHaveValue('')
  })

  test('a malformed one is refused here, a taken one by the server, at the field', async () => {
    const { api, user } = open(['credentials'], { changeEmail: refusal(400, 'email_exists') })
    const field = await screen.findByLabelText('New email address')
    await user.type(field, 'new')
    await user.click(screen.getByRole('button', { name: 'Change email address' }))
    expect(screen.getByText('Please enter a valid email address.')).toBeVisible()
    expect(api.calls('changeEmail')).toEqual([])
    await user.type(field, '@example.org')
    await user.click(screen.getByRole('button', { name: 'Change email address' }))
    expect(
      await screen.findByText('There is already an account with this email address.'),
    ).toBeVisible()
    expect(field).toHaveValue('new@example.org')
  })
})

describe('the security log', () => {
  test('lists three events in words, unknown ones by their names, and all of them on request', async () => {
    const events = [
      event({ event: 'login_failed', times: 3, at: '2026-05-03T11:00:00.000Z' }),
      event({ event: 'brand_new', browser: null, network: null }),
      ...Array.from({ length: 12 }, (_, day) =>
        event({ at: `2026-04-${String(28 - day).padStart(2, '0')}T10:00:00.000Z` }),
      ),
    ]
    const { user } = open(['security_log'], { listSecurityEvents: events })
    const log = await section('Security log')
    const items = await log.findAllByRole('listitem')
    expect(items).toHaveLength(3)
    expect(items[0]).toHaveTextContent(/^Wrong password \(3 times\)/)
    expect(items[1]).toHaveTextContent(/^brand_new/)
    await user.click(log.getByRole('button', { name: 'Show all 14' }))
    expect(log.getAllByRole('listitem')).toHaveLength(14)
  })
})
