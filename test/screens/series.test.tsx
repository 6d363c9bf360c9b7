import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import type { GameDateId, MemberId } from '#contract/ids.ts'
import type { GameDate, Plan } from '#contract/planning.ts'
import { timeRange } from '#shared/timeRange.ts'
import { readerTimeZone } from '#src/platform/intl.ts'
import { aProfile, id } from '#test/helpers/fixtures/siteState.ts'
import {
  aDate as aGameDate,
  aPlan as aGroupPlan,
  EMPTY_PLAN,
  openSessions,
  ravensOf,
} from './openSessions.tsx'

/** A Friday, the first of its month, in any zone of the tests. */
const START = '2030-05-03T17:00:00.000Z'
const END = '2030-05-03T21:00:00.000Z'
const SPAN = timeRange(START, END, readerTimeZone()) ?? ''

const aDate = (over: Partial<GameDate> = {}): GameDate =>
  aGameDate({
    starts_at: START,
    ends_at: END,
    time_zone: 'UTC',
    repeats: true,
    rhythm: { unit: 'month', every: 1, weekdays: ['FR'], weeks: [1, 3] },
    host: null,
    ...over,
  })
const aPlan = (over: Partial<Plan> = {}): Plan =>
  aGroupPlan({ rhythms: true, skipped: [], ...over })

const open = (...[plan, more]: Parameters<typeof openSessions>) =>
  openSessions(plan, {
    getProfile: aProfile({ username: 'wren', features: ['planning'] }),
    listGroups: [{ ...ravensOf('wren', 'Tamsin'), plan: EMPTY_PLAN }],
    ...more,
  })
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))
async function choose(user: UserEvent, action: string) {
  await user.click(await screen.findByRole('button', { name: `More for the session ${SPAN}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

const repeat = async (
  user: UserEvent,
  form: ReturnType<typeof within>,
  rhythm: string,
  before = 'Never',
) => {
  await user.click(form.getByRole('button', { name: `Repeats ${before}` }))
  await user.click(await screen.findByRole('option', { name: rhythm }))
}

describe('A series', () => {
  it.each<[string, Partial<GameDate>]>([
    ['First and third Friday of the month, no end', {}],
    [
      'Every 2 weeks on Monday and Thursday, until Fri 31 May 2030',
      {
        rhythm: {
          unit: 'week',
          every: 2,
          weekdays: ['MO', 'TH'],
          until: '2030-05-31T12:00:00.000Z',
        },
      },
    ],
    [
      'Last Saturday, every 3 months',
      { rhythm: { unit: 'month', every: 3, weekdays: ['SA'], weeks: [-1], count: 4 } },
    ],
    ['Every Thursday', { rhythm: { unit: 'week', every: 1, weekdays: ['TH'], count: 4 } }],
  ])('is described as “%s”', async (words, over) => {
    const { region } = await open(aPlan({ dates: [aDate(over)] }))
    expect(await region.findByText(words)).toBeVisible()
  })

  it('says that the clocks skip the time of a date', async () => {
    const late = { skipped_time: '00:00', time_zone: 'America/Havana' }
    const { region } = await open(
      aPlan({ dates: [aDate(late), aDate({ ...late, id: id(10) })], later: 0 }),
    )
    expect(await region.findAllByText('the clocks skip 00:00 that day, Havana time')).toHaveLength(
      2,
    )
  })

  it('of eight Thursdays with two hosts is planned by six presses and three fields, and answered by one', async () => {
    const dates = [0, 7, 14, 21, 28, 35, 42, 49].map((days, n) =>
      aDate({
        id: id(20 + n),
        title: 'Lanterns',
        starts_at: new Date(Date.UTC(2030, 4, 2 + days, 17)).toISOString(),
        host: { member_id: id<MemberId>((n % 2) + 1), name: n % 2 === 0 ? 'wren' : 'Tamsin' },
        next_host: id<MemberId>(n % 2 === 0 ? 2 : 1),
      }),
    )
    const planned = aPlan({ series: true, dates })
    const { api, user, region } = await open(aPlan({ series: true }), {
      planSession: planned,
      answerSession: planned,
      hostDate: planned,
    })
    let [presses, fields] = [0, 0]
    const press = (control: HTMLElement) => {
      presses++
      return user.click(control)
    }
    const type = async (field: HTMLElement, text: string) => {
      fields++
      await user.clear(field)
      await user.type(field, text)
    }
    await press(await region.findByRole('button', { name: 'Plan a session' }))
    const form = await dialog('Plan a session')
    await type(form.getByLabelText('Start'), '2030-05-02T19:00')
    await press(form.getByRole('button', { name: 'Repeats Never' }))
    await press(await screen.findByRole('option', { name: 'Weekly' }))
    await type(form.getByRole('spinbutton', { name: 'Number of sessions' }), '8')
    const hosts = within(form.getByRole('group', { name: 'Hosts take turns (optional)' }))
    await press(hosts.getByRole('checkbox', { name: 'Tamsin' }))
    await press(hosts.getByRole('checkbox', { name: 'wren' }))
    expect(form.getByText(/^In this order: Tamsin.* wren$/)).toBeVisible()
    await type(form.getByRole('textbox', { name: 'Title (optional)' }), 'Lanterns')
    const sum = 'Every Thursday, 19:00–23:00, 8 sessions, until Thu 20 Jun 2030'
    expect(form.getByText(sum)).toBeVisible()
    await press(form.getByRole('button', { name: 'Save session' }))
    const told = '8 sessions planned: every Thursday, until Thu 20 Jun 2030.'
    expect(await screen.findByText(told)).toBeVisible()
    expect(api.calls('planSession')[0]?.body).toMatchObject({
      repeats: { unit: 'week', every: 1, count: 8 },
      hosts: [2, 1],
    })
    expect(await region.findAllByRole('button', { name: /^Give turn to/ })).toHaveLength(2)
    const more = region.getByRole('button', { name: 'Show 6 more dates' })
    expect([presses, fields]).toEqual([6, 3])
    await press(region.getByRole('radio', { name: 'Coming to all 8' }))
    await waitFor(() => expect(api.calls('answerSession')).toHaveLength(1))
    expect(api.calls('answerSession')[0]).toMatchObject({
      path: expect.stringMatching(/\/sessions\/8\/answer\/$/),
      body: {
        answer: 'coming',
        time_zone: readerTimeZone(),
        dates: dates.map((one) => ({ id: one.id, starts_at: one.starts_at })),
      },
    })
    await user.click(more)
    expect(region.getAllByRole('button', { name: /^Give turn to/ })).toHaveLength(8)
    await user.click(region.getByRole('button', { name: 'Show fewer' }))
    expect(region.getAllByRole('button', { name: /^Give turn to/ })).toHaveLength(2)
    const [turn] = region.getAllByRole('button', { name: /^Give turn to Tamsin/ })
    if (turn) await user.click(turn)
    await waitFor(() => expect(api.calls('hostDate')[0]?.body).toEqual({ member_id: 2 }))
  })

  it('says why a date moves or is skipped, and why all end', async () => {
    const plan = aPlan({ series: true, dates: [aDate()] })
    const { api, user } = await open(plan, {
      changeDate: plan,
      cancelDate: plan,
      cancelSession: plan,
    })
    const give = async (action: string, title: string, button: string) => {
      await choose(user, action)
      const form = await dialog(title)
      await user.type(form.getByRole('textbox', { name: 'Reason (optional)' }), 'Snow')
      await user.click(form.getByRole('button', { name: button }))
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    }
    await choose(user, 'Change')
    const form = await dialog('Change session')
    await user.type(form.getByRole('textbox', { name: 'Reason (optional)' }), 'Snow')
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(form.getByText(/^Change something, too/)).toBeVisible()
    expect(api.calls('changeDate')).toEqual([])
    await user.type(form.getByRole('textbox', { name: 'Place (optional)' }), 'Graz')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await give('Skip this date', 'Skip this date', 'Skip date')
    await give('Cancel all dates', 'Cancel all dates', 'Cancel all dates')
    expect(api.calls('changeDate')[0]?.body).toMatchObject({ reason: 'Snow' })
    expect(api.calls('cancelDate')[0]?.query).toEqual({ reason: 'Snow' })
    expect(api.calls('cancelSession')[0]?.query).toEqual({ reason: 'Snow' })
  })

  it('is planned on several days and without an end, and begins on one of its days', async () => {
    const { api, user, region } = await open(aPlan(), { planSession: aPlan() })
    await user.click(await region.findByRole('button', { name: 'Plan a session' }))
    const form = await dialog('Plan a session')
    await user.type(form.getByLabelText('Start'), '2030-05-03T19:00')
    await repeat(user, form, 'Custom')
    await user.clear(form.getByRole('spinbutton', { name: 'Every' }))
    await user.type(form.getByRole('spinbutton', { name: 'Every' }), '2')
    const days = within(form.getByRole('group', { name: 'On' }))
    expect(days.getByRole('checkbox', { name: 'Fri' })).toBeChecked()
    await user.click(days.getByRole('checkbox', { name: 'Mon' }))
    await user.click(days.getByRole('checkbox', { name: 'Fri' }))
    await user.click(form.getByRole('radio', { name: 'Never' }))
    expect(form.getAllByRole('spinbutton')).toHaveLength(1)
    await user.click(form.getByRole('button', { name: 'Save session' }))
    expect(form.getByText(/The first session isn’t on one of the days you chose/)).toBeVisible()
    await user.click(days.getByRole('checkbox', { name: 'Fri' }))
    await user.click(form.getByRole('button', { name: 'Save session' }))
    await waitFor(() =>
      expect(api.calls('planSession')).toEqual([
        expect.objectContaining({
          body: expect.objectContaining({
            repeats: { unit: 'week', every: 2, weekdays: ['MO', 'FR'] },
          }),
        }),
      ]),
    )
  })

  it('is planned on weeks of the month until a day', async () => {
    const { api, user, region } = await open(aPlan(), { planSession: aPlan() })
    await user.click(await region.findByRole('button', { name: 'Plan a session' }))
    const form = await dialog('Plan a session')
    await user.type(form.getByLabelText('Start'), '2030-05-03T19:00')
    await repeat(user, form, 'Custom')
    await user.click(form.getByRole('radio', { name: 'Months' }))
    const weeks = within(form.getByRole('group', { name: 'In the month' }))
    expect(weeks.getByRole('checkbox', { name: 'First' })).toBeChecked()
    await user.click(weeks.getByRole('checkbox', { name: 'Third' }))
    await user.click(form.getByRole('radio', { name: 'On a date' }))
    await user.click(form.getByRole('button', { name: 'Save session' }))
    expect(form.getByText('Choose the last day.')).toBeVisible()
    await user.type(form.getByLabelText('Last day'), '2030-12-31')
    await user.click(form.getByRole('button', { name: 'Save session' }))
    const until = new Date('2030-12-31T23:59').toISOString()
    await waitFor(() =>
      expect(api.calls('planSession')).toEqual([
        expect.objectContaining({
          body: expect.objectContaining({
            repeats: { unit: 'month', every: 1, weeks: [1, 3], until },
          }),
        }),
      ]),
    )
  })

  it('offers an older server what it knows: one day, and a number of sessions', async () => {
    const {
      rhythms: _new,
      skipped: _also,
      ...old
    } = aPlan({
      dates: [aDate({ rhythm: undefined, host: undefined })],
    })
    const { user, region } = await open(old)
    await user.click(await region.findByRole('button', { name: 'Plan a session' }))
    const form = await dialog('Plan a session')
    await repeat(user, form, 'Custom')
    expect(form.getByRole('spinbutton', { name: 'Every' })).toBeVisible()
    expect(form.queryByRole('checkbox')).not.toBeInTheDocument()
    expect(form.queryByRole('radio')).not.toBeInTheDocument()
    expect(form.queryByText('Hosts take turns (optional)')).not.toBeInTheDocument()
    expect(form.getByRole('spinbutton', { name: 'Number of sessions' })).toBeVisible()
    await user.click(form.getByRole('button', { name: /close/i }))
    await user.click(await screen.findByRole('button', { name: `More for the session ${SPAN}` }))
    const items = (await screen.findAllByRole('menuitem')).map((one) => one.textContent)
    expect(items).toEqual(['Change', 'Skip this date', 'Cancel all dates'])
  })

  it('changes the place of one date alone unless another scope is chosen', async () => {
    const plan = aPlan({ dates: [aDate()] })
    const { api, user } = await open(plan, { changeDate: plan })
    await choose(user, 'Change')
    const form = await dialog('Change session')
    expect(form.getByRole('radio', { name: 'This date only' })).toBeChecked()
    expect(form.queryByRole('button', { name: /^Repeats/ })).not.toBeInTheDocument()
    const place = form.getByRole('textbox', { name: 'Place (optional)' })
    await user.clear(place)
    await user.type(place, 'Linz')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.calls('changeDate')).toHaveLength(1))
    const body = api.calls('changeDate')[0]?.body
    expect(body).toMatchObject({ place: 'Linz', scope: 'this' })
    expect(body).not.toHaveProperty('repeats')
  })

  it('gets another rhythm from one of its dates on', async () => {
    const plan = aPlan({ dates: [aDate()] })
    const { api, user } = await open(plan, { changeDate: plan })
    await choose(user, 'Change')
    const form = await dialog('Change session')
    await user.click(form.getByRole('radio', { name: 'This and later dates' }))
    await repeat(user, form, 'Every 2 weeks', 'Custom')
    await user.click(form.getByRole('radio', { name: 'After a number of sessions' }))
    expect(form.getByLabelText('Number of sessions from this date on')).toHaveValue(10)
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.calls('changeDate')).toHaveLength(1))
    expect(api.calls('changeDate')[0]?.body).toMatchObject({
      scope: 'later',
      starts_at: START,
      repeats: { unit: 'week', every: 2, count: 10 },
    })
  })

  it('is changed in the zone of the reader if this browser does not know its own', async () => {
    const plan = aPlan({ dates: [aDate({ time_zone: 'Mars/Olympus' })] })
    const { api, user } = await open(plan, { changeDate: plan })
    await choose(user, 'Change')
    const form = await dialog('Change session')
    await user.click(form.getByRole('radio', { name: 'This and later dates' }))
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.calls('changeDate')).toHaveLength(1))
  })

  it('skips its dates up to a day, and has them put back', async () => {
    const skipped = [
      { id: id<GameDateId>(11), title: 'Into the mine', starts_at: START, ends_at: END },
    ]
    const plan = aPlan({ dates: [aDate()], skipped })
    const { api, user } = await open(plan, { cancelDate: plan, restoreDate: aPlan() })
    await choose(user, 'Skip this date')
    const form = await dialog('Skip this date')
    await user.type(form.getByLabelText('Skip all dates until (optional)'), '2030-05-20')
    await user.click(form.getByRole('button', { name: 'Skip date' }))
    expect(await screen.findByText('Skipped.')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    const until = new Date('2030-05-20T23:59').toISOString()
    expect(api.calls('cancelDate').map(({ query }) => query)).toEqual([
      expect.objectContaining({ until }),
    ])
    await user.click(await screen.findByRole('button', { name: `Restore ${SPAN}` }))
    await waitFor(() => expect(api.calls('restoreDate')).toHaveLength(1))
    expect(await screen.findByText('The date is back.')).toBeVisible()
  })

  it('is hosted in turn: a member offers, and says where', async () => {
    const member = { may_plan: false, may_choose: false }
    const host = { member_id: id<MemberId>(1), name: 'wren' }
    const hosted = aPlan({ ...member, dates: [aDate({ host })] })
    const { api, user, region } = await open(aPlan({ ...member, dates: [aDate()] }), {
      hostDate: hosted,
      changeDate: hosted,
    })
    await user.click(await screen.findByRole('button', { name: `More for the session ${SPAN}` }))
    const actions = await screen.findAllByRole('menuitem')
    expect(actions.map(({ textContent }) => textContent)).toEqual(['I’ll host'])
    await user.click(screen.getByRole('menuitem'))
    await waitFor(() => expect(api.calls('hostDate')[0]?.body).toEqual({ member_id: 1 }))
    expect(await region.findByText('wren')).toBeVisible()
    await choose(user, 'Set place and notes')
    const form = await dialog('Set place and notes')
    expect(form.queryByRole('textbox', { name: 'Title (optional)' })).not.toBeInTheDocument()
    await user.type(form.getByRole('textbox', { name: 'Notes (optional)' }), 'Second floor')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(api.calls('changeDate')[0]?.body).toMatchObject({
        scope: 'this',
        notes: 'Second floor',
        starts_at: START,
        ends_at: END,
      }),
    )
  })

  it('has a host whom a planner chooses', async () => {
    const plan = aPlan({ dates: [aDate()] })
    const { api, user } = await open(plan, { hostDate: plan })
    await choose(user, 'Choose a host')
    const form = await dialog('Choose a host')
    await user.click(form.getByRole('button', { name: /^Host/ }))
    await user.click(await screen.findByRole('option', { name: 'Tamsin' }))
    await user.click(form.getByRole('button', { name: 'Save host' }))
    await waitFor(() => expect(api.calls('hostDate')[0]?.body).toEqual({ member_id: 2 }))
  })
})
