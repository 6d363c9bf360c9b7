import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { DateOption, DatePoll } from '#contract/datePolls.ts'
import type { MemberId } from '#contract/ids.ts'
import type { Plan } from '#contract/planning.ts'
import { timeRange } from '#shared/timeRange.ts'
import { localValue } from '#src/features/groups/planning/LocalTimes.tsx'
import { readerTimeZone } from '#src/platform/intl.ts'
import { aProfile, id } from '#test/helpers/fixtures/siteState.ts'
import { refusal } from '#test/helpers/screens/fakeApi.ts'
import { aPlan as aGroupPlan, anOption, openSessions } from './openSessions.tsx'

const FIRST = '2030-05-04T17:00:00.000Z'
const SECOND = '2030-05-11T17:00:00.000Z'
const THIRD = '2030-05-18T17:00:00.000Z'
const CLOSES = '2030-05-01T10:00:00.000Z'
const [wren, tamsin] = [
  { member_id: id<MemberId>(1), name: 'wren' },
  { member_id: id<MemberId>(2), name: 'Tamsin' },
]
const end = (start: string) => new Date(Date.parse(start) + 3 * 3_600_000).toISOString()
const rangeOf = (start: string) => timeRange(start, end(start), readerTimeZone()) ?? ''

const option = (at: number, starts_at: string, over: Partial<DateOption> = {}) =>
  anOption({
    id: id(at),
    starts_at,
    ends_at: end(starts_at),
    answers: [
      { ...wren, answer: 'yes' },
      { ...tamsin, answer: 'yes' },
    ],
    mine: 'yes',
    is_best: at === 21,
    is_tied: true,
    ...over,
  })
const aPlan = (over: Partial<DatePoll> = {}, plan: Partial<Plan> = {}): Plan =>
  aGroupPlan({
    polls: [
      {
        id: id(20),
        title: 'Which evening?',
        notes: '',
        made_by: 'wren',
        options: [option(21, FIRST), option(22, SECOND)],
        closes_at: CLOSES,
        is_closed: false,
        sequence: 3,
        comments: [{ ...tamsin, text: 'Only until ten.' }],
        ...over,
      },
    ],
    ...plan,
  })

async function open(...[plan, more]: Parameters<typeof openSessions>) {
  const getProfile = aProfile({ features: ['planning', 'polls'] })
  const page = await openSessions(plan, { getProfile, ...more })
  await page.region.findByText('Find a date')
  return page
}
type Opened = Awaited<ReturnType<typeof open>>
async function openChange({ region, user }: Opened) {
  await user.click(region.getByRole('button', { name: /^More for the poll/ }))
  await user.click(await screen.findByRole('menuitem', { name: 'Change dates' }))
  return within(await screen.findByRole('dialog', { name: 'Change dates' }))
}
const fill = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

describe('A date poll', () => {
  it('says until when it takes answers, which dates are as good, and what members add', async () => {
    const { region } = await open(aPlan())
    const closing = timeRange(CLOSES, null, readerTimeZone()) ?? ''
    expect(region.getByText('Answer by').parentElement).toHaveTextContent(`Answer by ${closing}`)
    const heads = region.getAllByRole('columnheader').map(({ textContent }) => textContent)
    expect(heads).toEqual([
      `${rangeOf(FIRST)}2 yes\u00a0· Best date`,
      `${rangeOf(SECOND)}2 yes\u00a0· Just as good`,
      'Comment',
    ])
    expect(region.getByText('2 dates are equally good. This is the earliest.')).toBeVisible()
    const row = within(region.getByRole('row', { name: /^Tamsin/ }))
    expect(row.getByText('Only until ten.')).toBeVisible()
  })

  it('shows answers, but takes none, once it is closed; a planner still chooses', async () => {
    const { region } = await open(aPlan({ is_closed: true }))
    expect(region.getByText('Answers closed')).toBeVisible()
    expect(region.queryByRole('radio')).not.toBeInTheDocument()
    expect(region.queryByRole('textbox')).not.toBeInTheDocument()
    const own = within(region.getByRole('row', { name: /^You/ }))
    expect(own.getAllByText('Yes')).toHaveLength(2)
    expect(region.getByRole('button', { name: /^Choose this date/ })).toBeVisible()
  })

  it('has ended, once all dates are over: it says so, and can only be cancelled', async () => {
    const { region, user } = await open(aPlan({ is_closed: true, is_over: true }))
    expect(region.getByText('All dates are over, so this poll has ended.')).toBeVisible()
    expect(region.queryByRole('radio')).not.toBeInTheDocument()
    expect(region.queryByRole('button', { name: /^Choose this date/ })).not.toBeInTheDocument()
    await user.click(region.getByRole('button', { name: /^More for/ }))
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
    expect(items).toEqual(['Cancel poll'])
  })

  it('takes a comment of the reader', async () => {
    const page = await open(aPlan(), { answerPoll: aPlan() })
    const { region, user, api } = page
    await user.type(region.getByRole('textbox', { name: 'Comment (optional)' }), 'Late.')
    await user.click(region.getByRole('button', { name: 'Save comment' }))
    await waitFor(() =>
      expect(api.calls('answerPoll')).toMatchObject([{ body: { answers: [], comment: 'Late.' } }]),
    )
  })

  it('has its comments below its cards in a narrow window', async () => {
    const wide = window.innerWidth
    window.innerWidth = 360
    try {
      const { region } = await open(aPlan())
      expect(region.getByText('Tamsin:').parentElement).toHaveTextContent('Tamsin: Only until ten.')
    } finally {
      window.innerWidth = wide
    }
  })

  it.each([1024, 360])(
    'has comments that are reported, but for the own one: %s px',
    async (width) => {
      const wide = window.innerWidth
      window.innerWidth = width
      try {
        const comments = [
          { ...tamsin, text: 'Only until ten.' },
          { ...wren, text: 'Late.' },
        ]
        const getProfile = aProfile({ features: ['planning', 'polls', 'reports'] })
        const page = await open(aPlan({ comments }), { getProfile, report: {} })
        const reports = await page.region.findAllByRole('button', { name: /^Report comment of/ })
        expect(reports).toHaveLength(1)
        await page.user.click(page.region.getByRole('button', { name: 'Report comment of Tamsin' }))
        const dialog = within(await screen.findByRole('dialog', { name: 'Report comment' }))
        expect(dialog.getByText('Only until ten.')).toBeVisible()
        await page.user.click(dialog.getByRole('button', { name: /^What’s wrong/ }))
        await page.user.click(dialog.getByRole('option', { name: 'Something else' }))
        await page.user.click(dialog.getByRole('button', { name: 'Send report' }))
        const body = { kind: 'comment', id: 20, name: 'Tamsin', reason: 'other', line: '' }
        await waitFor(() => expect(page.api.calls('report')).toMatchObject([{ body }]))
      } finally {
        window.innerWidth = wide
      }
    },
  )

  it('keeps its untouched dates when a planner changes, adds and withdraws others', async () => {
    const page = await open(
      aPlan({ options: [option(21, FIRST), option(22, SECOND), option(23, THIRD)] }),
      { changeOptions: aPlan() },
    )
    const dialog = await openChange(page)
    await page.user.click(dialog.getByRole('button', { name: 'Remove date 3' }))
    await page.user.click(dialog.getByRole('button', { name: 'Add a date' }))
    fill(dialog.getByLabelText('Date 2'), localValue('2030-05-12T18:00:00.000Z'))
    fill(dialog.getByLabelText('Date 3'), localValue('2030-05-20T17:00:00.000Z'))
    await page.user.click(dialog.getByRole('button', { name: 'Save' }))
    const period = (starts_at: string) => ({ starts_at, ends_at: end(starts_at) })
    await waitFor(() =>
      expect(page.api.calls('changeOptions')).toMatchObject([
        {
          body: {
            options: [
              { id: 21, ...period(FIRST) },
              { id: 22, ...period('2030-05-12T18:00:00.000Z') },
              period('2030-05-20T17:00:00.000Z'),
            ],
            closes_at: CLOSES,
            sequence: 3,
          },
        },
      ]),
    )
    expect(await screen.findByText('Poll changed.')).toBeVisible()
  })

  it('keeps what was typed when someone else was quicker, and saves over it on a second click', async () => {
    const newer = aPlan({ options: [option(21, FIRST), option(23, THIRD)], sequence: 4 })
    let isFirst = true
    const page = await open(aPlan(), {
      getPlan: () => (isFirst ? aPlan() : newer),
      changeOptions: () => {
        const wasFirst = isFirst
        isFirst = false
        return wasFirst ? refusal(409, 'poll_changed') : newer
      },
    })
    const dialog = await openChange(page)
    fill(dialog.getByLabelText('Date 1'), '2030-05-05T18:00')
    await page.user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(
      await dialog.findByText(/^Someone else just changed the dates of this poll/),
    ).toBeVisible()
    expect(dialog.getByLabelText('Date 1')).toHaveValue('2030-05-05T18:00')
    await page.region.findAllByText(rangeOf(THIRD))
    await page.user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    // The other one changed the second date, which has another id by now: here it is a new one.
    expect(page.api.calls('changeOptions')[1]?.body).toMatchObject({
      options: [{ id: 21 }, { starts_at: SECOND, ends_at: end(SECOND) }],
      sequence: 4,
    })
  })

  it('has nothing of this with a server that has only the first calls', async () => {
    const {
      closes_at: _c,
      is_closed: _i,
      sequence: _s,
      comments: _m,
      ...old
    } = {
      ...aPlan().polls[0],
    } as DatePoll
    const page = await open(aPlan({}, { polls: [old] }), {
      getProfile: aProfile({ features: ['planning'] }),
    })
    const { region, user } = page
    expect(region.queryByText('Answer by')).not.toBeInTheDocument()
    expect(region.queryByRole('textbox')).not.toBeInTheDocument()
    await user.click(region.getByRole('button', { name: /^More for the poll/ }))
    expect(await screen.findByRole('menuitem', { name: 'Cancel poll' })).toBeVisible()
    expect(screen.queryByRole('menuitem', { name: 'Change dates' })).not.toBeInTheDocument()
    await user.keyboard('{Escape}')
    await user.click(region.getByRole('button', { name: 'Propose dates' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Propose dates' }))
    expect(dialog.queryByRole('button', { name: /^Suggest/ })).not.toBeInTheDocument()
    expect(dialog.queryByLabelText('Answer by (optional)')).not.toBeInTheDocument()
  })
})

describe('A new date poll', () => {
  async function openNew(more: Parameters<typeof openSessions>[1]) {
    const page = await open(aPlan(), more)
    await page.user.click(page.region.getByRole('button', { name: 'Propose dates' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Propose dates' }))
    return { ...page, dialog }
  }
  const times = (...starts: string[]) => ({
    dates: starts.map((starts_at) => ({ starts_at, ends_at: end(starts_at) })),
  })

  it('gets dates when everyone is free, beside those that were typed, and closes in time', async () => {
    const { dialog, user, api } = await openNew({
      suggestDates: times(FIRST, SECOND),
      makePoll: aPlan(),
    })
    fill(dialog.getByLabelText('Date 2'), localValue(THIRD))
    await user.click(dialog.getByRole('button', { name: 'Suggest dates when everyone is free' }))
    expect(await dialog.findByText(/^2 dates filled in/)).toBeVisible()
    expect(api.calls('suggestDates')).toMatchObject([
      { query: { hours: '4', time_zone: readerTimeZone() } },
    ])
    const values = [1, 2, 3].map((n) => dialog.getByLabelText(`Date ${n}`))
    expect(values.map((one) => (one as HTMLInputElement).value)).toEqual(
      [THIRD, FIRST, SECOND].map(localValue),
    )
    const closing = dialog.getByLabelText<HTMLInputElement>('Answer by (optional)')
    expect(closing.value).not.toBe('')
    fill(closing, localValue(CLOSES))
    await user.click(dialog.getByRole('button', { name: 'Ask members' }))
    await waitFor(() =>
      expect(api.calls('makePoll')).toMatchObject([
        {
          body: {
            options: [THIRD, FIRST, SECOND].map((starts_at) => ({ starts_at })),
            closes_at: CLOSES,
          },
        },
      ]),
    )
  })

  it('says that no date was found, and may have no closing date', async () => {
    const { dialog, user, api } = await openNew({ suggestDates: times(), makePoll: aPlan() })
    await user.click(dialog.getByRole('button', { name: /^Suggest/ }))
    expect(await dialog.findByText('We found no other date in the next six weeks.')).toBeVisible()
    fill(dialog.getByLabelText('Date 1'), localValue(FIRST))
    fill(dialog.getByLabelText('Answer by (optional)'), '')
    await user.click(dialog.getByRole('button', { name: 'Ask members' }))
    await waitFor(() =>
      expect(api.calls('makePoll')).toMatchObject([{ body: { closes_at: null } }]),
    )
  })

  it('shows at its field why a closing date was refused', async () => {
    const { dialog, user } = await openNew({ makePoll: refusal(400, 'bad_closing') })
    fill(dialog.getByLabelText('Date 1'), localValue(FIRST))
    await user.click(dialog.getByRole('button', { name: 'Ask members' }))
    await waitFor(() => expect(dialog.getByLabelText('Answer by (optional)')).toHaveFocus())
    expect(dialog.getByLabelText('Answer by (optional)')).toBeInvalid()
  })
})
