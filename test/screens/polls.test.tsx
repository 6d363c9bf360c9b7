import { screen, waitFor, within } from '@testing-library/react'
import type { DateOption, DatePoll } from '#contract/datePolls.ts'
import type { MemberId } from '#contract/ids.ts'
import { OPTIONS_MAX } from '#contract/planFields.ts'
import type { Plan } from '#contract/planning.ts'
import { timeRange } from '#shared/timeRange.ts'
import { localValue } from '#src/features/groups/planning/LocalTimes.tsx'
import {
  offeredClosing,
  type Start,
  withSuggested,
} from '#src/features/groups/planning/PollFields.tsx'
import { readerTimeZone } from '#src/platform/intl.ts'
import { id } from '../helpers/fixtures/siteState.ts'
import { later, refusal } from '../helpers/screens/fakeApi.ts'
import { aPlan as aGroupPlan, anOption, openSessions } from './openSessions.tsx'

const FIRST = '2030-05-04T17:00:00.000Z'
const SECOND = '2030-05-11T17:00:00.000Z'
const rangeOf = (start: string) => timeRange(start, null, readerTimeZone()) ?? ''

const [wren, tamsin] = [
  { member_id: id<MemberId>(1), name: 'wren' },
  { member_id: id<MemberId>(2), name: 'Tamsin' },
]

function aPlan(over: Partial<DateOption> = {}, plan: Partial<Plan> = {}): Plan {
  const option = (at: number, starts_at: string, more: Partial<DateOption>) =>
    anOption({
      id: id(at),
      starts_at,
      ends_at: '',
      answers: [
        { ...wren, answer: 'yes' },
        { ...tamsin, answer: at === 21 ? 'maybe' : 'yes' },
      ],
      mine: 'yes',
      is_best: at === 22,
      ...more,
    })
  const poll: DatePoll = {
    id: id(20),
    title: 'Which evening?',
    notes: '',
    made_by: 'wren',
    options: [option(21, FIRST, over), option(22, SECOND, {})],
  }
  return aGroupPlan({ polls: [poll], ...plan })
}

describe('A date poll', () => {
  it('is a table of people by dates, the reader first, and names who has not answered', async () => {
    const { region } = await openSessions(aPlan())
    const table = within(await region.findByRole('table'))
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      `${rangeOf(FIRST)}1 yes, 1 if need be`,
      `${rangeOf(SECOND)}2 yes\u00a0· Best date`,
    ])
    const rows = table.getAllByRole('rowheader')
    expect(rows.map(({ textContent }) => textContent)).toEqual(['You', 'Tamsin'])
    const tamsinsRow = within(table.getByRole('row', { name: /^Tamsin/ }))
    expect(tamsinsRow.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      'If need be',
      'Yes',
    ])
    expect(region.getByText('No answer yet: Otto')).toBeVisible()
  })

  it('shows the start on the clocks of members in other time zones', async () => {
    const zones = [
      { ...tamsin, time_zone: 'Asia/Tokyo' },
      { member_id: id<MemberId>(3), name: 'Otto', time_zone: readerTimeZone() },
    ]
    const { region } = await openSessions(aPlan({}, { zones }))
    expect(await region.findAllByText('Sun 02:00 for Tamsin')).toHaveLength(2)
    expect(region.queryByText(/for Otto/)).not.toBeInTheDocument()
  })

  it('shows an answer before the response, and the old one after a refusal', async () => {
    const response = later<Response>()
    const { region, user } = await openSessions(aPlan(), { answerPoll: () => response.promise })
    const first = within(await region.findByRole('group', { name: rangeOf(FIRST) }))
    await user.click(first.getByRole('radio', { name: 'No' }))
    await waitFor(() => expect(first.getByRole('radio', { name: 'No' })).toBeChecked())
    expect(region.getByText('0 yes, 1 if need be')).toBeVisible()
    response.resolve(refusal(409, 'poll_closed'))
    expect(await region.findByText('This poll is closed.')).toBeVisible()
    expect(first.getByRole('radio', { name: 'Yes' })).toBeChecked()
    expect(region.getByText('1 yes, 1 if need be')).toBeVisible()
  })

  it('has one button for the best date, and the others in its menu', async () => {
    const { region, user, api } = await openSessions(aPlan(), { fixPoll: aPlan() })
    await region.findByRole('button', { name: `Choose this date ${rangeOf(SECOND)}` })
    await user.click(region.getByRole('button', { name: /^More for the poll/ }))
    expect(screen.queryByRole('menuitem', { name: `Choose ${rangeOf(SECOND)}` })).toBeNull()
    await user.click(await screen.findByRole('menuitem', { name: `Choose ${rangeOf(FIRST)}` }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Choose this date' }))
    expect(dialog.getByRole('textbox', { name: 'Title (optional)' })).toHaveFocus()
    await user.click(dialog.getByRole('button', { name: 'Save session' }))
    await waitFor(() => expect(api.calls('fixPoll')).toMatchObject([{ body: { option_id: 21 } }]))
  })

  it('offers members who may not plan nothing to choose or cancel', async () => {
    const { region } = await openSessions(aPlan({}, { may_plan: false }))
    await region.findByRole('table')
    expect(region.queryByRole('button')).not.toBeInTheDocument()
    expect(region.getAllByRole('radio')).toHaveLength(6)
  })

  it('is a card for each date in a narrow window', async () => {
    const wide = window.innerWidth
    window.innerWidth = 360
    try {
      const { region } = await openSessions(aPlan())
      const group = await region.findByRole('group', { name: rangeOf(FIRST) })
      expect(region.queryByRole('table')).not.toBeInTheDocument()
      expect(within(group).getAllByRole('radio')).toHaveLength(3)
      expect(region.getByText('Yes: you · If need be: Tamsin')).toBeVisible()
    } finally {
      window.innerWidth = wide
    }
  })
})

const HOUR = 3_600_000
const NOW = Date.parse('2030-05-04T12:30:00.000Z')
const iso = (hours: number) => new Date(NOW + hours * HOUR).toISOString()
const starts = (...values: string[]): Start[] => values.map((value, key) => ({ key, value }))
const at = (...hours: number[]) => starts(...hours.map((one) => localValue(iso(one))))

describe('The closing date that a poll offers', () => {
  it.each([
    ['half-way to the first date, on the hour', [240, 48], '2030-05-05T12:00:00.000Z'],
    ['in five days at most', [480], '2030-05-09T12:00:00.000Z'],
  ])('is %s', (_what, hours, closes) => {
    expect(offeredClosing(at(...hours), NOW)).toBe(localValue(closes))
  })

  it.each([
    ['no date', starts('', '')],
    ['a date that is too near', at(5)],
    ['a date of the past', at(-5)],
  ])('is empty with %s', (_what, given) => {
    expect(offeredClosing(given, NOW)).toBe('')
  })
})

describe('Suggested dates', () => {
  const dates = (...hours: number[]) => ({
    dates: hours.map((one) => ({ starts_at: iso(one), ends_at: iso(one + 4) })),
  })
  const fill = (before: readonly Start[], ...hours: number[]) => {
    const { starts: after, count } = withSuggested(before, dates(...hours))
    return {
      values: after.map(({ value }) => value),
      keys: new Set(after.map(({ key }) => key)),
      count,
    }
  }

  it('take the place of empty fields, and repeat no date', () => {
    const { values, keys, count } = fill(starts('', localValue(iso(48)), ''), 48, 72)
    expect(values).toEqual([localValue(iso(48)), localValue(iso(72))])
    expect([keys.size, count]).toEqual([2, 1])
  })

  it('leave the fields alone if nothing new is among them', () => {
    expect(fill(starts('', localValue(iso(48))), 48).values).toEqual(['', localValue(iso(48))])
  })

  it('stop where a poll is full', () => {
    const full = at(...Array.from({ length: OPTIONS_MAX - 1 }, (_, n) => n + 1))
    expect(fill(full, 48, 72)).toMatchObject({ count: 1 })
  })
})
