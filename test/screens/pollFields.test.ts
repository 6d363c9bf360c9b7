import { OPTIONS_MAX } from '#contract/planFields.ts'
import { localValue } from '#src/features/groups/planning/LocalTimes.tsx'
import {
  offeredClosing,
  type Start,
  withSuggested,
} from '#src/features/groups/planning/PollFields.tsx'

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
