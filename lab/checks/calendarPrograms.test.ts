import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changeContent, DAY, HOUR } from '../../test/helpers/fixtures/contents.ts'
import {
  addGameSession,
  addGroup,
  changeGameSession,
} from '../../test/helpers/fixtures/gameSessions.ts'
import { calendarsOf, eventsIn } from '../../test/helpers/server/memberCalendars.ts'
import { registrationsOf } from '../../test/helpers/server/registrations.ts'
import { engines, startServer, type TestServer } from '../../test/helpers/server/startServer.ts'
import { findCalendarPrograms } from './calendarPrograms.ts'

/** An entry as a program reads it. */
type Read = { uid: string; start: number; end: number; title: string; isCancelled: boolean }

const READER = `
import json, sys, icalendar
calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
print(json.dumps([[str(e['UID']), e['DTSTART'].dt.timestamp() * 1000, e['DTEND'].dt.timestamp() * 1000,
  str(e['SUMMARY']), str(e['STATUS']) == 'CANCELLED', int(e['SEQUENCE'])] for e in calendar.walk('VEVENT')]))`

const CONFIG = (folder: string) => `[calendars]
[[mine]]
path = ${folder}/calendar
[sqlite]
path = ${folder}/cache
[locale]
local_timezone = UTC
default_timezone = UTC
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%dT%H:%M
longdatetimeformat = %Y-%m-%dT%H:%M
[default]
default_calendar = mine
`

describe.each(engines)('calendar programs read the feed of a member, on %s', (engine) => {
  let programs: Awaited<ReturnType<typeof findCalendarPrograms>>
  let server: TestServer
  let folder: string
  beforeAll(async () => {
    programs = await findCalendarPrograms()
    server = await startServer(engine)
    folder = mkdtempSync(join(tmpdir(), 'khal-'))
    mkdirSync(join(folder, 'calendar'))
    writeFileSync(join(folder, 'config'), CONFIG(folder))
  })
  afterAll(async () => {
    await server.close()
    rmSync(folder, { recursive: true })
  })

  const inOrder = (rows: Read[]) => rows.toSorted((a, b) => a.uid.localeCompare(b.uid))

  /** Imports the file into khal, which keeps entries of earlier files. */
  function byKhal(file: string): Read[] {
    const khal = (...args: string[]) =>
      execFileSync(programs.khal, ['--config', join(folder, 'config'), ...args], {
        encoding: 'utf8',
        env: { ...process.env, HOME: folder, LC_ALL: 'C.UTF-8' },
      })
    writeFileSync(join(folder, 'feed.ics'), file)
    khal('import', '--batch', join(folder, 'feed.ics'))
    const format = '{uid}|{start}|{end}|{title}|{status}'
    const lines = khal('list', '--format', format, '--day-format', '', '2026-06-01', '60d')
    return lines
      .split('\n')
      .filter((line) => line.includes('|'))
      .map((line) => {
        const [uid = '', start = '', end = '', title = '', status = ''] = line.split('|')
        const isCancelled = status.includes('CANCELLED')
        return {
          uid,
          title,
          isCancelled,
          start: Date.parse(`${start}Z`),
          end: Date.parse(`${end}Z`),
        }
      })
  }
  const byPython = (file: string) =>
    JSON.parse(
      execFileSync(programs.python, ['-c', READER], { input: file, encoding: 'utf8' }),
    ) as [string, number, number, string, boolean, number][]

  test('ical.js, khal and icalendar agree about entries, and about what was moved and cancelled', async () => {
    const mira = await server.addUser('Mira')
    const group = await addGroup(server, 'Lanterns, "old" Ärger', mira.id)
    // Whole minutes, because khal shows no seconds.
    const first = server.deps.clock() + 2 * DAY
    const repeating = await addGameSession(server, group, {}, [first, first + 7 * DAY])
    const single = await addGameSession(server, group, { title: 'One evening' }, [first + HOUR])
    const registrations = registrationsOf(server)
    const event = await registrations.event()
    await registrations.signUp(mira, event)
    const path = await calendarsOf(server).feedOf(mira)

    const fetched = async () => (await server.app.inject(path)).body
    async function read() {
      const file = await fetched()
      const events = eventsIn(file)
      const rows = inOrder(
        events.map(({ uid, start, end, summary, status }) => ({
          uid,
          start,
          end,
          title: summary,
          isCancelled: status === 'CANCELLED',
        })),
      )
      expect(inOrder(byKhal(file))).toEqual(rows)
      const sequences = new Map(events.map(({ uid, sequence }) => [uid, sequence]))
      expect(byPython(file)).toHaveLength(rows.length)
      for (const [uid, start, end, title, isCancelled, sequence] of byPython(file)) {
        expect(rows).toContainEqual({ uid, start, end, title, isCancelled })
        expect(sequence).toBe(sequences.get(uid))
      }
      return { rows, sequences }
    }

    const before = await read()
    expect(before.rows).toHaveLength(4)
    expect(before.rows.some(({ isCancelled }) => isCancelled)).toBe(false)

    server.passTime(60_000)
    const moved = first + 4 * DAY
    await server.deps.db
      .updateTable('game_dates')
      .set({ starts_at: moved, ends_at: moved + HOUR })
      .where('id', 'in', repeating.dates.slice(1))
      .execute()
    await changeGameSession(server, repeating.id)
    await changeGameSession(server, single.id, { cancelled_at: server.deps.clock() })
    await changeContent(server, event, { cancelled_at: server.deps.clock() })

    const after = await read()
    expect(after.rows.map(({ uid }) => uid)).toEqual(before.rows.map(({ uid }) => uid))
    expect(after.rows.filter(({ isCancelled }) => isCancelled)).toHaveLength(2)
    expect(after.rows.filter(({ start }) => start === moved)).toHaveLength(1)
    for (const [uid, sequence] of after.sequences)
      expect(sequence).toBeGreaterThan(before.sequences.get(uid) ?? 0)
  })
})
