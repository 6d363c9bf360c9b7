import { addDateWords } from '#shared/dateWords.ts'
import { dayOf, ENGLISH_DATES, nearness, timeRange, zoneName } from '#shared/timeRange.ts'
import german from '../../locales/de/translation.json' with { type: 'json' }
import english from '../../locales/en/translation.json' with { type: 'json' }

const VIENNA = 'Europe/Vienna'
const NOW = Date.UTC(2026, 10, 27)
const text = (start: string, end?: string | null, timeZone = VIENNA) =>
  timeRange(start, end, timeZone, { now: NOW })

describe('the time range of an event', () => {
  it.each([
    ['on one day', '2026-12-15T09:00:00Z', '2026-12-15T17:00:00Z', 'Tue 15 Dec, 10:00–18:00'],
    [
      'on several days',
      '2026-12-15T09:00:00Z',
      '2026-12-16T17:00:00Z',
      'Tue 15 Dec, 10:00 – Wed 16 Dec, 18:00',
    ],
    [
      'of twelve hours over midnight',
      '2026-12-15T17:00:00Z',
      '2026-12-16T05:00:00Z',
      'Tue 15 Dec, 18:00 – Wed 16 Dec, 06:00',
    ],
    ['until midnight', '2026-12-15T17:00:00Z', '2026-12-15T23:00:00Z', 'Tue 15 Dec, 18:00–00:00'],
    ['past midnight', '2026-12-15T18:00:00Z', '2026-12-16T00:30:00Z', 'Tue 15 Dec, 19:00–01:30'],
    [
      'over the end of a year',
      '2026-12-31T20:00:00Z',
      '2027-01-01T00:30:00Z',
      'Thu 31 Dec, 21:00–01:30',
    ],
    [
      'over several days and the end of a year',
      '2026-12-31T20:00:00Z',
      '2027-01-02T11:00:00Z',
      'Thu 31 Dec, 21:00 – Sat 2 Jan 2027, 12:00',
    ],
    ['in another year', '2027-06-05T08:00:00Z', null, 'Sat 5 Jun 2027, 10:00'],
    [
      'over the end of summer time',
      '2026-10-24T18:00:00Z',
      '2026-10-25T11:00:00Z',
      'Sat 24 Oct, 20:00 – Sun 25 Oct, 12:00',
    ],
    [
      'in the night in which the clocks go forward',
      '2026-03-29T00:30:00Z',
      '2026-03-29T02:00:00Z',
      'Sun 29 Mar, 01:30–04:00',
    ],
    [
      'in the night in which the clocks go back',
      '2026-10-24T23:30:00Z',
      '2026-10-25T02:30:00Z',
      'Sun 25 Oct, 01:30–03:30',
    ],
    [
      'within the hour that comes twice',
      '2026-10-25T00:45:00Z',
      '2026-10-25T01:15:00Z',
      'Sun 25 Oct, 02:45–02:15 (clocks go back)',
    ],
    ['without an end', '2026-12-15T09:00:00Z', undefined, 'Tue 15 Dec, 10:00'],
    ['with an end that is no date', '2026-12-15T09:00:00Z', 'soon', 'Tue 15 Dec, 10:00'],
    [
      'with an end that is not after the start',
      '2026-12-15T09:00:00Z',
      '2026-12-15T09:00:00Z',
      'Tue 15 Dec, 10:00',
    ],
    [
      'with an end before the start',
      '2026-12-15T09:00:00Z',
      '2026-12-14T09:00:00Z',
      'Tue 15 Dec, 10:00',
    ],
    ['on a day without a time', '2026-12-15', null, 'Tue 15 Dec'],
    ['on days without times', '2026-12-15', '2026-12-16', 'Tue 15 Dec – Wed 16 Dec'],
    ['on a leap day', '2024-02-29', null, 'Thu 29 Feb 2024'],
  ])('%s', (_how, start, end, words) => {
    expect(text(start, end)).toBe(words)
  })

  it('is formatted in the requested zone, which can move it to another day and year', () => {
    const [start, end] = ['2026-12-31T22:30:00Z', '2027-01-01T01:00:00Z']
    expect(text(start, end, 'Asia/Kolkata')).toBe('Fri 1 Jan 2027, 04:00–06:30')
    expect(text(start, end, 'UTC')).toBe('Thu 31 Dec, 22:30–01:00')
    expect(text(start, end, 'Nowhere/Land')).toBe(text(start, end, 'UTC'))
  })

  it('has no year of the day of reading, in the requested zone, unless it is to be kept', () => {
    const start = '2027-01-01T09:00:00Z'
    const now = Date.UTC(2026, 11, 31, 23, 30)
    expect(timeRange(start, null, VIENNA, { now })).toBe('Fri 1 Jan, 10:00')
    expect(timeRange(start, null, 'UTC', { now })).toBe('Fri 1 Jan 2027, 09:00')
    expect(timeRange(start, null, VIENNA, { now, hasYear: true })).toBe('Fri 1 Jan 2027, 10:00')
    expect(timeRange('2027-01-01', null, VIENNA, { now: Date.UTC(2027, 5) })).toBe('Fri 1 Jan')
  })

  it('names the zone on request, once, and not for days', () => {
    const named = (start: string, end: string) =>
      timeRange(start, end, VIENNA, { now: NOW, hasZone: true })
    expect(named('2026-12-15T09:00:00Z', '2026-12-15T17:00:00Z')).toBe(
      'Tue 15 Dec, 10:00–18:00 Vienna time',
    )
    expect(named('2026-10-24T18:00:00Z', '2026-10-25T11:00:00Z')).toBe(
      'Sat 24 Oct, 20:00 – Sun 25 Oct, 12:00 Vienna time',
    )
    expect(named('2026-12-15', '2026-12-16')).toBe('Tue 15 Dec – Wed 16 Dec')
  })

  it.each(['', 'soon', 'null'])('is nothing for a start like "%s"', (start) => {
    expect(text(start, '2026-12-15T09:00:00Z')).toBeNull()
  })
})

describe('the name of a zone', () => {
  it.each([
    ['Europe/Vienna', 'Vienna time'],
    ['America/New_York', 'New York time'],
    ['America/Argentina/Buenos_Aires', 'Buenos Aires time'],
    ['Asia/Calcutta', 'Kolkata time'],
    ['Europe/Kiev', 'Kyiv time'],
    ['UTC', 'UTC'],
    ['Etc/UTC', 'UTC'],
    ['GMT', 'UTC'],
    ['Etc/GMT+5', 'UTC-5'],
    ['Etc/GMT-14', 'UTC+14'],
    ['Nowhere/Land', 'UTC'],
  ])('%s is %s', (zone, name) => expect(zoneName(zone)).toBe(name))

  it('is never an offset from GMT', () => {
    const names = Intl.supportedValuesOf('timeZone').map((zone) => zoneName(zone))
    expect(names.filter((name) => /GMT|_|\//.test(name))).toEqual([])
  })
})

describe('how near a start is', () => {
  const now = Date.UTC(2026, 10, 27, 21, 30)
  it.each([
    ['2026-11-27T20:00:00Z', 'today'],
    ['2026-11-27T22:59:00Z', 'today'],
    ['2026-11-27T23:00:00Z', 'tomorrow'],
    ['2026-11-29T18:00:00Z', 'in 2 days'],
    ['2026-12-04T22:59:00Z', 'in 7 days'],
    ['2026-12-04T23:00:00Z', null],
    ['2026-11-26T22:59:00Z', null],
    ['soon', null],
    [undefined, null],
  ])('%s is %s, by the calendar of the zone', (start, words) => {
    expect(nearness(start, VIENNA, now)).toBe(words)
  })

  it('counts days over a change of the clocks', () => {
    const before = Date.UTC(2026, 9, 24, 21, 30)
    expect(nearness('2026-10-25T22:30:00Z', VIENNA, before)).toBe('tomorrow')
    expect(nearness('2026-10-25T23:30:00Z', VIENNA, before)).toBe('in 2 days')
  })
})

test('the texts of dates, which languages are made from, are the English words of the program', () => {
  expect(english.dates).toEqual(ENGLISH_DATES)
})

describe('in German', () => {
  beforeAll(() => addDateWords('de', german.dates))
  const language = 'de'

  it.each([
    ['on one day', '2026-12-09T18:00:00Z', '2026-12-09T22:00:00Z', 'Mi., 9. Dez., 19:00–23:00'],
    ['past midnight', '2026-12-09T18:00:00Z', '2026-12-10T00:30:00Z', 'Mi., 9. Dez., 19:00–01:30'],
    [
      'on several days',
      '2026-12-15T09:00:00Z',
      '2026-12-16T17:00:00Z',
      'Di., 15. Dez., 10:00 – Mi., 16. Dez., 18:00',
    ],
    ['in another year', '2027-03-06T08:00:00Z', null, 'Sa., 6. März 2027, 09:00'],
    [
      'over the end of a year',
      '2026-12-31T20:00:00Z',
      '2027-01-02T11:00:00Z',
      'Do., 31. Dez., 21:00 – Sa., 2. Jan. 2027, 12:00',
    ],
    [
      'within the hour that comes twice',
      '2026-10-25T00:45:00Z',
      '2026-10-25T01:15:00Z',
      'So., 25. Okt., 02:45–02:15 (Uhren werden zurückgestellt)',
    ],
    ['on days without times', '2026-09-01', '2027-05-02', 'Di., 1. Sept. – So., 2. Mai 2027'],
  ])('a time range %s', (_how, start, end, words) => {
    expect(timeRange(start, end, VIENNA, { now: NOW, language })).toBe(words)
  })

  it('names the zone and the year on request', () => {
    const wording = { now: NOW, hasYear: true, hasZone: true, language }
    expect(timeRange('2026-12-09T18:00:00Z', null, VIENNA, wording)).toBe(
      'Mi., 9. Dez. 2026, 19:00 Ortszeit Wien',
    )
  })

  it.each([
    ['Europe/Vienna', 'Ortszeit Wien'],
    ['Europe/Berlin', 'Ortszeit Berlin'],
    ['America/New_York', 'Ortszeit New York'],
    ['Asia/Saigon', 'Ortszeit Ho-Chi-Minh-Stadt'],
    ['America/Sao_Paulo', 'Ortszeit São Paulo'],
    ['Etc/GMT+5', 'UTC-5'],
    ['UTC', 'UTC'],
  ])('the zone %s is %s', (zone, name) => expect(zoneName(zone, language)).toBe(name))

  it('has the day alone', () => {
    expect(dayOf('2020-12-09T23:30:00Z', VIENNA, language)).toBe('Do., 10. Dez. 2020')
    expect(dayOf('soon', VIENNA, language)).toBe('')
  })

  it.each([
    ['2026-11-27T22:59:00Z', 'heute'],
    ['2026-11-27T23:00:00Z', 'morgen'],
    ['2026-12-02T18:00:00Z', 'in 5 Tagen'],
    ['2026-12-04T23:00:00Z', null],
  ])('%s is %s', (start, words) => {
    expect(nearness(start, VIENNA, Date.UTC(2026, 10, 27, 21, 30), language)).toBe(words)
  })
})

test('a language without words of its own has the English ones, also for those that it lacks', () => {
  addDateWords('is', undefined)
  addDateWords('sv', { months: 'jan. feb. mars apr. maj juni juli aug. sep. okt. nov. dec.' })
  const at = (language: string) =>
    timeRange('2026-12-09T18:00:00Z', null, VIENNA, { now: NOW, language })
  expect(['is', 'sv', 'fi'].map(at)).toEqual([
    'Wed 9 Dec, 19:00',
    'Wed 9 dec., 19:00',
    'Wed 9 Dec, 19:00',
  ])
})
