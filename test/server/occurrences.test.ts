import { Temporal } from 'temporal-polyfill'
import { REPEATS_MAX, type Repeats } from '#contract/planFields.ts'
import {
  endedAt,
  isEndless,
  isStartOf,
  occurrencesAfter,
  occurrencesOf,
  rhythmOf,
  ruleOf,
} from '#server/modules/groups/planning/series.ts'

const ZONES = ['Europe/Vienna', 'America/New_York', 'Pacific/Auckland'] as const
const [VIENNA] = ZONES

const at = (local: string, zone: string = VIENNA): number =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds
const localOf = (time: number, zone: string = VIENNA): string =>
  Temporal.Instant.fromEpochMilliseconds(time)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' })

/** Local starts of a series. */
function startsOf(first: string, repeats: Repeats, zone: string = VIENNA): string[] {
  const starts_at = at(first, zone)
  const rule = ruleOf({ starts_at, time_zone: zone }, repeats)
  return occurrencesOf({ now: starts_at }, { starts_at, time_zone: zone, rule }).map((one) =>
    localOf(one, zone),
  )
}

describe('the dates of a series', () => {
  const CASES: ReadonlyArray<readonly [string, string, Repeats, readonly string[]]> = [
    [
      'on several weekdays, every second week',
      '2027-01-04T19:00',
      { unit: 'week', every: 2, count: 5, weekdays: ['TH', 'MO'] },
      ['2027-01-04', '2027-01-07', '2027-01-18', '2027-01-21', '2027-02-01'],
    ],
    [
      'on the first and third Friday of the month',
      '2027-01-01T19:00',
      { unit: 'month', every: 1, count: 4, weekdays: ['FR'], weeks: [3, 1] },
      ['2027-01-01', '2027-01-15', '2027-02-05', '2027-02-19'],
    ],
    [
      'on the last Saturday of every third month',
      '2027-01-30T19:00',
      { unit: 'month', every: 3, count: 3, weeks: [-1] },
      ['2027-01-30', '2027-04-24', '2027-07-31'],
    ],
    [
      'on the weekday of the start, as earlier versions send it',
      '2027-01-14T19:00',
      { unit: 'month', every: 1, count: 3 },
      ['2027-01-14', '2027-02-11', '2027-03-11'],
    ],
    [
      'until a time, which is the last possible start',
      '2027-01-04T19:00',
      { unit: 'week', every: 1, until: '2027-01-18T18:00:00Z' },
      ['2027-01-04', '2027-01-11', '2027-01-18'],
    ],
  ]
  test.each(CASES)('are %s', (_when, first, repeats, days) => {
    expect(startsOf(first, repeats)).toEqual(days.map((day) => `${day}T19:00`))
  })

  test.each(ZONES)(
    'keep their time of day in %s through a year with both changes of clocks',
    (zone) => {
      const rhythm = { unit: 'week', every: 1, weekdays: ['SU', 'WE'] } as const
      const starts = startsOf(
        '2027-01-03T19:30',
        { ...rhythm, weekdays: [...rhythm.weekdays] },
        zone,
      )
      expect(new Set(starts.map((one) => one.slice(11)))).toEqual(new Set(['19:30']))
      const offsets = starts.map((one) => Math.round((at(one, zone) - at(one, 'UTC')) / 3_600_000))
      expect(new Set(offsets).size).toBe(2)
    },
  )

  test.each([
    ['America/Santiago', '2027-08-22T00:00', '2027-09-05T01:00'],
    ['Africa/Cairo', '2027-04-16T00:15', '2027-04-30T01:15'],
    ['Asia/Beirut', '2027-03-14T00:30', '2027-03-28T01:30'],
    ['America/Havana', '2027-02-28T00:00', '2027-03-14T01:00'],
    ['Atlantic/Azores', '2027-03-14T00:00', '2027-03-28T01:00'],
    ['America/Nuuk', '2027-03-13T23:30', '2027-03-28T00:30'],
    ['Australia/Lord_Howe', '2027-09-19T02:15', '2027-10-03T02:45'],
  ])('that the clocks of %s skip are later by what they skip', (zone, first, later) => {
    const starts = startsOf(first, { unit: 'week', every: 1, count: 4 }, zone)
    expect(starts).toHaveLength(4)
    expect(starts[2]).toBe(later)
    expect(starts[3]?.slice(11)).toBe(first.slice(11))
    const until = at(starts[3] ?? '', zone)
    const iso = new Date(until).toISOString()
    expect(startsOf(first, { unit: 'week', every: 1, until: iso }, zone)).toEqual(starts)
    const endless = startsOf(first, { unit: 'week', every: 1 }, zone)
    expect(endless.slice(0, 4)).toEqual(starts)
    const starts_at = at(first, zone)
    const session = { starts_at, time_zone: zone, rule: 'FREQ=WEEKLY;INTERVAL=1' }
    expect(occurrencesAfter({ now: starts_at }, session, at(starts[1] ?? '', zone))[0]).toBe(
      at(later, zone),
    )
  })

  test('begin at the second of two equal times, in the night in which summer time ends', () => {
    const starts_at = Date.UTC(2027, 9, 31, 1, 30)
    const session = { starts_at, time_zone: VIENNA, rule: 'FREQ=WEEKLY;INTERVAL=1;COUNT=2' }
    expect(occurrencesOf({ now: starts_at }, session)).toEqual([starts_at, at('2027-11-07T02:30')])
  })

  test('without an end are stored for a year, and a number of them at most', () => {
    const weekly = startsOf('2027-01-04T19:00', { unit: 'week', every: 1 })
    expect([weekly.length, weekly.at(-1)]).toEqual([53, '2028-01-03T19:00'])
    const daily = startsOf('2027-01-04T19:00', {
      unit: 'week',
      every: 1,
      weekdays: ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'],
    })
    expect(daily).toHaveLength(REPEATS_MAX)
  })

  test('that are too many are counted no further than that', () => {
    const starts = startsOf('2027-01-04T19:00', {
      unit: 'week',
      every: 1,
      until: '2099-01-01T00:00:00Z',
    })
    expect(starts).toHaveLength(REPEATS_MAX + 1)
  })

  test.each(ZONES)('go on in %s as if they had all been counted at once', (zone) => {
    const starts_at = at('2027-03-01T19:00', zone)
    const time_zone = zone
    const rhythm: Repeats = { unit: 'week', every: 2, weekdays: ['MO', 'TH'] }
    const session = { starts_at, time_zone, rule: ruleOf({ starts_at, time_zone }, rhythm) }
    const first = occurrencesOf({ now: starts_at }, session)
    const later = starts_at + 300 * 86_400_000
    const further = occurrencesAfter({ now: later }, session, first.at(-1) ?? 0)
    const counted = { ...session, rule: `${session.rule};COUNT=${first.length + further.length}` }
    expect([...first, ...further]).toEqual(occurrencesOf({ now: later }, counted))
    expect(further.length).toBeGreaterThan(30)
  })
})

describe('the rule of a series', () => {
  test.each<Repeats>([
    { unit: 'week', every: 2, weekdays: ['MO', 'TH'], count: 5 },
    { unit: 'month', every: 1, weekdays: ['FR'], weeks: [1, 3] },
    { unit: 'month', every: 2, weekdays: ['SA'], weeks: [-1], until: '2027-12-31T18:00:00Z' },
  ])('says the rhythm that it was made of: %j', (rhythm) => {
    expect(rhythmOf(ruleOf({ starts_at: 0, time_zone: VIENNA }, rhythm))).toEqual(rhythm)
  })

  test('of earlier versions is read, too', () => {
    expect(rhythmOf('FREQ=WEEKLY;COUNT=4')).toEqual({ unit: 'week', every: 1, count: 4 })
  })

  test('gets an end instead of the one that it has', () => {
    const until = Date.UTC(2027, 5, 4, 17)
    const ends = ['FREQ=WEEKLY;COUNT=4', 'FREQ=WEEKLY', 'FREQ=WEEKLY;UNTIL=20280101T000000Z']
    expect(new Set(ends.map((rule) => endedAt(rule, until)))).toEqual(
      new Set(['FREQ=WEEKLY;UNTIL=20270604T170000Z']),
    )
    expect(ends.map(isEndless)).toEqual([false, true, false])
  })

  test.each([
    ['2027-01-29T19:00', 'FREQ=MONTHLY;INTERVAL=1;BYDAY=-1FR', true],
    ['2027-01-22T19:00', 'FREQ=MONTHLY;INTERVAL=1;BYDAY=-1FR', false],
    ['2027-01-22T19:00', 'FREQ=MONTHLY;INTERVAL=1;BYDAY=2FR,4FR', true],
    ['2027-01-21T19:00', 'FREQ=MONTHLY;INTERVAL=1;BYDAY=2FR,4FR', false],
    ['2027-01-21T19:00', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH', true],
    ['2027-01-20T19:00', 'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH', false],
  ])('has the day of %s or not: %s', (first, rule, expected) => {
    expect(isStartOf(rule, { starts_at: at(first), time_zone: VIENNA })).toBe(expected)
  })
})
