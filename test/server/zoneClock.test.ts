import ical from 'ical-generator'
import { Temporal } from 'temporal-polyfill'
import { zoneClock } from '#server/text/zoneClock.ts'

const HOUR = 3_600_000
const FROM = Date.UTC(2026, 0, 1)
const TO = Date.UTC(2028, 0, 1)

test.each([
  'Europe/Vienna',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Africa/Casablanca',
  'UTC',
])('the clock of %s goes as that of Temporal, also in each hour around a change', (zone) => {
  const clock = zoneClock(zone, FROM, TO)
  const zoned = (time: number) =>
    Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone)
  const times = Array.from({ length: 70 }, (_, n) => FROM + n * 250 * HOUR)
  let change = zoned(FROM).getTimeZoneTransition('next')
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
  const clock = zoneClock('Europe/Vienna', FROM, TO)
  const before = Date.UTC(2026, 2, 22, 1, 30)
  const skipped = Date.UTC(2026, 2, 29, 1, 30)
  const after = Date.UTC(2026, 3, 5, 0, 30)
  const skippedSince = (first: number) =>
    [before, skipped, after].map((time) => clock.skippedBefore(time, first))
  expect(skippedSince(before)).toEqual([0, HOUR, 0])
  // The skipped date may be the first that is left: the others are not later then.
  expect(skippedSince(skipped)).toEqual([0, 0, 0])
})
