import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import type { ContentItem } from '../../contract/content.ts'
import { DAY, HOUR } from '../../test/helpers/fixtures/contents.ts'
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
import { startDesk } from '../../test/helpers/server/startDesk.ts'
import { startServer, type TestServer } from '../../test/helpers/server/startServer.ts'
import { findCalendarPrograms } from './calendarPrograms.ts'

/* Installed programs that read calendars. */

type Programs = Awaited<ReturnType<typeof findCalendarPrograms>>
/** Epoch milliseconds. */
type Range = { readonly from: number; readonly to: number }

/**
 * The library icalendar with the rules of dateutil, as other programs use both: what is newer by SEQUENCE, then by
 * DTSTAMP, takes the place of the entries with the UID, and `METHOD:CANCEL` takes them out.
 */
const READER = `
import json, sys, icalendar
from dateutil import rrule, tz
asked = json.load(sys.stdin)

# One library reads all times: two may differ about those that the clocks skip or show twice.
def zoned(value, within=None):
    name = (within or value).params.get('TZID')
    return value.dt.replace(tzinfo=tz.gettz(name) if name else tz.UTC)

def seconds(value, within=None):
    return zoned(value, within).timestamp()

def shown(entry, start, end):
    free = str(entry.get('TRANSP')) == 'TRANSPARENT'
    return dict(uid=str(entry['UID']), title=str(entry['SUMMARY']), place=str(entry.get('LOCATION', '')),
                start=start * 1000, end=end * 1000, isFree=free)

def dates(entries):
    moved = {seconds(e['RECURRENCE-ID']): e for e in entries if 'RECURRENCE-ID' in e}
    for entry in entries:
        if str(entry['STATUS']) == 'CANCELLED' or 'RECURRENCE-ID' in entry:
            continue
        length = seconds(entry['DTEND']) - seconds(entry['DTSTART'])
        starts = [seconds(entry['DTSTART'])]
        if 'RRULE' in entry:
            rule = rrule.rrulestr(entry['RRULE'].to_ical().decode(), dtstart=zoned(entry['DTSTART']))
            starts = []
            for at in rule:
                if at.timestamp() * 1000 >= asked['to']:
                    break
                starts.append(at.timestamp())
        out = entry.get('EXDATE', [])
        out = {seconds(at, part) for part in (out if isinstance(out, list) else [out]) for at in part.dts}
        for at in starts:
            other = moved.get(at)
            if at in out:
                continue
            if other is None:
                yield shown(entry, at, at + length)
            else:
                yield shown(other, seconds(other['DTSTART']), seconds(other['DTEND']))

def version(entries):
    return (int(entries[0]['SEQUENCE']), seconds(entries[0]['DTSTAMP']))

def read(files):
    kept = {}
    for file in files:
        calendar = icalendar.Calendar.from_ical(file)
        found = {}
        for entry in calendar.walk('VEVENT'):
            found.setdefault(str(entry['UID']), []).append(entry)
        for uid, entries in found.items():
            before = kept.get(uid)
            if before is None or version(entries) > before[0]:
                kept[uid] = (version(entries), [] if calendar.get('METHOD') == 'CANCEL' else entries)
    return [one for _, entries in kept.values() for one in dates(entries)]

print(json.dumps([read(files) for files in asked['lists']]))`

/** What icalendar shows of several lists of files, each on its own. */
const byIcalendar = (
  { python }: Programs,
  lists: readonly (readonly string[])[],
  { to }: Range,
): ShownDate[][] =>
  JSON.parse(
    execFileSync(python, ['-c', READER], {
      input: JSON.stringify({ lists, to }),
      encoding: 'utf8',
    }),
  )

const configOf = (folder: string, calendars: readonly string[], zone: string) => `[calendars]
${calendars.map((name) => `[[${name}]]\npath = ${folder}/${name}`).join('\n')}
[sqlite]
path = ${folder}/cache-${zone.replace('/', '-')}
[locale]
local_timezone = ${zone}
default_timezone = ${zone}
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%dT%H:%M
longdatetimeformat = %Y-%m-%dT%H:%M
[default]
default_calendar = ${calendars[0]}
`

/**
 * khal with these calendars, for people in these zones. Its times are whole minutes of such a zone.
 * @param program path
 */
function makeKhal(
  program: string,
  calendars: readonly string[],
  zones: readonly [string, ...string[]],
) {
  const folder = mkdtempSync(join(tmpdir(), 'khal-'))
  const configFile = (zone: string) => join(folder, `config-${zone.replace('/', '-')}`)
  for (const zone of zones) writeFileSync(configFile(zone), configOf(folder, calendars, zone))
  const khal = (zone: string, ...args: readonly string[]) =>
    execFileSync(program, ['--config', configFile(zone), ...args], {
      encoding: 'utf8',
      env: { ...process.env, HOME: folder, LC_ALL: 'C.UTF-8' },
    })
  const empty = (calendar: string) => {
    rmSync(join(folder, calendar), { recursive: true, force: true })
    mkdirSync(join(folder, calendar))
  }
  for (const calendar of calendars) empty(calendar)
  return {
    empty,
    /** Entries of earlier files stay, unless a later one has their UID. */
    open(calendar: string, ...files: readonly string[]) {
      const paths = files.map((file, n) => {
        const path = join(folder, `${n}.ics`)
        writeFileSync(path, file)
        return path
      })
      if (paths.length > 0) khal(zones[0], 'import', '--batch', '-a', calendar, ...paths)
    },
    /** What takes place, by calendar. */
    shown(zone: string, { from, to }: Range): Map<string, ShownDate[]> {
      const days = [from, to].map((at) => new Date(at).toISOString().slice(0, 10))
      const format = [
        '{calendar}',
        '{uid}',
        '{start}',
        '{end}',
        '{title}',
        '{location}',
        '{status}',
      ]
      const lines = khal(zone, 'list', '--format', format.join('|'), '--day-format', '', ...days)
      const rows = [...new Set(lines.split('\n'))]
        .map((line) => line.split('|'))
        .filter((cells) => cells.length === format.length && !cells.at(-1)?.includes('CANCELLED'))
        .map(([calendar = '', uid = '', start = '', end = '', title = '', place = '']) => ({
          calendar,
          ...{ uid, title, place, isFree: false },
          start: Temporal.PlainDateTime.from(start).toZonedDateTime(zone).epochMilliseconds,
          end: Temporal.PlainDateTime.from(end).toZonedDateTime(zone).epochMilliseconds,
        }))
        .filter(({ start }) => start < to)
      return Map.groupBy(rows, ({ calendar }) => calendar)
    },
    remove: () => rmSync(folder, { recursive: true }),
  }
}

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

    const lists = [
      ...[before.mails, [before.feed], [...before.mails, before.feed]],
      ...[[...before.mails, ...after.mails], [after.feed]],
      [...before.mails, before.feed, ...after.mails, after.feed],
    ]
    const byPython = byIcalendar(programs, lists, rangeOf(scenario))
    expect(byPython.map((dates) => inWords(dates, scenario))).toEqual([
      ...[row.before, row.before, row.before],
      ...[withoutFree(row.after), row.after, row.after],
    ])

    // khal shows no free time.
    khal.open('mails', ...before.mails)
    khal.open('feed', before.feed)
    khal.open('both', ...before.mails, before.feed)
    expect(shownByKhal(scenario, [ZONES[0]])).toEqual([[row.before, row.before, row.before]])
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

  test('show each date of a monthly event once, one of them moved and one cancelled', async () => {
    const desk = await startDesk('sqlite', { TIME_ZONE: ZONES[0] })
    const ada = await desk.staff('Ada')
    const start = Date.UTC(2026, 8, 10, 17)
    const event = (at: number, over: object = {}) => ({
      ...{ kind: 'event', title: 'Open evening', short_description: 'Short', description: 'Long' },
      ...{ event_scope: 'National', event_type: 'Offline', location: 'Vienna' },
      starts_at: new Date(at).toISOString(),
      ends_at: new Date(at + 3 * HOUR).toISOString(),
      ...over,
    })
    const { id } = (
      await ada.post('/contents', event(start, { repeats: { unit: 'month', every: 1 } }))
    ).json()
    await ada.post(`/contents/${id}/publish`, { scope: 'later' })
    const listed = async (): Promise<ContentItem[]> =>
      (await desk.app.inject('/api/contents/activeEvents')).json()
    const [, second, third] = await listed()
    await ada.put(`/contents/${second?.id}`, event(Date.parse(second?.date ?? '') + DAY))
    await ada.post(`/contents/${third?.id}/cancel`)
    const starts = (await listed()).flatMap(({ date, cancelled_at }) =>
      cancelled_at ? [] : [Date.parse(date)],
    )
    const { body } = await desk.app.inject('/api/contents/events.ics')
    await desk.close()

    expect(starts).toHaveLength(12)
    const range = { from: start - DAY, to: (starts.at(-1) ?? 0) + DAY }
    const startsOf = (shown: readonly ShownDate[] = []) =>
      shown.map((one) => one.start).toSorted((a, b) => a - b)
    expect(startsOf(byIcalendar(programs, [[body]], range)[0])).toEqual(starts)
    khal.open('feed', body)
    expect(startsOf(khal.shown(ZONES[0], range).get('feed'))).toEqual(starts)
  })
})
