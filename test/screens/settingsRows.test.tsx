import { screen, waitFor, within } from '@testing-library/react'
import { FEATURES } from '#contract/sets.ts'
import { ownerConfirmed } from '#src/store/session/stepUp.ts'
import { aPasskey, aSecondFactor, aStepUp } from '#test/helpers/fixtures/security.ts'
import { aProfile } from '#test/helpers/fixtures/siteState.ts'
import { type fakeApi, later, refusal, reply } from '#test/helpers/screens/fakeApi.ts'
import { openDashboard } from './openDashboard.tsx'

const AT = '2026-05-03T10:00:00.000Z'
const aBrowser = (id: string) => ({
  id,
  browser: `Browser ${id}`,
  network: null,
  started_at: AT,
  last_used_at: AT,
  is_current: id === 'a',
})
const anEvent = (event: string) => ({ event, at: AT, times: 1, browser: null, network: null })

const open = (responses: Parameters<typeof fakeApi>[0] = {}, rest = '') =>
  openDashboard(
    {
      getProfile: aProfile({ features: [...FEATURES] }),
      getPreferences: { email_notifications: true, invite_mails: true },
      getSecondFactor: aSecondFactor(),
      listPasskeys: [],
      getEmailChange: { new_email: null, expires_at: null },
      listSessions: ['a', 'b', 'c', 'd'].map(aBrowser),
      listSecurityEvents: [],
      listBlocks: [],
      getExport: { state: 'none', requested_at: null, expires_at: null, size: null },
      ...responses,
    },
    { at: `/discordia/dashboard?tab=settings${rest}` },
  )
const row = (name: string) => screen.findByRole('button', { name })
const says = (name: string, fact: string | RegExp) =>
  waitFor(async () => expect(await row(name)).toHaveAccessibleDescription(fact))

describe('The rows of the Settings tab (behaviour 12.5)', () => {
  it('are closed below the form, and say what is known', async () => {
    const { api } = open({
      getSecondFactor: aSecondFactor({ enabled_at: AT, codes_left: 7 }),
      listPasskeys: [aPasskey(), aPasskey({ id: 2 })],
      listSecurityEvents: ['logged_in', 'password_changed'].map(anEvent),
      getExport: { state: 'ready', requested_at: AT, expires_at: AT, size: 1 },
    })
    await says('Email address', aProfile().email)
    await says('Password', /^Changed .*May/)
    await says('Passkeys', '2 passkeys')
    await says('Two-step login', /^On since .*May/)
    await says('Where you are logged in', '4 browsers')
    await says('Security log', /^Logged in .*May/)
    await says('Download your data', 'Ready to download')
    await says('Delete your account', '')
    expect(screen.getAllByRole('button', { expanded: false }).length).toBeGreaterThanOrEqual(8)
    expect(screen.queryByLabelText('New password')).toBeNull()
    expect(screen.queryByRole('button', { name: /Log out Browser/ })).toBeNull()
    expect(api.calls('getDeletion')).toEqual([])
  })

  it('have the switch for suggested dates beside the time zone, not counted as one of emails', async () => {
    const preferences = { email_notifications: true, busy_times: true, invite_mails: true }
    const { api, user } = open({ getPreferences: preferences, savePreferences: {} })
    const name = 'My other sessions and seats count when dates are suggested'
    await says('More emails, time zone', /1 of 1 on/)
    await user.click(screen.getByRole('button', { name: 'More emails, time zone' }))
    const box = await screen.findByRole('checkbox', { name })
    expect(box).toBeChecked()
    await user.click(box)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(api.calls('savePreferences').map(({ body }) => body)).toEqual([
        { ...preferences, busy_times: false },
      ]),
    )
  })

  it('offer one email a week for mails that can wait, while they are on', async () => {
    const sent = { email_notifications: true, invite_mails: false }
    const { api, user } = open({
      getPreferences: { ...sent, weekly_mails: ['email_notifications'] },
      savePreferences: {},
    })
    const news = await screen.findByRole('checkbox', { name: /Once a week, news and events/ })
    expect(news).toBeChecked()
    await user.click(screen.getByRole('button', { name: /^More emails/ }))
    const invites = { name: 'Once a week, invites in one email' }
    expect(screen.queryByRole('checkbox', invites)).toBeNull()
    await user.click(
      await screen.findByRole('checkbox', { name: /^Email me when someone invites me/ }),
    )
    await user.click(screen.getByRole('checkbox', invites))
    await user.click(news)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(api.calls('savePreferences').map(({ body }) => body)).toEqual([
        { ...sent, invite_mails: true, weekly_mails: ['invite_mails'] },
      ]),
    )
  })

  it('make a read-only token for a time, show it once, and remove it', async () => {
    const token = { id: 4, name: 'Kitchen', created_at: AT, expires_at: AT, last_used_at: null }
    let tokens: object[] = []
    const { api, user, store } = open({
      listTokens: () => tokens,
      createToken: () => {
        tokens = [token]
        return reply(201, { ...token, token: 'read_abc' })
      },
      revokeToken: () => {
        tokens = []
        return reply(200, {})
      },
    })
    store.dispatch(ownerConfirmed(aStepUp('step-up-0')))
    await user.click(await row('Where you are logged in'))
    const part = within(await screen.findByRole('region', { name: 'Access for scripts' }))
    await user.type(await part.findByRole('textbox', { name: 'Script or device' }), 'Kitchen')
    await user.click(part.getByRole('button', { name: 'Ends after 90 days' }))
    await user.click(await screen.findByRole('option', { name: '365 days' }))
    await user.click(part.getByRole('button', { name: 'Create token' }))
    expect(await part.findByText('read_abc')).toBeVisible()
    expect(api.calls('createToken').map(({ body }) => body)).toEqual([
      { name: 'Kitchen', days: 365 },
    ])
    await user.click(part.getByRole('button', { name: 'I’ve copied it' }))
    expect(screen.queryByText('read_abc')).toBeNull()
    await user.click(part.getByRole('button', { name: 'Remove the token for Kitchen' }))
    await user.click(await screen.findByRole('button', { name: 'Yes' }))
    expect(await part.findByText('You have no tokens yet.')).toBeVisible()
  })

  it('offer the kinds of events while mails about them are on', async () => {
    const kinds_of_events = [
      { id: 7, name: 'Workshop' },
      { id: 3, name: 'Fair' },
    ]
    const sent = { email_notifications: true, invite_mails: true, event_kinds: null }
    const { api, user } = open({
      getPreferences: { ...sent, kinds_of_events },
      savePreferences: {},
    })
    const group = within(await screen.findByRole('group', { name: 'Emails about new events' }))
    const boxes = () => group.getAllByRole<HTMLInputElement>('checkbox').map((box) => box.checked)
    expect(boxes()).toEqual([true, true, true])
    await user.click(group.getByRole('checkbox', { name: 'Fair' }))
    expect(boxes()).toEqual([false, true, false])
    await user.click(screen.getByRole('button', { name: 'Save' }))
    const all = group.getByRole('checkbox', { name: 'All events' })
    expect(all).toHaveAccessibleDescription(/without a kind/)
    await user.click(all)
    expect(boxes()).toEqual([true, true, true])
    await user.click(all)
    expect(boxes()).toEqual([false, false, false])
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(api.calls('savePreferences').map(({ body }) => body)).toEqual([
        { ...sent, event_kinds: [7] },
        { ...sent, event_kinds: [] },
      ]),
    )
    await user.click(screen.getByRole('checkbox', { name: /^Notify me by email/ }))
    expect(screen.queryByRole('group', { name: 'Emails about new events' })).toBeNull()
  })

  it('say less where less is known', async () => {
    open({
      getProfile: aProfile({
        features: FEATURES.filter((feature) => feature !== 'security_log'),
        deletion_due_at: AT,
      }),
      getEmailChange: { new_email: 'new@example.org', expires_at: AT },
      listSessions: refusal(500),
    })
    await says('Email address', 'Waiting for confirmation')
    await says('Password', 'Set')
    await says('Passkeys', 'None')
    await says('Two-step login', 'Off')
    await says('Delete your account', /^On .*May/)
    await says('Where you are logged in', '')
  })

  it('wait for the profile, so that nothing moves when it comes', async () => {
    const profile = later<Response>()
    const { api } = open({ getProfile: () => profile.promise })
    await waitFor(() => expect(api.calls('getPreferences')).toHaveLength(1))
    expect(screen.queryByRole('form', { name: 'Settings' })).toBeNull()
    profile.resolve(reply(200, aProfile({ features: ['sessions'] })))
    expect(await screen.findByRole('form', { name: 'Settings' })).toBeVisible()
    await row('Where you are logged in')
  })

  it('open in place, several at once; the URL keeps them, and nothing typed is lost', async () => {
    const { user, at } = open()
    await user.click(await row('Password'))
    await user.type(await screen.findByLabelText('New password'), 'Golden')
    await user.click(await row('Passkeys'))
    expect(await screen.findByRole('region', { name: 'Passkeys' })).toBeVisible()
    expect(at()).toBe('/discordia/dashboard?tab=settings&section=password&section=passkeys')
    await user.click(await row('Password'))
    expect(await row('Password')).toHaveAttribute('aria-expanded', 'false')
    expect(screen.queryByRole('region', { name: 'Password' })).toBeNull()
    expect(at()).toBe('/discordia/dashboard?tab=settings&section=passkeys')
    await user.click(await row('Password'))
    expect(screen.getByLabelText('New password')).toHaveValue('Golden')
  })

  it('show three browsers, and all on request', async () => {
    const { user } = open({}, '&section=sessions')
    const part = within(await screen.findByRole('region', { name: 'Where you are logged in' }))
    await part.findByText('Browser a (this browser)')
    expect(part.getAllByRole('listitem')).toHaveLength(3)
    await user.click(part.getByRole('button', { name: 'Show all 4' }))
    expect(part.getAllByRole('listitem')).toHaveLength(4)
    expect(part.getByRole('button', { name: 'Log out Browser c' })).toHaveFocus()
  })

  it('are reached by links: of a mail to a row, of the index to a group', async () => {
    const scroll = jest.fn()
    Element.prototype.scrollIntoView = scroll
    const { user } = open({}, '&section=data#section-data')
    expect(await screen.findByRole('button', { name: 'Request your data' })).toBeVisible()
    expect(await row('Download your data')).toHaveFocus()
    const index = within(screen.getByRole('navigation', { name: 'On this page' }))
    expect(index.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Notifications',
      'Sign-in',
      'Devices and activity',
      'Members and team',
      'Your data',
    ])
    await user.click(index.getByRole('link', { name: 'Sign-in' }))
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Sign-in' })).toHaveFocus())
    expect(screen.getByRole('button', { name: 'Request your data' })).toBeVisible()
    expect(scroll).toHaveBeenCalledTimes(2)
  })
})
