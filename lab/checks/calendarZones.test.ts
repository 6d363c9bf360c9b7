import ICAL from 'ical.js'
import { Temporal } from 'temporal-polyfill'
import { assertZone } from '../../server/modules/groups/planning/policy.ts'
import { defaultKit } from '../../server/text/kit.ts'
import { mailedSession } from '../../server/text/sessionCalendar.ts'

const HOUR = 3_600_000
const SITE = {
  publicUrl: 'https://discordia.example',
  mailFrom: { name: '', address: 'us@b.c' },
  kit: defaultKit(),
}
const MEMBER = { name: 'Finn', email: 'finn@x.org' }

/** Zones of browsers, of the time zone database with its older names, and in spellings that only some systems use. */
const ZONES = [
  ...new Set([
    ...Intl.supportedValuesOf('timeZone'),
    ...[
      'europe/vienna',
      'utc',
      'Asia/Kolkata',
      'Europe/Kyiv',
      'Etc/GMT+5',
      'US/Pacific',
      'GB',
      'Cuba',
    ],
    ...['Egypt', 'Eire', 'Israel', 'EST5EDT', 'CET', 'NZ-CHAT', 'Chile/Continental', 'Brazil/East'],
  ]),
]

/** A Friday evening in the zone, and the two weeks after; the second one is cancelled. */
function read(timeZone: string, day: string) {
  const first = Temporal.PlainDateTime.from(`${day}T18:00`).toZonedDateTime(timeZone)
  const [start, ...later] = [0, 1, 2].map((weeks) => first.add({ weeks }).epochMilliseconds)
  const [skipped = 0, last = 0] = later
  const dates = [start ?? 0, skipped, last].map((at) => ({
    planned_at: at,
    starts_at: at,
    ends_at: at + HOUR,
    cancelled_at: at === skipped ? at : null,
  }))
  const session = {
    uid: 'one',
    sequence: 0,
    group_name: 'Goats',
    title: '',
    time_zone: timeZone,
    created_at: 0,
    rule: 'FREQ=WEEKLY;COUNT=3',
    place: '',
    link: '',
    notes: '',
    cancelled_at: null,
    updated_at: 0,
  }
  const file = mailedSession(SITE, { ...session, dates }, MEMBER).content
  const calendar = new ICAL.Component(ICAL.parse(file))
  const entry = calendar.getFirstSubcomponent('vevent')
  const found: number[] = []
  const iterator = entry && new ICAL.Event(entry).iterator()
  for (let at = iterator?.next(); at; at = iterator?.next()) found.push(at.toJSDate().getTime())
  return {
    named: [...new Set(Array.from(file.matchAll(/;TZID=([^:]*)/g), ([, name]) => name))],
    described: calendar
      .getAllSubcomponents('vtimezone')
      .map((zone) => zone.getFirstPropertyValue('tzid')),
    found,
    planned: [start, last],
  }
}

test('a file describes the zone of its times under the same name', () => {
  expect(ZONES.length).toBeGreaterThan(420)
  for (const zone of ZONES) {
    expect(() => assertZone(zone)).not.toThrow()
    for (const day of ['2027-01-15', '2027-07-16']) {
      const { named, described, found, planned } = read(zone, day)
      const names = zone === 'UTC' ? [] : [zone]
      expect({ named, described, found }).toEqual({
        named: names,
        described: names,
        found: planned,
      })
    }
  }
})

test.each(['', '+05:30', 'Etc/Unknown', 'Mars/Olympus', 'SystemV/PST8', 'JST'])(
  '%j, which no file can describe, is refused for a plan',
  (zone) => expect(() => assertZone(zone)).toThrow(expect.objectContaining({ code: 'invalid' })),
)
