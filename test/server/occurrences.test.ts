import ICAL from 'ical.js'
import ical from 'ical-generator'
import { Temporal } from 'temporal-polyfill'
import { REPEATS_MAX, type Repeats } from '#contract/planFields.ts'
import { zoneBlock, zoneClock } from '#server/text/zoneClock.ts'
import {
  endedAt,
  isEndless,
  isStartOf,
  occurrencesAfter,
  occurrencesOf,
  rhythmOf,
  ruleOf,
} from '#server/work/series.ts'

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

const HOUR = 3_600_000

const FROM = Date.UTC(2025, 0, 1)

const UNTIL = Date.UTC(2033, 0, 1)

function readerOf(timeZone: string) {
  const file = `BEGIN:VCALENDAR\r\n${zoneBlock(timeZone)}\r\nEND:VCALENDAR`
  const block = new ICAL.Component(ICAL.parse(file)).getFirstSubcomponent('vtimezone')
  if (block === null) throw new Error(timeZone)
  return new ICAL.Timezone(block)
}

const zoned = (time: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(timeZone)

/** Rules of each kind, none, and those that lists of rules have had wrong; `lab/checks/calendarZones` has all zones. */
const BLOCK_ZONES = [
  'Africa/Cairo Africa/Casablanca Africa/El_Aaiun America/Edmonton America/Godthab',
  'America/Havana America/New_York America/Santiago America/Scoresbysund',
  'America/Vancouver Antarctica/Troll Asia/Beirut Asia/Gaza Asia/Hebron Asia/Jerusalem',
  'Asia/Kolkata Atlantic/Azores Australia/Lord_Howe Europe/Dublin Pacific/Chatham UTC',
].flatMap((line) => line.split(' '))

test('describe the clocks of zones as this machine has them, around each change', () => {
  const wrong: string[] = []
  for (const timeZone of BLOCK_ZONES) {
    const reader = readerOf(timeZone)
    const times = [FROM, (FROM + UNTIL) / 2]
    let change = zoned(FROM, timeZone).getTimeZoneTransition('next')
    while (change !== null && change.epochMilliseconds < UNTIL) {
      times.push(change.epochMilliseconds - 3 * HOUR, change.epochMilliseconds + 3 * HOUR)
      change = change.getTimeZoneTransition('next')
    }
    for (const time of times) {
      const { year, month, day, hour, minute, offsetNanoseconds } = zoned(time, timeZone)
      const read = new ICAL.Time({ year, month, day, hour, minute, second: 0 }, reader)
      if (reader.utcOffset(read) !== offsetNanoseconds / 1e9)
        wrong.push(`${timeZone} ${new Date(time).toISOString()}`)
    }
  }
  expect(wrong).toEqual([])
})

test('have the name that is asked for, and rules', () => {
  expect(zoneBlock('europe/vienna')).toBe(
    [
      ...['BEGIN:VTIMEZONE', 'TZID:europe/vienna'],
      ...['BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0100'],
      ...['END:STANDARD', 'BEGIN:DAYLIGHT', 'DTSTART:20200329T020000', 'TZOFFSETFROM:+0100'],
      ...['TZOFFSETTO:+0200', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU', 'END:DAYLIGHT'],
      ...['BEGIN:STANDARD', 'DTSTART:20201025T030000', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100'],
      ...['RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU', 'END:STANDARD', 'END:VTIMEZONE'],
    ].join('\r\n'),
  )
  expect([zoneBlock('+02:00'), zoneBlock('Mars/Olympus'), zoneBlock('')]).toEqual([
    null,
    null,
    null,
  ])
})

const CLOCK_FROM = Date.UTC(2026, 0, 1)

const TO = Date.UTC(2028, 0, 1)

test.each([
  'Europe/Vienna',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Africa/Casablanca',
  'UTC',
])('the clock of %s goes as that of Temporal, also in each hour around a change', (zone) => {
  const clock = zoneClock(zone, CLOCK_FROM, TO)
  const zoned = (time: number) =>
    Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone)
  const times = Array.from({ length: 70 }, (_, n) => CLOCK_FROM + n * 250 * HOUR)
  let change = zoned(CLOCK_FROM).getTimeZoneTransition('next')
  while (change !== null && change.epochMilliseconds < TO) {
    for (let hour = -3; hour <= 3; hour++) times.push(change.epochMilliseconds + hour * HOUR)
    expect(clock.isSetBetween(change.epochMilliseconds - 1, change.epochMilliseconds)).toBe(true)
    change = change.getTimeZoneTransition('next')
  }
  // Temporal takes a time that the clock shows twice for the first one, too.
  const first = (time: number) => zoned(time).toPlainDateTime().toZonedDateTime(zone)
  expect(times.filter(clock.isSecond)).toEqual(
    times.filter((time) => first(time).epochMilliseconds !== time),
  )
  const written = (start: ReturnType<typeof clock.at> | Temporal.ZonedDateTime) =>
    ical()
      .createEvent({ start, timezone: zone, id: 'one', stamp: new Date(0) })
      .toString()
  const local = (time: number) =>
    zoned(time).toPlainDateTime().toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')
  expect(times.map((time) => clock.compact(time, 0))).toEqual(times.map(local))
  for (const time of times.slice(-20)) expect(written(clock.at(time))).toBe(written(zoned(time)))
})

test('a date is later than its series by what the clocks skip, and by nothing else', () => {
  const clock = zoneClock('Europe/Vienna', CLOCK_FROM, TO)
  const before = Date.UTC(2026, 2, 22, 1, 30)
  const skipped = Date.UTC(2026, 2, 29, 1, 30)
  const after = Date.UTC(2026, 3, 5, 0, 30)
  const skippedSince = (first: number) =>
    [before, skipped, after].map((time) => clock.skippedBefore(time, first))
  expect(skippedSince(before)).toEqual([0, HOUR, 0])
  // The skipped date may be the first that is left: the others are not later then.
  expect(skippedSince(skipped)).toEqual([0, 0, 0])
})
