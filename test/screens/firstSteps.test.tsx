import { screen, waitFor, within } from '@testing-library/react'
import type { FirstSteps, Upcoming } from '#contract/calendar.ts'
import { readerTimeZone } from '#src/platform/intl.ts'
import { baseApi } from '#src/store/http/baseApi.ts'
import { aGroup, aProfile, id } from '#test/helpers/fixtures/siteState.ts'
import { type fakeApi, later, refusal } from '#test/helpers/screens/fakeApi.ts'
import { notifications, openDashboard } from './openDashboard.tsx'

const NO_GROUPS = 'You currently have no groups.'
const PREFERENCES = { email_notifications: false, invite_mails: true, time_zone: null }
const steps = (over: Partial<FirstSteps> = {}): FirstSteps => ({
  events: [
    {
      content_id: id(7),
      title: 'Open table',
      starts_at: '2030-05-04T17:00:00.000Z',
      ends_at: '2030-05-04T20:00:00.000Z',
      location: null,
      left: 1,
    },
  ],
  has_entry: false,
  preferences: PREFERENCES,
  ...over,
})
const none = { items: [], total: 0 }
const upcoming = (first_steps?: FirstSteps): Upcoming => ({
  dates: none,
  polls: none,
  invites: none,
  entries: none,
  ...(first_steps && { first_steps }),
})
const open = (getUpcoming: unknown, more: Parameters<typeof fakeApi>[0] = {}) =>
  openDashboard({
    getProfile: aProfile({ features: ['next'] }),
    getUpcoming: getUpcoming as Upcoming,
    ...more,
  })
const part = () => screen.findByRole('region', { name: 'First steps' })
const rows = async () =>
  within(await part())
    .getAllByRole('listitem')
    .map((row) => row.textContent)
const isBefore = (a: Element, b: Element) =>
  Boolean(a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING)

describe('First steps of a member without groups', () => {
  test('are between the specified text and the field of a new group', async () => {
    open(upcoming(steps()))
    const shown = await part()
    expect(isBefore(screen.getByText(NO_GROUPS), shown)).toBe(true)
    expect(isBefore(shown, screen.getByRole('textbox', { name: 'New group name' }))).toBe(true)
    expect(screen.queryByText('Start one below, or wait for an invite.')).not.toBeInTheDocument()
  })

  test('have no empty box about what is coming up above them, and one once something waits', async () => {
    const { api, store } = open(upcoming(steps()))
    await part()
    expect(screen.queryByRole('region', { name: 'Coming up' })).not.toBeInTheDocument()
    const invites = { items: [{ id: id<never>(1), group_name: 'Ravens' }], total: 1 }
    api.respond({ getUpcoming: { ...upcoming(steps()), invites } })
    store.dispatch(baseApi.util.invalidateTags(['Upcoming']))
    expect(await screen.findByRole('region', { name: 'Coming up' })).toBeVisible()
  })

  test('follow the groups that look for players, and wait for them', async () => {
    const groups = later<object>()
    open(upcoming(steps()), {
      getProfile: aProfile({ features: ['next', 'openings'] }),
      listOpenings: () => groups.promise,
      listJoinRequests: [],
    })
    const title = await screen.findByRole('heading', { name: 'Groups looking for players' })
    expect(screen.queryByRole('region', { name: 'First steps' })).not.toBeInTheDocument()
    groups.resolve({ groups: [], next: null })
    expect(isBefore(title, await part())).toBe(true)
    expect(screen.getByRole('textbox', { name: 'New group name' })).toBeVisible()
  })

  test('lead to events with seats, the rules and the form of an entry', async () => {
    open(upcoming(steps()))
    expect(await rows()).toEqual([
      expect.stringMatching(/^Open table .*2030.* · 1 seat left$/),
      expect.stringMatching(/^Read the rules in an evening /),
      expect.stringMatching(/^Write your first entry /),
    ])
    const links = within(await part()).getAllByRole('link')
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      '/discordia/news/7#registration',
      '/discordia/rules',
      '/discordia/world#new-entry',
    ])
  })

  test('have no events when there are none, and no entry for its author', async () => {
    open(upcoming(steps({ events: [], has_entry: true })))
    expect(await rows()).toEqual([expect.stringMatching(/^Read the rules/)])
  })

  test('save the time zone of the browser and the mails in one step, which is gone then', async () => {
    const { api, user } = open(upcoming(steps()), { savePreferences: {} })
    await user.click(within(await part()).getByRole('button', { name: 'Time zone and emails' }))
    const zone = await screen.findByRole('button', { name: /^Time zone in emails/ })
    expect(zone).toHaveTextContent(readerTimeZone().replaceAll('_', ' '))
    await user.click(screen.getByRole('checkbox', { name: /^Notify me by email/ }))
    const time_zone = readerTimeZone()
    api.respond({ getUpcoming: upcoming(steps({ preferences: { ...PREFERENCES, time_zone } })) })
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(zone).not.toBeInTheDocument())
    expect(api.calls('savePreferences')[0]?.body).toEqual({
      email_notifications: true,
      invite_mails: true,
      time_zone,
    })
    expect(screen.queryByRole('button', { name: 'Time zone and emails' })).not.toBeInTheDocument()
    expect(await part()).toBeVisible()
  })

  test('ask nothing about emails where the server knows no time zone', async () => {
    const { time_zone: _, ...preferences } = PREFERENCES
    open(upcoming(steps({ preferences })))
    expect(within(await part()).queryByRole('button', { name: /zone/ })).not.toBeInTheDocument()
  })

  test('are hidden by a click, and the usual hint takes their place', async () => {
    const { api, user } = open(upcoming(steps()), { savePreferences: {} })
    const shown = await part()
    api.respond({ getUpcoming: upcoming() })
    await user.click(within(shown).getByRole('button', { name: 'Hide first steps' }))
    expect(await screen.findByText('Start one below, or wait for an invite.')).toBeVisible()
    expect(shown).not.toBeInTheDocument()
    expect(api.calls('savePreferences')[0]?.body).toEqual({
      email_notifications: false,
      first_steps: false,
    })
    // The focus is not lost with the button.
    expect(screen.getByRole('region', { name: 'Groups' })).toHaveFocus()
  })

  test('stay after a failure to hide them', async () => {
    const { user } = open(upcoming(steps()), { savePreferences: refusal(500) })
    await user.click(within(await part()).getByRole('button', { name: 'Hide first steps' }))
    expect(await notifications().findByRole('alert')).toBeVisible()
    expect(await part()).toBeVisible()
  })

  test('the field of a new group waits for them, so that nothing moves', async () => {
    const answer = later<Upcoming>()
    open(() => answer.promise)
    await waitFor(() => expect(screen.getByRole('tabpanel')).toBeVisible())
    expect(screen.queryByText(NO_GROUPS)).not.toBeInTheDocument()
    expect(screen.queryByRole('textbox', { name: 'New group name' })).not.toBeInTheDocument()
    answer.resolve(upcoming(steps()))
    expect(await part()).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'New group name' })).toBeVisible()
  })

  test.each([
    ['a failure', refusal(500)],
    ['a server without them', upcoming()],
  ])('%s leaves the specified text and its hint', async (_what, answer) => {
    open(answer)
    expect(await screen.findByText(NO_GROUPS)).toBeVisible()
    expect(screen.getByText('Start one below, or wait for an invite.')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'New group name' })).toBeVisible()
  })

  test('are not shown above a group', async () => {
    open(upcoming(steps()), { listGroups: [aGroup({ id: id(1), name: 'Ravens' })] })
    expect(await screen.findByText('Ravens')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'First steps' })).not.toBeInTheDocument()
  })
})
