import { connect, type Socket } from 'node:net'
import { titledText, titleKey } from '../../server/text/keys.ts'
import { amount, figure } from '../../test/helpers/server/faults.ts'
import {
  addAccount,
  makeProcessDatabase,
  type ProcessDatabase,
} from '../../test/helpers/server/processDatabase.ts'
import { allOrOne } from '../../test/helpers/server/sample.ts'
import { type ServerProcess, startProcess } from '../../test/helpers/server/serverProcess.ts'
import { engines } from '../../test/helpers/server/startServer.ts'
import { memoryOf, OTHERS_P95_MAX, toldOf, watchOthers } from './bystander.ts'

jest.setTimeout(300_000)

const ENTRIES = amount(8000, 1000)
const TERM = 400
const SEARCHES = amount(300, 40)
const LOGINS = amount(1200, 120)
const QUERIES = amount(1000, 100)
const SLOW = amount(400, 100)
/** Most growth over the memory before the flood; two concurrent password hashes take 40 of it. MB. */
const GROWTH_MAX = 200

/** Runs the work for each number, a few at a time. */
async function each(count: number, atOnce: number, act: (at: number) => Promise<void>) {
  let next = 0
  const lane = async () => {
    while (next < count) await act(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}

const words = (from: number, length: number) =>
  Array.from({ length }, (_, at) => `w${((from + at) * 7919) % 9973}`).join(' ')

/** Worst cases: many trigrams, common ones, wide letters, near misses of a long text. */
const TERMS: readonly ((at: number) => string)[] = [
  (at) => words(at, 100).slice(0, TERM),
  (at) => 'ﷺ'.repeat(TERM - (at % 50)),
  (at) => `place ${'a'.repeat(TERM - 10 - (at % 50))}`,
  (at) => `the long road goes ever on and on ${'%_'.repeat((at % 90) + 50)}`,
  (at) => `plaec of teh wintre ${at}`,
]

const JSON_POST = 'host: localhost\r\ncontent-type: application/json\r\n'
/** Bytes that a client sends before it falls silent. */
const SILENCES = [
  '',
  'GET / HTTP/1.1\r\nhost: loc',
  `POST /api/users/login/ HTTP/1.1\r\n${JSON_POST}content-length: 900\r\n\r\n{"em`,
  'GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n',
]

describe.each(allOrOne(engines))('while a stranger floods a process on %s', (engine) => {
  let database: ProcessDatabase
  let server: ServerProcess
  const sockets: Socket[] = []
  beforeAll(async () => {
    database = await makeProcessDatabase(engine)
    server = await startProcess(database.path, database.env)
    await fill(database)
  })
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
  })
  afterAll(async () => {
    await server.end('SIGKILL')
    await database.remove()
  })

  const get = async (path: string) => {
    const answer = await fetch(`${server.address}${path}`)
    await answer.arrayBuffer()
    return answer.status
  }

  const floods: readonly [string, () => Promise<void>][] = [
    [
      `${SLOW} slow connections`,
      async () => {
        for (let at = 0; at < SLOW; at++) {
          const socket = connect(server.port, '127.0.0.1').on('error', () => undefined)
          sockets.push(socket)
          socket.write(SILENCES[at % SILENCES.length] ?? '')
        }
        await each(20, 1, async () => expect(await get('/api/health')).toBe(200))
      },
    ],
    [
      `${QUERIES} distinct queries`,
      () =>
        each(QUERIES, 4, async (at) =>
          expect(
            await get(`/api/glossary/entries/?search=w${at}&sort=x${at}&limit=${20 + (at % 30)}`),
          ).toBe(200),
        ),
    ],
    [
      `${LOGINS} logins`,
      () =>
        each(LOGINS, 100, async (at) => {
          const answer = await fetch(`${server.address}/api/users/login/`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ email: `user${at}@example.org`, password: 'Wrong-Apple-412' }),
          })
          await answer.arrayBuffer()
          expect([401, 503]).toContain(answer.status)
        }),
    ],
    [
      `${SEARCHES} searches for long terms in ${ENTRIES} entries`,
      () =>
        each(SEARCHES, 4, async (at) => {
          const search = TERMS[at % TERMS.length]?.(at) ?? ''
          for (const list of ['glossary/entries', 'rules/entries'])
            expect(await get(`/api/${list}/?${new URLSearchParams({ search })}`)).toBe(200)
        }),
    ],
  ]
  test.each(floods)(
    'with %s, others are served at once and memory is bounded',
    async (_, flood) => {
      const before = memoryOf(server.pid).now
      const watched = await watchOthers(server.address)
      await flood()
      const others = await watched()
      const growth = memoryOf(server.pid).now - before
      figure(toldOf(others))
      figure(`memory grew by ${Math.round(growth)} MB (limit ${GROWTH_MAX} MB)`)
      expect(others.refused).toBe(0)
      expect(others.p95).toBeLessThan(OTHERS_P95_MAX)
      expect(growth).toBeLessThan(GROWTH_MAX)
    },
  )
})

async function fill({ db }: ProcessDatabase): Promise<void> {
  const { id: created_by } = await addAccount(db, 'Ada', 'staff')
  const { id: type_id } = await db
    .insertInto('glossary_types')
    .values({ name: 'Places', position: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const entryOf = (at: number) => {
    const title = `Place of the winter ${words(at, 2)} ${at}`
    const description = `The long road goes ever on and on. ${words(at, 60)}`
    const times = { created_at: at, updated_at: at, approved_at: at }
    const keys = { title_key: titleKey(title), search_text: titledText(title, [description]) }
    return { ...times, ...keys, title, description, type_id, created_by }
  }
  const rows = Array.from({ length: ENTRIES }, (_, at) => entryOf(at))
  for (let from = 0; from < ENTRIES; from += 250)
    await db
      .insertInto('glossary_entries')
      .values(rows.slice(from, from + 250))
      .execute()
}
