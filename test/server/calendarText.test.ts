import ICAL from 'ical.js'
import type { ContentId, GroupId } from '#contract/ids.ts'
import { readSettings } from '#server/config/env.ts'
import { eventCalendar, mailedEvent, mailedInvitation } from '#server/text/calendar.ts'
import { defaultKit } from '#server/text/kit.ts'
import { type CalendarDate, mailedSession, memberCalendar } from '#server/text/sessionCalendar.ts'

/* Calendar files, line by line. */

const settings = readSettings({ PUBLIC_URL: 'https://x.example', MAIL_FROM: 'us@x.example' })
const SITE = { ...settings, kit: defaultKit() }
const HOUR = 3_600_000
const DAY = 24 * HOUR

const event = {
  id: 7 as ContentId,
  uid: 'event',
  sequence: 1,
  title: 'Game night',
  location: 'Graz',
  short_description: '',
  format: 'plain' as const,
  description: 'Bring dice.',
  created_at: 0,
  updated_at: HOUR,
  starts_at: DAY,
  ends_at: DAY + 2 * HOUR,
  cancelled_at: null,
}
const cancelled = { ...event, cancelled_at: 2 * HOUR }
const session = {
  group_id: 4 as GroupId,
  group_name: 'Ravens',
  uid: 'session',
  sequence: 2,
  title: 'Dusk',
  time_zone: 'Europe/Vienna',
  rule: null,
  place: '',
  link: 'https://map.example',
  notes: 'Level 3',
  cancelled_at: null,
  created_at: 0,
  updated_at: HOUR,
}
const finn = { name: 'Finn', email: 'finn@x.org' }

/** The lines of a file, long ones in one piece. */
const linesOf = (file: string): string[] => file.replaceAll('\r\n ', '').split('\r\n')
const START = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Discordia//Events//EN']
const END = ['END:VCALENDAR', '']
const entry = (...lines: string[]): string[] => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
const ATTENDEE =
  'ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=DECLINED;RSVP=FALSE;CN="Finn":MAILTO:finn@x.org'
const ORGANIZER = 'ORGANIZER;CN="Discordia":mailto:us@x.example'
const CREATED = ['CREATED:19700101T000000Z', 'LAST-MODIFIED:19700101T010000Z']

/** An entry of the event. */
const gameNight = (status: string, sequence: number, ...people: string[]): string[] =>
  entry(
    'UID:event',
    `SEQUENCE:${sequence}`,
    'DTSTAMP:19700101T010000Z',
    'DTSTART:19700102T000000Z',
    'DTEND:19700102T020000Z',
    'SUMMARY:Game night',
    'LOCATION:Graz',
    'DESCRIPTION:Bring dice.',
    ...people,
    'URL;VALUE=URI:https://x.example/discordia/news/7',
    `STATUS:${status}`,
    ...CREATED,
  )

test('all events are a calendar with a name, the address it is from, and how often to look', () => {
  expect(linesOf(eventCalendar(SITE, [event, cancelled]))).toEqual([
    ...START,
    'SOURCE;VALUE=URI:https://x.example/api/contents/events.ics',
    'METHOD:PUBLISH',
    'NAME:Discordia: events',
    'X-WR-CALNAME:Discordia: events',
    'X-WR-CALDESC:Tables\\, workshops and gatherings of the Discordia community\\, online and in person.',
    'REFRESH-INTERVAL;VALUE=DURATION:PT3H',
    'X-PUBLISHED-TTL:PT3H',
    ...gameNight('CONFIRMED', 1),
    ...gameNight('CANCELLED', 1),
    ...END,
  ])
})

test('values are written by their type: URIs as they are, texts escaped, and lines folded by their octets', () => {
  const link = `https://maps.example/@48.2,16.3;t=1?q=${'ö,;'.repeat(40)}`
  const [name, email] = ['Finn, "the;\n2nd\\', 'finn,o;x@x.org']
  const cancelledSession = { ...session, link, place: 'a,b;c', cancelled_at: 1 }
  const kit = { ...defaultKit(), name: 'Dice; Wine, and\nSong' }
  const date = { planned_at: DAY, starts_at: DAY, ends_at: DAY + HOUR, cancelled_at: null }
  const { content } = mailedSession(
    { ...SITE, kit },
    { ...cancelledSession, dates: [date] },
    { name, email },
  )
  expect(Math.max(...content.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThan(76)
  const file = new ICAL.Component(ICAL.parse(content))
  const [vevent] = file.getAllSubcomponents('vevent')
  expect(file.getFirstPropertyValue('prodid')).toContain('Dice; Wine, and')
  expect(vevent?.getFirstPropertyValue('url')).toBe(link)
  expect(vevent?.getFirstPropertyValue('location')).toBe('a,b;c')
  const attendee = vevent?.getFirstProperty('attendee')
  expect(attendee?.getFirstValue()).toBe(`MAILTO:${email}`)
  expect(attendee?.getFirstParameter('cn')).toBe(name)
  const feed = eventCalendar({ ...SITE, kit: withEventsTitle('One, two;\r\nBEGIN:VEVENT') }, [])
  expect(linesOf(feed)).toContain('NAME:One\\, two\\;\\nBEGIN:VEVENT')
})

const withEventsTitle = (title: string) => {
  const kit = defaultKit()
  const { events, ...feeds } = kit.texts.feeds
  return { ...kit, texts: { ...kit.texts, feeds: { ...feeds, events: { ...events, title } } } }
}

/** An attachment with these entries. */
const attached = (filename: string, method: string, ...lines: string[]) => ({
  filename,
  contentType: `text/calendar; charset=utf-8; method=${method}`,
  content: [...START, `METHOD:${method}`, ...lines, ...END],
})
const read = <A extends { content: string }>(attachment: A) => ({
  ...attachment,
  content: linesOf(attachment.content),
})

test('an event by mail is published, and cancelled in the name of its organizer', () => {
  const FILE = 'discordia-event-7.ics'
  expect(read(mailedEvent(SITE, event))).toEqual(
    attached(FILE, 'PUBLISH', ...gameNight('CONFIRMED', 1, ORGANIZER)),
  )
  expect(read(mailedEvent(SITE, cancelled))).toEqual(
    attached(FILE, 'CANCEL', ...gameNight('CANCELLED', 1, ORGANIZER)),
  )
})

test.each([
  [false, 'PUBLISH', 'CONFIRMED', []],
  [true, 'CANCEL', 'CANCELLED', [ATTENDEE]],
] as const)(
  'a seat by mail asks for no reply, cancelled: %s',
  (isCancelled, method, status, attendees) => {
    const people = [ORGANIZER, ...attendees]
    expect(read(mailedInvitation(SITE, event, { ...finn, sequence: 5, isCancelled }))).toEqual(
      attached('discordia-event-7.ics', method, ...gameNight(status, 5, ...people)),
    )
  },
)

describe('a session by mail', () => {
  const FILE = 'discordia-session.ics'
  const weekly = { ...session, rule: 'FREQ=WEEKLY;COUNT=5' }
  /** A date of three hours. */
  const date = (day: number, over: Partial<CalendarDate> = {}) => ({
    planned_at: day * DAY,
    starts_at: day * DAY,
    ends_at: day * DAY + 3 * HOUR,
    cancelled_at: null,
    ...over,
  })
  const gone = { ...date(15), cancelled_at: 1 }

  const dusk = (status: string, answer: string, ...times: string[]): string[] =>
    entry(
      'UID:session',
      'SEQUENCE:2',
      'DTSTAMP:19700101T010000Z',
      ...times,
      'SUMMARY:Ravens: Dusk',
      `TRANSP:${answer === 'DECLINED' && status === 'CONFIRMED' ? 'TRANSPARENT' : 'OPAQUE'}`,
      'LOCATION:https://map.example',
      String.raw`DESCRIPTION:Level 3\n\nhttps://map.example`,
      ORGANIZER,
      ...(status === 'CANCELLED' ? [ATTENDEE] : []),
      'URL;VALUE=URI:https://map.example',
      `STATUS:${status}`,
      ...CREATED,
    )
  const inVienna = (name: string, day: string) => `${name};TZID=Europe/Vienna:1970${day}`
  /** The rules of the zone come from a package, and are left out. */
  const withoutZone = ({ content, ...rest }: ReturnType<typeof read>) => {
    const [from, to] = [content.indexOf('BEGIN:VTIMEZONE'), content.indexOf('END:VTIMEZONE')]
    expect(content[from + 1]).toBe('TZID:Europe/Vienna')
    return { ...rest, content: content.toSpliced(from, to - from + 1) }
  }

  test('with one date is an entry in UTC', () => {
    expect(read(mailedSession(SITE, { ...session, dates: [date(1)] }, finn))).toEqual(
      attached(
        FILE,
        'PUBLISH',
        ...dusk('CONFIRMED', 'NEEDS-ACTION', 'DTSTART:19700102T000000Z', 'DTEND:19700102T030000Z'),
      ),
    )
    expect(() => mailedSession(SITE, { ...session, dates: [] }, finn)).toThrow(
      'session session has no date',
    )
  })

  test('that repeats is a rule in its zone, without cancelled dates, and an entry for each date that differs', () => {
    const moved = date(1, { starts_at: DAY + HOUR, ends_at: DAY + 5 * HOUR })
    const shorter = date(22, { ends_at: 22 * DAY + HOUR })
    const renamed = date(29, { title: 'Dawn', place: 'Cellar' })
    const declined = date(36, { answer: 'not_coming', title: null, place: null })
    const dates = [moved, date(8), gone, shorter, renamed, declined, date(43)]
    const file = read(mailedSession(SITE, { ...weekly, dates }, finn))
    const at = (day: string, start: string, end: string) => [
      inVienna('DTSTART', `${day}T${start}`),
      inVienna('DTEND', `${day}T${end}`),
    ]
    const dawn = dusk(
      'CONFIRMED',
      'NEEDS-ACTION',
      ...at('0130', '010000', '040000'),
      inVienna('RECURRENCE-ID', '0130T010000'),
    )
    expect(withoutZone(file)).toEqual(
      attached(
        FILE,
        'PUBLISH',
        ...dusk(
          'CONFIRMED',
          'NEEDS-ACTION',
          ...at('0102', '010000', '040000'),
          'RRULE:FREQ=WEEKLY;COUNT=5',
          inVienna('EXDATE', '0116T010000'),
        ),
        ...dusk(
          'CONFIRMED',
          'NEEDS-ACTION',
          ...at('0102', '020000', '060000'),
          inVienna('RECURRENCE-ID', '0102T010000'),
        ),
        ...dusk(
          'CONFIRMED',
          'NEEDS-ACTION',
          ...at('0123', '010000', '020000'),
          inVienna('RECURRENCE-ID', '0123T010000'),
        ),
        ...dawn.map((line) =>
          line === 'SUMMARY:Ravens: Dusk'
            ? 'SUMMARY:Ravens: Dawn'
            : line.replace(/^LOCATION:.*/, 'LOCATION:Cellar'),
        ),
        ...dusk(
          'CONFIRMED',
          'DECLINED',
          ...at('0206', '010000', '040000'),
          inVienna('RECURRENCE-ID', '0206T010000'),
        ),
      ),
    )
  })

  test('of which every date was moved has the length of its first one', () => {
    const moved = date(1, { starts_at: DAY + HOUR, ends_at: DAY + 3 * HOUR })
    const { content } = read(mailedSession(SITE, { ...weekly, dates: [moved] }, finn))
    expect(content).toContain(inVienna('DTEND', '0102T030000'))
  })

  test('names a time in UTC that the clock shows for the second time', () => {
    const second = Date.UTC(2026, 9, 25, 1, 30)
    const at = (time: number, over: Partial<CalendarDate> = {}) => date(time / DAY, over)
    const timesOf = (...dates: CalendarDate[]) =>
      read(mailedSession(SITE, { ...weekly, dates }, finn)).content.filter((line) =>
        /^(?:DTSTART|RECURRENCE-ID)\b.*:2026/.test(line),
      )
    const local = (name: string, time: string) => `${name};TZID=Europe/Vienna:2026${time}`
    expect(timesOf(at(second), at(second + 7 * DAY))).toEqual([
      local('DTSTART', '1025T023000'),
      'DTSTART:20261025T013000Z',
      local('RECURRENCE-ID', '1025T023000'),
      local('DTSTART', '1101T023000'),
      local('RECURRENCE-ID', '1101T023000'),
    ])
    const moved = at(second - 7 * DAY, { starts_at: second, ends_at: second + 3 * HOUR })
    expect(timesOf(at(second - 14 * DAY), moved)).toEqual([
      local('DTSTART', '1011T033000'),
      'DTSTART:20261025T013000Z',
      local('RECURRENCE-ID', '1018T033000'),
    ])
  })

  test('that is cancelled as a whole is taken out with its rule', () => {
    const off = { ...weekly, cancelled_at: 1 }
    const file = read(
      mailedSession(SITE, { ...off, dates: [date(1, { answer: 'coming' }), gone] }, finn),
    )
    expect(withoutZone(file)).toEqual(
      attached(
        FILE,
        'CANCEL',
        ...dusk(
          'CANCELLED',
          'DECLINED',
          inVienna('DTSTART', '0102T010000'),
          inVienna('DTEND', '0102T040000'),
          'RRULE:FREQ=WEEKLY;COUNT=5',
        ),
      ),
    )
  })
})

test('the calendar of a member has sessions and seats by their time, free where the member does not come', () => {
  const date = { planned_at: DAY, starts_at: DAY, ends_at: DAY + HOUR, cancelled_at: null }
  const later = { ...date, planned_at: 2 * DAY, starts_at: 2 * DAY, ends_at: 2 * DAY + HOUR }
  const series = {
    ...session,
    rule: 'FREQ=DAILY;COUNT=2',
    time_zone: 'UTC',
    first_at: DAY,
    dates: [
      { ...date, answer: 'coming' as const },
      { ...later, answer: 'not_coming' as const },
    ],
  }
  const single = {
    ...session,
    title: 'Ravens',
    place: 'Cellar',
    link: '',
    cancelled_at: 1,
    first_at: 0,
    dates: [{ ...date, starts_at: 0, cancelled_at: 1 }],
  }
  const seat = { ...event, seat_sequence: 4, seat_updated_at: 9 * HOUR }
  const rows = {
    sessions: [series, single],
    seats: [{ ...seat, uid: 'later', starts_at: 3 * DAY }, seat],
  }
  const LINK = 'https://map.example'
  const days = (start: string, free: string, ...over: string[]) =>
    entry(
      'UID:session',
      'SEQUENCE:2',
      'DTSTAMP:19700101T010000Z',
      `DTSTART:${start}T000000Z`,
      `DTEND:${start}T010000Z`,
      ...over,
      'SUMMARY:Ravens: Dusk',
      `TRANSP:${free}`,
      `LOCATION:${LINK}`,
      String.raw`DESCRIPTION:Level 3\n\n${LINK}`,
      `URL;VALUE=URI:${LINK}`,
      'STATUS:CONFIRMED',
      ...CREATED,
    )
  const entries = [
    ...entry(
      'UID:session',
      'SEQUENCE:2',
      'DTSTAMP:19700101T010000Z',
      'DTSTART:19700101T000000Z',
      'DTEND:19700102T010000Z',
      'SUMMARY:Ravens',
      'TRANSP:OPAQUE',
      'LOCATION:Cellar',
      'DESCRIPTION:Level 3',
      'URL;VALUE=URI:https://x.example/discordia/dashboard?group=4&part=sessions',
      'STATUS:CANCELLED',
      ...CREATED,
    ),
    ...days('19700102', 'OPAQUE', 'RRULE:FREQ=DAILY;COUNT=2'),
    ...days('19700103', 'TRANSPARENT', 'RECURRENCE-ID:19700103T000000Z'),
  ]
  const calendar = (...lines: string[]) => [
    ...START,
    'METHOD:PUBLISH',
    'NAME:Discordia: my calendar',
    'X-WR-CALNAME:Discordia: my calendar',
    'X-WR-CALDESC:Your group sessions and the events you’re coming to. Keep the link to this calendar to yourself.',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...lines,
    ...END,
  ]
  expect(linesOf(memberCalendar(SITE, rows, 4))).toEqual(
    calendar(
      ...entries,
      ...gameNight('CONFIRMED', 5).map((line) => line.replace(/T010000Z$/, 'T090000Z')),
    ),
  )
  expect(linesOf(memberCalendar(SITE, rows, 3))).toEqual(calendar(...entries))
  // A series without one of its entries would be wrong.
  const alone = { ...rows, sessions: [series] }
  expect(linesOf(memberCalendar(SITE, alone, 1))).toEqual(calendar())
})
