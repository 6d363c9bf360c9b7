import { dayOf, momentOf, since, span } from '#desk/parts/times.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

test.each([
  [null, '–'],
  [0, '1 minute'],
  [20_000, '1 minute'],
  [59 * MINUTE, '59 minutes'],
  [HOUR, '1 hour'],
  [23 * HOUR, '23 hours'],
  [24 * HOUR, '1 day'],
  [1234 * 24 * HOUR, '1234 days'],
])('%p milliseconds are %s', (milliseconds, text) => expect(span(milliseconds)).toBe(text))

test('a time in the future is no negative span', () => {
  expect(since(new Date(Date.now() + HOUR).toISOString())).toBe('1 minute')
})

test('times are written in the time zone of the reader', () => {
  const local = new Date(2026, 11, 15, 10, 5)
  expect(momentOf(local.toISOString())).toBe('15 December 2026, 10:05')
  expect(dayOf(new Date(2026, 0, 1, 0, 30).toISOString())).toBe('1 January 2026')
})
