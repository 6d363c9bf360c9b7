import { DAY } from '../../test/helpers/fixtures/contents.ts'
import { addGameSession, addGroup } from '../../test/helpers/fixtures/gameSessions.ts'
import { calendarProgram, type ShownDate } from '../../test/helpers/server/calendarProgram.ts'
import {
  documented,
  inWords,
  play,
  rangeOf,
  SCENARIOS,
  type Scenario,
} from '../../test/helpers/server/calendarScenarios.ts'
import { calendarsOf } from '../../test/helpers/server/memberCalendars.ts'
import { registrationsOf } from '../../test/helpers/server/registrations.ts'
import { startServer, type TestServer } from '../../test/helpers/server/startServer.ts'
import { findCalendarPrograms } from './calendarPrograms.ts'
import { byIcalendar, makeKhal } from './calendarReaders.ts'

/** A member is in one of them. */
const ZONES = ['Europe/Vienna', 'America/New_York', 'Asia/Tokyo'] as const
const CALENDARS = ['mails', 'feed', 'both'] as const

const withoutFree = (text: string) => text.replaceAll(' (free)', '')

describe('khal and icalendar', () => {
  let programs: Awaited<ReturnType<typeof findCalendarPrograms>>
  let server: TestServer
  let khal: ReturnType<typeof makeKhal>
  beforeAll(async () => {
    programs = await findCalendarPrograms()
    server = await startServer('sqlite')
  })
  afterAll(() => server.close())
  beforeEach(() => {
    khal = makeKhal(programs.khal, CALENDARS, ZONES)
  })
  afterEach(() => khal.remove())

  const shownByKhal = (scenario: Scenario, zones: readonly string[] = ZONES) =>
    zones.map((zone) => {
      const shown = khal.shown(zone, rangeOf(scenario))
      return CALENDARS.map((name) => inWords(shown.get(name) ?? [], scenario))
    })

  test.each(Object.entries(SCENARIOS))('show each date once: %s', async (name, scenario) => {
    const { before, after } = await play(server, scenario)
    const row = documented()[name] ?? { before: '', after: '' }
    const mailed = scenario.mailedBefore ?? row.before

    const lists = [
      ...[before.mails, [before.feed], [...before.mails, before.feed]],
      ...[[...before.mails, ...after.mails], [after.feed]],
      [...before.mails, before.feed, ...after.mails, after.feed],
    ]
    const byPython = byIcalendar(programs, lists, rangeOf(scenario))
    expect(byPython.map((dates) => inWords(dates, scenario))).toEqual([
      ...[mailed, row.before, row.before],
      ...[withoutFree(row.after), row.after, row.after],
    ])

    // khal shows no free time.
    khal.open('mails', ...before.mails)
    khal.open('feed', before.feed)
    khal.open('both', ...before.mails, before.feed)
    expect(shownByKhal(scenario, [ZONES[0]])).toEqual([[mailed, row.before, row.before]])
    const left = withoutFree(row.after)
    khal.open('mails', ...after.mails)
    khal.empty('feed')
    khal.open('feed', after.feed)
    khal.open('both', ...after.mails, after.feed)
    expect(shownByKhal(scenario)).toEqual([
      [left, left, left],
      [left, left, left],
      [left, left, left],
    ])
  })

  test('read texts with any characters, and seats at events', async () => {
    await server.empty()
    const mira = await server.addUser('Mira')
    const group = await addGroup(server, 'Lanterns; "old", Ärger: 🎲', mira.id)
    // icalendar reads a backslash as typed before n, a comma or a semicolon in another way than RFC 5545 says.
    const title = 'A: B; C, D \\ "E" BEGIN:VEVENT '.repeat(4).trim()
    const notes = 'x;y,z: "q"\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\n'.repeat(20)
    const first = server.deps.clock() + 2 * DAY
    const texts = { title, notes, place: 'Graz; Haus, 3' }
    const { dates } = await addGameSession(server, group, texts, [first, first + 7 * DAY])
    const own = dates.slice(1)
    await server.deps.db
      .updateTable('game_dates')
      .set({ title: `${title}!`, place: 'Linz: \\ "2"' })
      .where('id', 'in', own)
      .execute()
    const registrations = registrationsOf(server)
    await registrations.signUp(mira, await registrations.event({ starts_at: first + 8 * DAY }))
    const { body } = await server.app.inject(await calendarsOf(server).feedOf(mira))

    const range = { from: first - DAY, to: first + 20 * DAY }
    const factsOf = (shown: readonly ShownDate[]) =>
      shown
        .toSorted((a, b) => a.start - b.start)
        .map(({ uid, start, title: summary, place }) => ({ uid, start, summary, place }))
    const expected = factsOf(calendarProgram().open(body).shown(range.from, range.to))
    expect(expected).toMatchObject([
      { start: first, summary: expect.stringContaining(title), place: 'Graz; Haus, 3' },
      { start: first + 7 * DAY, summary: expect.stringContaining('!'), place: 'Linz: \\ "2"' },
      { start: first + 8 * DAY, summary: 'A long evening' },
    ])
    const [byPython = []] = byIcalendar(programs, [[body]], range)
    expect(factsOf(byPython)).toEqual(expected)
    khal.open('feed', body)
    expect(factsOf(khal.shown('Europe/Vienna', range).get('feed') ?? [])).toEqual(expected)
  })
})
