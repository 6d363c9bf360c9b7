import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import { zoneBlock } from '#server/text/zoneClock.ts'

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
const ZONES = [
  ...[
    'Africa/Cairo',
    'Africa/Casablanca',
    'Africa/El_Aaiun',
    'America/Edmonton',
    'America/Godthab',
  ],
  ...['America/Havana', 'America/New_York', 'America/Santiago', 'America/Scoresbysund'],
  ...[
    'America/Vancouver',
    'Antarctica/Troll',
    'Asia/Beirut',
    'Asia/Gaza',
    'Asia/Hebron',
    'Asia/Jerusalem',
  ],
  ...[
    'Asia/Kolkata',
    'Atlantic/Azores',
    'Australia/Lord_Howe',
    'Europe/Dublin',
    'Pacific/Chatham',
    'UTC',
  ],
]

test('describe the clocks of zones as this machine has them, around each change', () => {
  const wrong: string[] = []
  for (const timeZone of ZONES) {
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
