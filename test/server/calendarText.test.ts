import type { ContentId, GroupId } from '#contract/ids.ts'
import { readSettings } from '#server/config/env.ts'
import { eventCalendar, mailedEvent, mailedInvitation } from '#server/text/calendar.ts'
import { defaultKit } from '#server/text/kit.ts'
import { type CalendarSession, memberCalendar } from '#server/text/memberCalendar.ts'
import { mailedSession } from '#server/text/sessionCalendar.ts'

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
  uid: 'session',
  sequence: 2,
  title: 'Dusk',
  time_zone: 'Europe/Vienna',
  rule: null,
  place: '',
  link: 'https://map.example',
  notes: 'Level 3',
  created_at: 0,
  updated_at: HOUR,
}
const finn = { name: 'Finn', email: 'finn@x.org' }

/** The lines of a file, long ones in one piece. */
const linesOf = (file: string): string[] => file.replaceAll('\r\n ', '').split('\r\n')
const START = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Discordia//Events//EN']
const END = ['END:VCALENDAR', '']
const entry = (...lines: string[]): string[] => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']
const attendee = (status: string) =>
  `ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=${status};RSVP=FALSE;CN="Finn":MAILTO:finn@x.org`
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
    'X-WR-CALDESC:Tables, workshops and gatherings of the Discordia community, online and in person.',
    'REFRESH-INTERVAL;VALUE=DURATION:PT3H',
    'X-PUBLISHED-TTL:PT3H',
    ...gameNight('CONFIRMED', 1),
    ...gameNight('CANCELLED', 1),
    ...END,
  ])
})

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
  [false, 'REQUEST', 'CONFIRMED', 'ACCEPTED'],
  [true, 'CANCEL', 'CANCELLED', 'DECLINED'],
])('a seat by mail, cancelled: %s', (isCancelled, method, status, answer) => {
  const people = [ORGANIZER, attendee(answer)]
  expect(read(mailedInvitation(SITE, event, { ...finn, sequence: 5, isCancelled }))).toEqual(
    attached('discordia-event-7.ics', method, ...gameNight(status, 5, ...people)),
  )
})

describe('a session by mail', () => {
  const FILE = 'discordia-session.ics'
  const member = { ...finn, isCancelled: false, status: 'NEEDSACTION' as const }
  const weekly = { ...session, rule: 'FREQ=WEEKLY;COUNT=5' }
  /** A date of three hours. */
  const date = (day: number, over: { starts_at?: number; ends_at?: number } = {}) => ({
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
      'SUMMARY:Dusk',
      String.raw`DESCRIPTION:Level 3\n\nhttps://map.example`,
      ORGANIZER,
      attendee(answer),
      'URL;VALUE=URI:https://map.example',
      `STATUS:${status}`,
      ...CREATED,
    )
  const inVienna = (name: string, day: string) => `${name};TZID=Europe/Vienna:197001${day}`
  /** The rules of the zone come from a package, and are left out. */
  const withoutZone = ({ content, ...rest }: ReturnType<typeof read>) => {
    const [from, to] = [content.indexOf('BEGIN:VTIMEZONE'), content.indexOf('END:VTIMEZONE')]
    expect(content[from + 1]).toBe('TZID:Europe/Vienna')
    return { ...rest, content: content.toSpliced(from, to - from + 1) }
  }

  test('with one date is an entry in UTC', () => {
    expect(read(mailedSession(SITE, session, [date(1)], member))).toEqual(
      attached(
        FILE,
        'REQUEST',
        ...dusk('CONFIRMED', 'NEEDS-ACTION', 'DTSTART:19700102T000000Z', 'DTEND:19700102T030000Z'),
      ),
    )
    expect(() => mailedSession(SITE, session, [], member)).toThrow('session session has no date')
  })

  test('that repeats is a rule in its zone, without cancelled dates, and an entry for each date that differs', () => {
    const moved = date(1, { starts_at: DAY + HOUR, ends_at: DAY + 5 * HOUR })
    const shorter = date(22, { ends_at: 22 * DAY + HOUR })
    const renamed = { ...date(29), title: 'Dawn', place: 'Cellar' }
    const dates = [moved, date(8), gone, shorter, renamed]
    const file = read(mailedSession(SITE, weekly, dates, member))
    const entries = [
      [
        inVienna('DTSTART', '02T010000'),
        inVienna('DTEND', '02T040000'),
        'RRULE:FREQ=WEEKLY;COUNT=5',
        inVienna('EXDATE', '16T010000'),
      ],
      [
        inVienna('DTSTART', '02T020000'),
        inVienna('DTEND', '02T060000'),
        inVienna('RECURRENCE-ID', '02T010000'),
      ],
      [
        inVienna('DTSTART', '23T010000'),
        inVienna('DTEND', '23T020000'),
        inVienna('RECURRENCE-ID', '23T010000'),
      ],
    ]
    const dawn = [
      inVienna('DTSTART', '30T010000'),
      inVienna('DTEND', '30T040000'),
      inVienna('RECURRENCE-ID', '30T010000'),
    ]
    expect(withoutZone(file)).toEqual(
      attached(
        FILE,
        'REQUEST',
        ...entries.flatMap((times) => dusk('CONFIRMED', 'NEEDS-ACTION', ...times)),
        ...dusk('CONFIRMED', 'NEEDS-ACTION', ...dawn).flatMap((line) =>
          line === 'SUMMARY:Dusk' ? ['SUMMARY:Dawn', 'LOCATION:Cellar'] : [line],
        ),
      ),
    )
  })

  test('of which every date was moved has the length of its first one', () => {
    const moved = date(1, { starts_at: DAY + HOUR, ends_at: DAY + 3 * HOUR })
    const { content } = read(mailedSession(SITE, weekly, [moved], member))
    expect(content).toContain(inVienna('DTEND', '02T030000'))
  })

  test('takes one cancelled date out of a calendar', () => {
    const out = { ...member, isCancelled: true, status: 'DECLINED' as const }
    expect(withoutZone(read(mailedSession(SITE, weekly, [date(1), gone], out, gone)))).toEqual(
      attached(
        FILE,
        'CANCEL',
        ...dusk(
          'CANCELLED',
          'DECLINED',
          inVienna('DTSTART', '16T010000'),
          inVienna('DTEND', '16T040000'),
          inVienna('RECURRENCE-ID', '16T010000'),
        ),
      ),
    )
  })
})

test('the calendar of a member has sessions and seats by their time, free where the member does not come', () => {
  const occurrence: CalendarSession = {
    group_id: 1 as GroupId,
    group_name: 'Ravens',
    my_answer: 'not_coming',
    recurrence_id: DAY,
    ...session,
    starts_at: DAY,
    ends_at: DAY + HOUR,
    cancelled_at: null,
  }
  const earlier: CalendarSession = {
    ...occurrence,
    recurrence_id: null,
    title: 'Ravens',
    my_answer: null,
    cancelled_at: 1,
    starts_at: 0,
    link: '',
    place: 'Cellar',
  }
  const seat = { ...event, seat_sequence: 4, seat_updated_at: 9 * HOUR }
  const later = { ...seat, uid: 'later', starts_at: 3 * DAY }
  const calendar = memberCalendar(
    SITE,
    { sessions: [occurrence, earlier], seats: [later, seat] },
    3,
  )
  const OF_SESSION = 'URL;VALUE=URI:https://x.example/discordia/dashboard'
  expect(linesOf(calendar)).toEqual([
    ...START,
    'METHOD:PUBLISH',
    'NAME:Discordia: my calendar',
    'X-WR-CALNAME:Discordia: my calendar',
    'X-WR-CALDESC:Your group sessions and the events you’re coming to. Keep the link to this calendar to yourself.',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
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
      OF_SESSION,
      'STATUS:CANCELLED',
      ...CREATED,
    ),
    ...entry(
      'UID:session-19700102T000000Z',
      'SEQUENCE:2',
      'DTSTAMP:19700101T010000Z',
      'DTSTART:19700102T000000Z',
      'DTEND:19700102T010000Z',
      'SUMMARY:Ravens: Dusk',
      'TRANSP:TRANSPARENT',
      'LOCATION:https://map.example',
      String.raw`DESCRIPTION:Level 3\n\nhttps://map.example`,
      OF_SESSION,
      'STATUS:CONFIRMED',
      ...CREATED,
    ),
    ...gameNight('CONFIRMED', 5).map((line) => line.replace(/T010000Z$/, 'T090000Z')),
    ...END,
  ])
})
