import { act, screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import type { DateOption, DatePoll } from '#contract/datePolls.ts'
import type { Plan } from '#contract/planning.ts'
import { timeRange } from '#shared/timeRange.ts'
import { readerTimeZone } from '#src/platform/intl.ts'
import { baseApi } from '#src/store/http/baseApi.ts'
import { aProfile, id } from '#test/helpers/fixtures/siteState.ts'
import { later, refusal } from '#test/helpers/screens/fakeApi.ts'
import { aDate, anOption, aPlan, EMPTY_PLAN, openPlan, ravensOf } from './openSessions.tsx'

const START = '2030-05-04T17:00:00.000Z'
const END = '2030-05-04T21:00:00.000Z'
const LATER = '2030-05-11T17:00:00.000Z'
const rangeOf = (start: string, end: string | null) => timeRange(start, end, readerTimeZone()) ?? ''

const planned = { ...ravensOf('wren'), plan: EMPTY_PLAN }
const aPoll = (options: DateOption[], over: Partial<DatePoll> = {}): DatePoll => ({
  id: id(20),
  title: 'Which evening?',
  notes: '',
  made_by: 'wren',
  options,
  ...over,
})

async function open(...[plan, more]: Parameters<typeof openPlan>) {
  const page = openPlan(plan, { listGroups: [planned], ...more })
  await screen.findByRole('button', { name: /^Ravens/, expanded: true })
  return page
}
const panel = async (name = 'Sessions') => within(await screen.findByRole('region', { name }))
/** Chooses from the menu of a session. */
async function choose(user: UserEvent, span: string, action: string) {
  const region = await panel()
  await user.click(await region.findByRole('button', { name: `More for the session ${span}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }))

describe('The plan of a group', () => {
  it('makes no call to a server that does not announce it', async () => {
    const { api } = await open(aPlan(), { getProfile: aProfile() })
    await screen.findByRole('list', { name: 'Members' })
    expect(api.calls('getPlan')).toEqual([])
    expect(screen.queryByRole('navigation', { name: 'Parts of Ravens' })).not.toBeInTheDocument()
  })

  it('says that nothing is planned, and offers planning to those who may', async () => {
    await open(aPlan({ may_plan: false, may_choose: false }))
    const region = await panel()
    expect(await region.findByText('No session planned yet.')).toBeVisible()
    expect(region.queryByRole('button')).not.toBeInTheDocument()
    expect(region.queryByRole('checkbox')).not.toBeInTheDocument()
  })

  it('can be retried after an error', async () => {
    let isDown = true
    const { user } = await open(() => (isDown ? refusal(503) : aPlan()))
    const region = await panel()
    const retry = await region.findByRole('button', { name: /again/i })
    isDown = false
    await user.click(retry)
    expect(await region.findByText('No session planned yet.')).toBeVisible()
  })

  it('shows a session in the reader’s zone, with who comes, and sends the own answer', async () => {
    let date = aDate({
      link: 'https://vtt.example/room',
      notes: 'Bring dice',
      repeats: true,
      answers: [
        { member_id: id(1), name: 'wren', answer: 'coming' },
        { member_id: id(2), name: 'Tamsin', answer: 'not_coming' },
      ],
    })
    const { api, user } = await open(() => aPlan({ dates: [date], later: 3 }), {
      answerDate: () => {
        date = { ...date, mine: 'coming' }
        return aPlan({ dates: [date] })
      },
    })
    const region = await panel()
    expect(await region.findByText('1 is coming: wren')).toBeVisible()
    expect(region.getByText('1 is not coming: Tamsin')).toBeVisible()
    expect(region.getByText('3 more dates after these')).toBeVisible()
    expect(region.getAllByText(rangeOf(START, END))[0]).toBeVisible()
    expect(region.getByRole('link', { name: 'https://vtt.example/room' })).toHaveAttribute(
      'rel',
      expect.stringContaining('noopener'),
    )
    const group = region.getByRole('group', { name: `Are you coming? ${rangeOf(START, END)}` })
    await user.click(within(group).getByRole('radio', { name: 'Coming' }))
    await waitFor(() => expect(within(group).getByRole('radio', { name: 'Coming' })).toBeChecked())
    expect(api.calls('answerDate')).toEqual([
      expect.objectContaining({
        body: { starts_at: START, time_zone: readerTimeZone(), answer: 'coming' },
      }),
    ])
  })

  it('shows all its dates and, below "Find a date", all its open polls', async () => {
    const dates = [aDate(), aDate({ id: id(10), title: 'Out of the mine', starts_at: LATER })]
    const polls = [aPoll([anOption()]), aPoll([], { id: id(30), title: 'Which morning?' })]
    await open(aPlan({ dates, polls }))
    const region = await panel()
    expect(await region.findByRole('heading', { name: 'Find a date' })).toBeVisible()
    for (const title of ['Into the mine', 'Out of the mine', 'Which evening?', 'Which morning?'])
      expect(region.getByText(title)).toBeVisible()
  })

  it.each([
    'javascript:alert(1)',
    'https://vtt.example@evil.example/',
    'https://vtt.example/\u202Egnp.exe',
  ])('never makes a link of %j', async (link) => {
    await open(aPlan({ dates: [aDate({ link })] }))
    const region = await panel()
    await region.findByText('Into the mine')
    expect(region.queryByRole('link')).not.toBeInTheDocument()
  })

  it('shows the plan of the response before the refetch', async () => {
    const again = later<Plan>()
    const plans: (Plan | Promise<Plan>)[] = [aPlan({ dates: [aDate()] }), again.promise]
    const answered = aPlan({ dates: [aDate({ title: 'Out of the mine', mine: 'coming' })] })
    const { user } = await open(() => plans.shift(), { answerDate: answered })
    const region = await panel()
    await user.click(await region.findByRole('radio', { name: 'Coming' }))
    await region.findByText('Out of the mine')
    expect(region.getByRole('radio', { name: 'Coming' })).toBeChecked()
    again.resolve(answered)
  })

  it('shows why an answer was refused', async () => {
    const { user } = await open(aPlan({ dates: [aDate()] }), {
      answerDate: refusal(409, 'date_moved'),
    })
    await user.click(await (await panel()).findByRole('radio', { name: 'Not coming' }))
    expect(await screen.findByText(/Someone just moved this session/)).toBeVisible()
  })

  it('shows a poll with the best date; a member answers, a planner fixes', async () => {
    const poll = aPoll([
      anOption({
        is_best: true,
        mine: 'yes',
        answers: [
          { member_id: id(1), name: 'wren', answer: 'yes' },
          { member_id: id(2), name: 'Tamsin', answer: 'maybe' },
        ],
      }),
      anOption({ id: id(22), starts_at: LATER, ends_at: LATER }),
    ])
    const { api, user } = await open(aPlan({ polls: [poll] }), {
      answerPoll: aPlan({ polls: [poll] }),
      fixPoll: aPlan({ dates: [aDate()] }),
    })
    const region = await panel()
    expect(await region.findByText(/Best date/)).toBeVisible()
    const second = within(region.getByRole('group', { name: rangeOf(LATER, null) }))
    await user.click(second.getByRole('radio', { name: 'If need be' }))
    await waitFor(() =>
      expect(api.calls('answerPoll')).toEqual([
        expect.objectContaining({
          body: { time_zone: readerTimeZone(), answers: [{ option_id: 22, answer: 'maybe' }] },
        }),
      ]),
    )
    await user.click(
      region.getByRole('button', { name: `Choose this date ${rangeOf(START, END)}` }),
    )
    const form = await dialog('Choose this date')
    await user.type(form.getByRole('textbox', { name: 'Place (optional)' }), 'Graz')
    await user.click(form.getByRole('button', { name: 'Save session' }))
    await waitFor(() =>
      expect(api.calls('fixPoll')).toEqual([
        expect.objectContaining({
          body: { option_id: 21, title: 'Which evening?', place: 'Graz', link: '', notes: '' },
        }),
      ]),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('creates a date poll', async () => {
    const { api, user } = await open(aPlan(), { makePoll: aPlan() })
    await user.click(await (await panel()).findByRole('button', { name: 'Propose dates' }))
    const form = await dialog('Propose dates')
    await user.click(form.getByRole('button', { name: 'Ask members' }))
    expect(form.getByText('Choose a date and a time.')).toBeVisible()
    expect(form.getByLabelText('Date 1')).toHaveFocus()
    await user.click(form.getByRole('button', { name: 'Remove date 2' }))
    await user.type(form.getByLabelText('Date 1'), '2030-05-04T19:00')
    await user.click(form.getByRole('button', { name: 'Ask members' }))
    const starts_at = new Date('2030-05-04T19:00').toISOString()
    const ends_at = new Date('2030-05-04T23:00').toISOString()
    await waitFor(() =>
      expect(api.calls('makePoll')).toEqual([
        expect.objectContaining({
          body: {
            title: '',
            notes: '',
            time_zone: readerTimeZone(),
            options: [{ starts_at, ends_at }],
          },
        }),
      ]),
    )
  })

  it('plans a session that repeats, and refuses a link that is none without a call', async () => {
    const { api, user } = await open(aPlan(), { planSession: aPlan() })
    await user.click(await (await panel()).findByRole('button', { name: 'Plan a session' }))
    const form = await dialog('Plan a session')
    await user.type(form.getByLabelText('Start'), '2030-05-04T19:00')
    await user.click(form.getByRole('button', { name: 'Repeats Never' }))
    await user.click(await screen.findByRole('option', { name: 'Every 2 weeks' }))
    const count = form.getByRole('spinbutton', { name: 'Number of sessions' })
    await user.clear(count)
    await user.type(count, '6')
    const link = form.getByRole('textbox', { name: 'Link (optional)' })
    await user.type(link, 'javascript:alert(1)')
    await user.click(form.getByRole('button', { name: 'Save session' }))
    expect(form.getByText('The link must begin with https:// or http://.')).toBeVisible()
    expect(link).toHaveFocus()
    expect(api.calls('planSession')).toEqual([])
    await user.clear(link)
    await user.click(form.getByRole('button', { name: 'Save session' }))
    await waitFor(() =>
      expect(api.calls('planSession')).toEqual([
        expect.objectContaining({
          body: expect.objectContaining({ repeats: { unit: 'week', every: 2, count: 6 } }),
        }),
      ]),
    )
    const told = '6 sessions planned: every 2 weeks on Saturday, until Sat 13 Jul 2030.'
    expect(await screen.findByText(told)).toBeVisible()
  })

  it('changes a session with the sequence that was seen, and keeps an untouched time', async () => {
    const { api, user } = await open(aPlan({ dates: [aDate()] }), {
      changeDate: aPlan({ dates: [aDate({ place: 'Linz' })] }),
    })
    await choose(user, rangeOf(START, END), 'Change')
    const form = await dialog('Change session')
    const place = form.getByRole('textbox', { name: 'Place (optional)' })
    await user.clear(place)
    await user.type(place, 'Linz')
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(api.calls('changeDate')).toEqual([
        expect.objectContaining({
          body: {
            title: 'Into the mine',
            place: 'Linz',
            link: '',
            notes: '',
            sequence: 3,
            starts_at: START,
            ends_at: END,
          },
        }),
      ]),
    )
  })

  it('refuses to overwrite a change that arrived while the form was open, until it is saved again', async () => {
    let isFirst = true
    const newer = aPlan({ dates: [aDate({ place: 'Linz', sequence: 4 })] })
    const { api, store, user } = await open(aPlan({ dates: [aDate()] }), {
      changeDate: () => {
        const wasFirst = isFirst
        isFirst = false
        return wasFirst ? refusal(409, 'session_changed') : newer
      },
    })
    await choose(user, rangeOf(START, END), 'Change')
    const form = await dialog('Change session')
    await user.type(form.getByRole('textbox', { name: 'Notes (optional)' }), 'Bring dice')
    api.respond({ getPlan: newer })
    act(() => void store.dispatch(baseApi.util.invalidateTags([{ type: 'GroupPlan', id: 4 }])))
    expect(await screen.findByText('Linz')).toBeInTheDocument()
    await user.click(form.getByRole('button', { name: 'Save' }))
    expect(await form.findByText(/^Someone else just changed this session/)).toBeVisible()
    await user.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(api.calls('changeDate').map(({ body }) => body)).toEqual([
      expect.objectContaining({ notes: 'Bring dice', sequence: 3 }),
      expect.objectContaining({ notes: 'Bring dice', sequence: 4 }),
    ])
  })

  it('asks before a date, a series or a poll is cancelled', async () => {
    const plan = aPlan({ dates: [aDate({ repeats: true })], polls: [aPoll([anOption()])] })
    const { api, user } = await open(plan, {
      cancelDate: plan,
      cancelSession: plan,
      cancelPoll: plan,
    })
    const cancel = async (title: string, press: () => Promise<void>, name = title) => {
      await press()
      await user.click((await dialog(title)).getByRole('button', { name }))
      await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    }
    const span = rangeOf(START, END)
    const skip = () => choose(user, span, 'Skip this date')
    await skip()
    const question = await dialog('Skip this date')
    expect(
      question.getByText(`Skip the session on ${rangeOf(START, END)}?`, { exact: false }),
    ).toBeVisible()
    await user.click(question.getByRole('button', { name: 'Keep date' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(api.calls('cancelDate')).toEqual([])
    await cancel('Skip this date', skip, 'Skip date')
    await cancel('Cancel all dates', () => choose(user, span, 'Cancel all dates'))
    const region = await panel()
    await cancel('Cancel poll', async () =>
      user
        .click(region.getByRole('button', { name: 'More for the poll Which evening?' }))
        .then(async () => user.click(await screen.findByRole('menuitem', { name: 'Cancel poll' }))),
    )
    for (const call of ['cancelDate', 'cancelSession', 'cancelPoll'] as const)
      expect(api.calls(call)).toHaveLength(1)
  })

  it('lets the owner choose who may plan', async () => {
    const { api, user } = await open(aPlan(), { choosePlanners: aPlan({ planners: 'members' }) })
    await user.click(await screen.findByRole('link', { name: 'Manage' }))
    await user.click(
      await (await panel('Manage')).findByRole('checkbox', {
        name: 'All members can plan sessions',
      }),
    )
    await waitFor(() =>
      expect(api.calls('choosePlanners')).toEqual([
        expect.objectContaining({ body: { planners: 'members' } }),
      ]),
    )
    // The response of the change has the plan.
    expect(
      await (await panel('Manage')).findByRole('checkbox', {
        name: 'All members can plan sessions',
      }),
    ).toBeChecked()
    expect(api.calls('getPlan')).toHaveLength(1)
  })
})
