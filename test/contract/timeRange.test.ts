import { timeRange } from '#contract/timeRange.ts'

const VIENNA = 'Europe/Vienna'
const text = (start: string, end?: string | null, timeZone = VIENNA) =>
  timeRange(start, end, timeZone)

describe('the time range of an event', () => {
  it.each([
    [
      'on one day',
      '2026-12-15T09:00:00Z',
      '2026-12-15T17:00:00Z',
      '15 December 2026, 10:00–18:00 CET',
    ],
    [
      'on several days',
      '2026-12-15T09:00:00Z',
      '2026-12-16T17:00:00Z',
      '15 December 2026, 10:00 – 16 December 2026, 18:00 (CET)',
    ],
    [
      'over the end of a year',
      '2026-12-31T20:00:00Z',
      '2027-01-01T00:30:00Z',
      '31 December 2026, 21:00 – 1 January 2027, 01:30 (CET)',
    ],
    [
      'over the end of summer time',
      '2026-10-24T18:00:00Z',
      '2026-10-25T11:00:00Z',
      '24 October 2026, 20:00 CEST – 25 October 2026, 12:00 CET',
    ],
    [
      'in the night in which the clocks change',
      '2026-03-29T00:30:00Z',
      '2026-03-29T02:00:00Z',
      '29 March 2026, 01:30 CET – 04:00 CEST',
    ],
    [
      'until midnight',
      '2026-12-15T17:00:00Z',
      '2026-12-15T23:00:00Z',
      '15 December 2026, 18:00 – 16 December 2026, 00:00 (CET)',
    ],
    ['without an end', '2026-12-15T09:00:00Z', undefined, '15 December 2026, 10:00 CET'],
    ['with an end that is no date', '2026-12-15T09:00:00Z', 'soon', '15 December 2026, 10:00 CET'],
    [
      'with an end that is not after the start',
      '2026-12-15T09:00:00Z',
      '2026-12-15T09:00:00Z',
      '15 December 2026, 10:00 CET',
    ],
    [
      'with an end before the start',
      '2026-12-15T09:00:00Z',
      '2026-12-14T09:00:00Z',
      '15 December 2026, 10:00 CET',
    ],
    ['on a day without a time', '2026-12-15', null, '15 December 2026'],
    ['on days without times', '2026-12-15', '2026-12-16', '15 December 2026 – 16 December 2026'],
  ])('%s', (_how, start, end, words) => {
    expect(text(start, end)).toBe(words)
  })

  it('is formatted in the requested zone, which can move it to another day', () => {
    const [start, end] = ['2026-12-15T22:30:00Z', '2026-12-16T01:00:00Z']
    expect(text(start, end, 'Asia/Kolkata')).toBe('16 December 2026, 04:00–06:30 GMT+5:30')
    expect(text(start, end, 'UTC')).toBe('15 December 2026, 22:30 – 16 December 2026, 01:00 (UTC)')
    expect(text(start, end, 'Nowhere/Land')).toBe(text(start, end, 'UTC'))
  })

  it.each(['', 'soon', 'null'])('is nothing for a start like "%s"', (start) => {
    expect(text(start, '2026-12-15T09:00:00Z')).toBeNull()
  })
})
