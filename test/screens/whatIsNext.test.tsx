import { screen, waitFor, within } from '@testing-library/react'
import toast from 'react-hot-toast/headless'
import { FEEDS_MAX, type Feed, type Upcoming, type UpcomingDate } from '#contract/calendar.ts'
import { timeRange } from '#shared/timeRange.ts'
import { ToastLayer } from '#src/app/shell/AfterPaint.tsx'
import { CalendarLinks } from '#src/features/dashboard/DashboardPage.tsx'
import { readerTimeZone } from '#src/platform/intl.ts'
import { planningApi } from '#src/store/groups/planning/api.ts'
import { aGroup, aProfile, asMember, id } from '#test/helpers/fixtures/siteState.ts'
import { fakeApi, later, refusal, reply } from '#test/helpers/screens/fakeApi.ts'
import { renderWithStore } from '#test/helpers/screens/renderWithStore.tsx'
import { openDashboard } from './openDashboard.tsx'
import { aPlan } from './openSessions.tsx'

const STARTS = '2030-05-04T17:00:00.000Z'
const ENDS = '2030-05-04T20:00:00.000Z'
const UNTIL = '2030-05-03T10:00:00.000Z'
const session = (over: Partial<UpcomingDate> = {}): UpcomingDate => ({
  group_id: id(1),
  date_id: null,
  group_name: 'Ravens',
  content_id: null,
  title: 'The sunken library',
  starts_at: STARTS,
  ends_at: ENDS,
  location: null,
  state: 'unanswered',
  offered_until: null,
  ...over,
})
const event = (over: Partial<UpcomingDate> = {}): UpcomingDate =>
  session({
    group_id: null,
    group_name: null,
    content_id: id(7),
    title: 'A long evening',
    state: 'coming',
    ...over,
  })
const some = <Row,>(items: Row[] = [], total = items.length) => ({ items, total })
const upcoming = (over: Partial<Upcoming> = {}): Upcoming => ({
  dates: some(),
  polls: some(),
  invites: some(),
  entries: some(),
  ...over,
})

const open = (next: unknown, responses: Parameters<typeof fakeApi>[0] = {}) =>
  openDashboard({
    getProfile: aProfile({ features: ['next'] }),
    listGroups: [aGroup({ id: id(1), name: 'Ravens' })],
    getUpcoming: next as Upcoming,
    ...responses,
  })
const panel = async () => within(await screen.findByRole('region', { name: 'Coming up' }))
const rowsOf = async (shown: Awaited<ReturnType<typeof panel>>) =>
  within(await shown.findByRole('list')).getAllByRole('listitem')

describe('Coming up', () => {
  it('is there only where the profile announces it', async () => {
    const { api } = open(upcoming(), { getProfile: aProfile() })
    await screen.findByRole('list', { name: 'Groups' })
    expect(screen.queryByRole('region', { name: 'Coming up' })).toBeNull()
    expect(api.calls('getUpcoming')).toEqual([])
  })

  it('waits for the profile before the list of groups is shown, which would move otherwise', async () => {
    const profile = later<object>()
    const { api } = open(upcoming(), { getProfile: () => profile.promise })
    await waitFor(() => expect(api.calls('listGroups')).toHaveLength(1))
    expect(screen.queryByRole('list', { name: 'Groups' })).toBeNull()
    profile.resolve(aProfile({ features: ['next'] }))
    expect(await screen.findByRole('list', { name: 'Groups' })).toBeVisible()
  })

  it('has sessions and events with their times and the own state', async () => {
    open(upcoming({ dates: some([session(), event(), event({ state: 'waiting' })]) }))
    const [first, second, third] = await rowsOf(await panel())
    expect(first).toHaveTextContent('Ravens: The sunken library')
    expect(first).toHaveTextContent(timeRange(STARTS, ENDS, readerTimeZone()) ?? '')
    expect(first).toHaveTextContent('You haven’t answered yet')
    expect(second).toHaveTextContent(/A long evening.*You’re coming/)
    expect(third).toHaveTextContent('You’re on the waiting list')
    const link = within(second as HTMLElement).getByRole('link', { name: /^A long evening/ })
    expect(link).toHaveAttribute('href', '/discordia/news/7')
  })

  it('begins with the next session and what needs an answer, and ends with what others decide', async () => {
    const { user } = open(
      upcoming({
        dates: some([
          event(),
          event({ state: 'offered', offered_until: UNTIL }),
          session(),
          session({ title: 'The second evening' }),
        ]),
        polls: some([{ group_id: id(1), group_name: 'Ravens', title: 'When?' }]),
        invites: some([{ id: id(3), group_name: 'Lanterns' }]),
        recaps: some([
          {
            group_id: id(1),
            group_name: 'Ravens',
            date_id: id(17),
            title: 'Mine',
          },
        ]),
        entries: some([{ id: id(9), title: 'Sea of Glass' }]),
      }),
    )
    const shown = await panel()
    await user.click(await shown.findByRole('button', { name: 'Show all 8' }))
    const rows = await rowsOf(shown)
    const until = timeRange(UNTIL, null, readerTimeZone())
    const texts = [
      'The sunken library',
      `We’re holding a seat for you until ${until}`,
      'Ravens: When? Which dates suit you?',
      'Lanterns You’re invited to this group',
      'Ravens: Mine Write what happened',
      'A long evening',
      'The second evening',
      'Sea of Glass Your entry is awaiting review',
    ]
    for (const [place, text] of texts.entries()) expect(rows[place]).toHaveTextContent(text)
    const href = (name: RegExp) => shown.getByRole('link', { name }).getAttribute('href')
    expect(href(/^Lanterns/)).toMatch(/\?tab=invites$/)
    expect(href(/^Sea of Glass/)).toBe('/discordia/world?show=mine&entry=9')
    const form = /\?group=1&part=sessions&date=17#group-1-recap$/
    expect(href(/^Ravens: Mine/)).toMatch(form)
  })

  it('shows three at first, then all, and how many more there are', async () => {
    const dates = Array.from({ length: 5 }, (_, place) => session({ title: `Evening ${place}` }))
    const { user } = open(
      upcoming({ dates: some(dates, 12), entries: some([{ id: id(9), title: 'Sea' }], 3) }),
    )
    const shown = await panel()
    expect(await rowsOf(shown)).toHaveLength(3)
    const button = shown.getByRole('button', { name: 'Show all 15' })
    expect(button).toHaveAttribute('aria-expanded', 'false')
    await user.click(button)
    expect(await rowsOf(shown)).toHaveLength(6)
    expect(shown.getByText('and 7 more dates')).toBeVisible()
    expect(shown.getByText('and 2 more entries')).toBeVisible()
    await user.click(shown.getByRole('button', { name: 'Show fewer' }))
    expect(await rowsOf(shown)).toHaveLength(3)
  })

  it('expands the card of the group, goes there, and leaves it open the second time', async () => {
    const { user } = open(upcoming({ dates: some([session()]) }))
    const shown = await panel()
    const title = await shown.findByRole('link', { name: /^Ravens: The sunken library/ })
    for (let time = 0; time < 2; time += 1) {
      await user.click(title)
      const card = screen.getByRole('button', { name: /^Ravens \(/ })
      expect(card).toHaveAttribute('aria-expanded', 'true')
      expect(card.closest('li')).toHaveFocus()
    }
  })

  it('leads to a poll below the sessions, once it is loaded', async () => {
    const scrolled: string[] = []
    jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      scrolled.push(this.id)
    })
    const { user } = open(
      upcoming({ polls: some([{ group_id: id(1), group_name: 'Ravens', title: 'When?' }]) }),
      {
        getProfile: aProfile({ features: ['next', 'planning'] }),
        getPlan: aPlan({
          may_plan: false,
          may_choose: false,
          polls: [{ id: id(5), title: 'When?', notes: '', made_by: 'Tamsin', options: [] }],
        }),
      },
    )
    await user.click(await (await panel()).findByRole('link', { name: /^Ravens: When\?/ }))
    await screen.findByRole('heading', { name: 'Find a date' })
    await waitFor(() => expect(scrolled.at(-1)).toBe('group-1-polls'))
  })

  it('names a session or a poll without a title by its group', async () => {
    open(
      upcoming({
        dates: some([session({ title: '' })]),
        polls: some([{ group_id: id(1), group_name: 'Ravens', title: '' }]),
      }),
    )
    const [only, poll] = await rowsOf(await panel())
    expect(poll).toHaveTextContent(/^Ravens Which dates suit you\?$/)
    expect(only).toHaveTextContent(/^Ravens Sat 4 May/)
  })

  it('takes the answer to the next session, and shows it before the list is fetched again', async () => {
    const fresh = later<Upcoming>()
    const dated = (over: Partial<UpcomingDate> = {}) =>
      upcoming({ dates: some([session({ date_id: id(4), ...over })]) })
    let next: unknown = dated()
    const { api, user } = open(() => next, { answerDate: { planners: 'owner' } })
    const shown = await panel()
    const switchOf = within(await shown.findByRole('group', { name: /^Are you coming\?/ }))
    const coming = switchOf.getByRole('radio', { name: 'Coming' })
    expect(shown.queryByText('You haven’t answered yet')).toBeNull()
    next = fresh.promise
    await user.click(coming)
    await waitFor(() => expect(api.calls('getUpcoming')).toHaveLength(2))
    expect(coming).toBeChecked()
    expect(api.calls('answerDate')).toMatchObject([
      { body: { starts_at: STARTS, answer: 'coming' } },
    ])
    fresh.resolve(dated({ state: 'not_coming' }))
    await waitFor(() => expect(switchOf.getByRole('radio', { name: 'Not coming' })).toBeChecked())
  })

  it('is refetched after the member answers in the plan of a listed group', async () => {
    let state: UpcomingDate['state'] = 'unanswered'
    const { api, store } = open(() => upcoming({ dates: some([session({ state })]) }), {
      answerDate: { planners: 'owner' },
    })
    const shown = await panel()
    expect(await shown.findByText('You haven’t answered yet')).toBeVisible()
    state = 'coming'
    const answer = {
      starts_at: '2030-05-04T17:00:00Z',
      time_zone: 'UTC',
      answer: 'coming',
    } as const
    const { answerDate } = planningApi.endpoints
    await store.dispatch(answerDate.initiate({ group_id: id(1), id: id(1), ...answer }))
    expect(await shown.findByText('You’re coming')).toBeVisible()
    expect(api.calls('getUpcoming')).toHaveLength(2)
  })

  it('says so when there is nothing', async () => {
    open(upcoming())
    expect(await (await panel()).findByText(/Nothing planned for the next two weeks/)).toBeVisible()
  })

  it('shows a state that it does not know without a word about it', async () => {
    open(upcoming({ dates: some([session({ state: 'dreaming' as 'coming' })]) }))
    const [only] = await rowsOf(await panel())
    expect(only).toHaveTextContent(timeRange(STARTS, ENDS, readerTimeZone()) ?? '')
  })

  it('that cannot be loaded says so, offers to try again, and leaves the groups alone', async () => {
    let answer: unknown = refusal(500)
    const { user } = open(() => answer)
    const shown = await panel()
    expect(await shown.findByText('We couldn’t load what’s coming up.')).toBeVisible()
    expect(await screen.findByRole('list', { name: 'Groups' })).toBeVisible()
    answer = upcoming({ dates: some([event()]) })
    await user.click(shown.getByRole('button', { name: 'Try again' }))
    expect(await rowsOf(shown)).toHaveLength(1)
  })
})

describe('Calendar links below the groups', () => {
  const aFeed = (over: Partial<Feed> = {}): Feed => ({
    id: id(1),
    name: 'Phone',
    created_at: '2030-05-01T10:00:00.000Z',
    last_used_at: null,
    ...over,
  })
  const URL = 'https://discordia.example/api/calendar/a-secret.ics'
  const NAME = 'Device or app'

  function open(feeds: unknown, responses: Parameters<typeof fakeApi>[0] = {}) {
    toast.remove()
    const api = fakeApi({
      getProfile: aProfile({ features: ['calendar'] }),
      listFeeds: feeds as Feed[],
      ...responses,
    })
    const page = renderWithStore(
      <>
        <CalendarLinks />
        <ToastLayer />
      </>,
      { state: asMember(), at: '/?section=calendar' },
    )
    return { api, ...page }
  }
  const section = async () => within(await screen.findByRole('region', { name: 'Calendar links' }))

  it('are there only where the profile announces them', async () => {
    const { api } = open([], { getProfile: aProfile({ features: ['sessions'] }) })
    await waitFor(() => expect(api.calls('getProfile')).toHaveLength(1))
    expect(screen.queryByRole('button', { name: 'Calendar links' })).toBeNull()
    expect(api.calls('listFeeds')).toEqual([])
  })

  it('are listed with when they were made and last used', async () => {
    const used = { last_used_at: '2030-05-02T10:00:00.000Z' }
    open([aFeed(), aFeed({ id: id(2), name: 'Laptop', ...used })])
    const shown = await section()
    const rows = within(await shown.findByRole('list', { name: 'Calendar links' }))
    const [phone, laptop] = rows.getAllByRole('listitem')
    expect(phone).toHaveTextContent('Phone')
    expect(phone).toHaveTextContent(/Created Wed 1 May( 2030)?, not used yet/)
    expect(laptop).toHaveTextContent(/last used Thu 2 May/)
  })

  it('are made for a device; the link is shown once, to copy and to open', async () => {
    let feeds: Feed[] = []
    const { api, user } = open(() => feeds, {
      createFeed: () => {
        feeds = [aFeed()]
        return reply(201, { ...aFeed(), url: URL })
      },
    })
    const shown = await section()
    expect(await shown.findByText('You have no calendar links yet.')).toBeVisible()
    await user.type(shown.getByRole('textbox', { name: NAME }), ' Phone ')
    await user.click(shown.getByRole('button', { name: 'Reminder None' }))
    await user.click(await screen.findByRole('option', { name: '2 hours before' }))
    await user.click(shown.getByRole('button', { name: 'Create link' }))
    expect(await shown.findByText(URL)).toBeVisible()
    expect(api.calls('createFeed')).toMatchObject([{ body: { name: 'Phone', alarm: 120 } }])
    expect(shown.getByRole('heading', { name: 'The link for Phone' })).toHaveFocus()
    expect(shown.getByRole('link', { name: 'Open in a calendar app' })).toHaveAttribute(
      'href',
      'webcal://discordia.example/api/calendar/a-secret.ics',
    )
    await user.click(shown.getByRole('button', { name: 'Copy link' }))
    expect(await shown.findByText(/opied/)).toBeVisible()
    expect(shown.getByRole('list', { name: 'How to add it' })).toBeVisible()
    await user.click(shown.getByRole('button', { name: 'I’ve added it' }))
    expect(screen.queryByText(URL)).toBeNull()
    expect(shown.getByRole('textbox', { name: NAME })).toHaveValue('')
    expect(shown.getByText('Phone')).toBeVisible()
  })

  it('need a name, and keep what was typed when making one fails', async () => {
    const { api, user } = open([], { createFeed: refusal(500) })
    const shown = await section()
    const field = await shown.findByRole('textbox', { name: NAME })
    await user.click(shown.getByRole('button', { name: 'Create link' }))
    expect(field).toHaveAccessibleDescription(/Please say what the link is for\./)
    expect(api.calls('createFeed')).toEqual([])
    await user.type(field, 'Phone')
    await user.click(shown.getByRole('button', { name: 'Create link' }))
    expect(await screen.findByText('We couldn’t create the link. Please try again.')).toBeVisible()
    expect(field).toHaveValue('Phone')
  })

  it('end after a question', async () => {
    let feeds = [aFeed()]
    const { api, user } = open(() => feeds, {
      revokeFeed: () => {
        feeds = []
        return {}
      },
    })
    const shown = await section()
    const end = await shown.findByRole('button', { name: 'Remove the link for Phone' })
    await user.click(end)
    const dialog = async () =>
      within(await screen.findByRole('dialog', { name: 'Remove calendar link' }))
    await user.click((await dialog()).getByRole('button', { name: 'No' }))
    expect(api.calls('revokeFeed')).toEqual([])
    await user.click(end)
    await user.click((await dialog()).getByRole('button', { name: 'Yes' }))
    expect(await shown.findByText('You have no calendar links yet.')).toBeVisible()
    expect(await screen.findByText('Link removed.')).toBeVisible()
    expect(api.calls('revokeFeed')).toMatchObject([{ path: '/users/calendar/1' }])
  })

  it('are ten at most', async () => {
    open(Array.from({ length: FEEDS_MAX }, (_, place) => aFeed({ id: id(place + 1) })))
    const shown = await section()
    expect(await shown.findByText(/You have 10 links, the most/)).toBeVisible()
    expect(shown.queryByRole('textbox')).toBeNull()
  })

  it('that cannot be loaded offer to try again', async () => {
    open(() => refusal(500))
    expect(await (await section()).findByRole('button', { name: 'Try again' })).toBeVisible()
  })
})
