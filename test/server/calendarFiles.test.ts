import ICAL from 'ical.js'
import type { ContentId } from '#contract/ids.ts'
import { readSettings } from '#server/config/env.ts'
import { eventCalendar, mailedEvent, mailedInvitation } from '#server/text/calendar.ts'
import { printable } from '#server/text/keys.ts'
import { defaultKit } from '#server/text/kit.ts'
import { mailedSession, memberCalendar } from '#server/text/sessionCalendar.ts'
import { calendarProgram } from '#test/helpers/server/calendarProgram.ts'
import {
  documented,
  type Files,
  inWords,
  play,
  rangeOf,
  SCENARIOS,
  type Scenario,
} from '#test/helpers/server/calendarScenarios.ts'
import { serverTests } from '#test/helpers/server/serverTests.ts'

const settings = readSettings({
  PUBLIC_URL: 'https://discordia.example/club',
  MAIL_FROM: '"Graz, Club" <us@discordia.example>',
})

const SITE = { ...settings, kit: defaultKit() }

const DAY = 86_400_000

const LONG = 'Größe 🎲 ဖြိုး '.repeat(30)

const event = {
  id: 7 as ContentId,
  uid: 'event',
  sequence: 1,
  title: LONG,
  location: LONG,
  short_description: '5 * 3 **as typed**',
  format: 'light' as const,
  description: [
    '# Bring **dice**',
    'See [the *old* rules](/discordia/rules), [map](https://maps.example/?a=(b)),',
    'https://bare.example and [us](mailto:us@x.org).',
    '',
    '- one',
    '- two *goats*',
  ].join('\n'),
  created_at: 0,
  updated_at: 1,
  starts_at: DAY,
  ends_at: 2 * DAY,
  cancelled_at: null,
}

const session = {
  uid: 'session',
  sequence: 0,
  group_name: 'Ravens',
  title: LONG,
  time_zone: 'Europe/Amsterdam',
  rule: 'FREQ=WEEKLY;COUNT=2',
  place: LONG,
  link: 'https://x.example',
  notes: LONG,
  cancelled_at: null,
  created_at: 0,
  updated_at: 1,
}

const dates = [DAY, 8 * DAY].map((at, index) => ({
  planned_at: at,
  starts_at: at,
  ends_at: at + 1,
  cancelled_at: index === 0 ? null : 1,
}))

const member = { name: LONG, email: 'finn@x.org' }

const seat = { ...event, seat_sequence: 1, seat_updated_at: 1 }

const FILES = {
  'all events, or one': () => eventCalendar(SITE, [event]),
  'an event by mail': () => mailedEvent(SITE, event).content,
  'a seat by mail': () =>
    mailedInvitation(SITE, event, { ...member, sequence: 1, isCancelled: false }).content,
  'a session by mail': () => mailedSession(SITE, { ...session, dates }, member).content,
  'the calendar of a member': () =>
    memberCalendar(SITE, { sessions: [{ ...session, first_at: DAY, dates }], seats: [seat] }, 9),
}

describe.each(Object.entries(FILES))('the file with %s', (_, write) => {
  test('has lines of at most 75 octets, and CRLF at the end of each, the last one included', () => {
    const file = write()
    const entries = new ICAL.Component(ICAL.parse(file)).getAllSubcomponents('vevent')
    expect(file).toMatch(/\r\nEND:VCALENDAR\r\n$/)
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    const lines = file.split('\r\n')
    expect(lines.length).toBeGreaterThan(20)
    expect(lines.filter((line) => Buffer.byteLength(line) > 75)).toEqual([])
    expect(file.isWellFormed()).toBe(true)
    expect(JSON.stringify(entries)).toContain(LONG.trim())
  })
})

const eventOf = (file: string) =>
  new ICAL.Component(ICAL.parse(file))
    .getAllSubcomponents('vevent')
    .map((entry) => new ICAL.Event(entry))
    .find(({ uid }) => uid === 'event')

test.each([
  'all events, or one',
  'an event by mail',
  'a seat by mail',
  'the calendar of a member',
] as const)(
  'the file with %s has the words of a text and its links, with the address of the site',
  (name) => {
    expect(eventOf(FILES[name]())?.description).toBe(
      [
        '5 * 3 **as typed**',
        'Bring dice',
        'See the old rules (https://discordia.example/club/discordia/rules), map (https://maps.example/?a=(b)),\n' +
          'https://bare.example and us (mailto:us@x.org).',
        'one',
        'two goats',
      ].join('\n\n'),
    )
  },
)

test.each(['an event by mail', 'a seat by mail', 'a session by mail'] as const)(
  'the organizer of %s is the sender of the mails, under the name without its quotes',
  (name) => {
    const entry = new ICAL.Component(ICAL.parse(FILES[name]())).getFirstSubcomponent('vevent')
    const organizer = entry?.getFirstProperty('organizer')
    expect(organizer?.getFirstParameter('cn')).toBe('Graz, Club')
    expect(organizer?.getFirstValue()).toBe('mailto:us@discordia.example')
  },
)

describe('a series of a session with the text', () => {
  const SAMPLES = {
    'line breaks and lines of a calendar': 'a\r\nEND:VEVENT\r\nBEGIN:VEVENT\nUID:other\rb',
    'colons, semicolons and commas': 'RRULE:FREQ=DAILY;COUNT=9, "B":;,',
    backslashes: String.raw`\\ \n \; \, \N ${'\\'}`,
    'control characters': `a${String.fromCodePoint(0, 7, 27, 127)}b\u2028c\u2029d`,
    'half a character at the end': `🎲${'🎲'.slice(0, 1)}`,
    'a thousand characters': 'Größe; "x", \\n 🎲: '.repeat(60).slice(0, 1000),
  }
  const TEXTS = ['summary', 'description', 'location'] as const

  test.each(Object.entries(SAMPLES))('%s has it in mails and feed', (_, text) => {
    const texts = { title: `t${text}`, place: `p${text}`, notes: `n${text}` }
    const own = dates.map((date, at) => ({
      ...date,
      cancelled_at: null,
      ...(at === 0 ? { title: `o${text}` } : { place: text }),
    }))
    const one = { ...session, ...texts, link: '' }
    const { content } = mailedSession(SITE, { ...one, dates: own }, member)
    const feed = memberCalendar(
      SITE,
      { sessions: [{ ...one, first_at: 1, dates: own }], seats: [] },
      9,
    )
    const textsIn = (file: string) =>
      new ICAL.Component(ICAL.parse(file))
        .getAllSubcomponents('vevent')
        .map((entry) => TEXTS.map((name) => entry.getFirstPropertyValue(name)))
    expect(textsIn(content)).toEqual(textsIn(feed))
    const read = (letter = '') => printable(`${letter}${text}`).replaceAll(/\r\n?/g, '\n')
    expect(textsIn(content)).toEqual([
      [`Ravens: ${read('t')}`, read('n'), read('p')],
      [`Ravens: ${read('o')}`, read('n'), read('p')],
      [`Ravens: ${read('t')}`, read('n'), read()],
    ])
    // Nothing of the texts is a line of its own.
    expect(content.match(/^UID:.*/gm)).toEqual(Array(3).fill('UID:session'))
  })
})

const withoutFree = (text: string) => text.replaceAll(' (free)', '')

serverTests('a calendar program on %s', (server) => {
  const shownBy = (scenario: Scenario, ...files: readonly string[]) => {
    const { from, to } = rangeOf(scenario)
    return inWords(
      calendarProgram()
        .open(...files)
        .shown(from, to),
      scenario,
    )
  }
  const bothOf = ({ mails, feed }: Files) => [...mails, feed]

  test.each(Object.entries(SCENARIOS))('shows each date once: %s', async (name, scenario) => {
    const { before, after } = await play(server, scenario)
    const shown = (...files: readonly string[]) => shownBy(scenario, ...files)
    const row = { before: shown(before.feed), after: shown(after.feed) }
    // A feed is read as a whole, and mails one after another.
    expect(row).toEqual(documented()[name])
    expect(shown(...before.mails)).toBe(row.before)
    expect(shown(...before.mails, ...after.mails)).toBe(withoutFree(row.after))
    expect(shown(...bothOf(before))).toBe(row.before)
    expect(shown(...bothOf(before), ...bothOf(after))).toBe(row.after)
    // The feed is fetched before the mail is read.
    expect(shown(before.feed, ...before.mails, after.feed, ...after.mails)).toBe(row.after)
  })

  test('has a scenario for each row of the document', () => {
    expect(Object.keys(documented())).toEqual(Object.keys(SCENARIOS))
  })
})
