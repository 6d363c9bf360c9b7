import { once } from 'node:events'
import { migrate } from '../../server/db/migrate.ts'
import { openDatabase } from '../../server/db/open.ts'
import { searchText, titleKey } from '../../server/text/keys.ts'
import { amount, figure } from '../../test/helpers/server/faults.ts'
import { addAccount } from '../../test/helpers/server/processDatabase.ts'
import {
  type DataDir,
  makeDataDir,
  type ServerProcess,
  startProcess,
} from '../../test/helpers/server/serverProcess.ts'
import { OTHERS_P95_MAX, toldOf, watchOthers } from './bystander.ts'

/** Environment of a process whose garbage a test can collect. */
const INSPECTED = { NODE_OPTIONS: '--inspect=127.0.0.1:0' }

/** Collects the garbage of a process that was started with `INSPECTED`. */
async function collectGarbage({ until }: ServerProcess): Promise<void> {
  const socket = new WebSocket(await until(/Debugger listening on (ws:\S+)/))
  await once(socket, 'open')
  socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }))
  await once(socket, 'message')
  socket.close()
}

const ENTRIES = 1000
const MB = 1024 * 1024
/**
 * A whole list takes 1.2 MB: if cached, those of one round would take more than 50 MB. At full length, the second round
 * of pages still fills the cache of responses, which has 32 MB for each area.
 */
const GROWTH_MAX = amount(32, 10) * MB
const ROUND = amount(1000, 45)

describe('the memory of a process that strangers ask for thousands of lists', () => {
  let dataDir: DataDir
  let server: ServerProcess
  beforeAll(async () => {
    dataDir = makeDataDir()
    await fill(dataDir.path)
    server = await startProcess(dataDir.path, INSPECTED)
  }, 60_000)
  afterAll(async () => {
    await server.end()
    dataDir.remove()
  })

  /** Memory in heap and buffers. */
  const inUse = async (): Promise<number> => {
    const metrics = await (await fetch(`${server.address}/api/metrics`)).text()
    const names = ['nodejs_heap_size_used_bytes', 'nodejs_external_memory_bytes']
    return names.reduce(
      (sum, name) => sum + Number(new RegExp(`^${name} (\\S+)`, 'm').exec(metrics)?.[1]),
      0,
    )
  }
  const ask = async (query: Record<string, string>) => {
    const url = `${server.address}/api/glossary/entries/?${new URLSearchParams(query)}`
    const answer = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
    expect([answer.status, (await answer.arrayBuffer()).byteLength > MB]).toEqual([200, true])
  }
  /** Memory in use after a round and a collection. */
  const keptAfter = async (query: (at: number) => Record<string, string>, from: number) => {
    for (let at = from; at < from + ROUND; at++) await ask(query(at))
    await collectGarbage(server)
    return inUse()
  }

  test.each<[string, (at: number) => Record<string, string>]>([
    ['unknown sorts and flags', (at) => ({ sort: `unknown ${at}`, showUserEntries: `x${at}` })],
    ['search terms that find everything', (at) => ({ search: WORDS[at % WORDS.length] ?? '' })],
  ])(
    'stays bounded: %s',
    async (_name, query) => {
      const watched = await watchOthers(server.address)
      const first = await keptAfter(query, 0)
      const growth = (await keptAfter(query, ROUND)) - first
      const others = await watched()
      figure(toldOf(others))
      tellGrowth(growth)
      expect(growth).toBeLessThan(GROWTH_MAX)
      expect(others.p95).toBeLessThan(OTHERS_P95_MAX)
    },
    600_000,
  )

  test('stays bounded, and the others are served meanwhile: pages that are rendered for many URLs', async () => {
    const draw = async (at: number) => {
      const answer = await fetch(`${server.address}/discordia/world?search=w${at}`)
      expect(answer.status).toBe(200)
      await answer.arrayBuffer()
    }
    // More at once than the server renders; most get the plain page.
    const flood = async (from: number) => {
      for (let at = from; at < from + ROUND; at += 10)
        await Promise.all(Array.from({ length: 10 }, (_, more) => draw(at + more)))
      await collectGarbage(server)
      return inUse()
    }
    const first = await flood(0)
    const busy = flood(ROUND)
    const health = await fetch(`${server.address}/api/health`)
    expect([health.status, await Promise.race([busy, Promise.resolve('still busy')])]).toEqual([
      200,
      'still busy',
    ])
    const growth = (await busy) - first
    tellGrowth(growth)
    expect(growth).toBeLessThan(GROWTH_MAX)
  }, 600_000)
})

const tellGrowth = (bytes: number): void =>
  figure(
    `${ROUND} more queries: memory grew by ${Math.round(bytes / MB)} MB (limit ${GROWTH_MAX / MB} MB)`,
  )

const WORDS = Array.from({ length: 400 }, (_, at) => `w${at + 100}`)

async function fill(path: string): Promise<void> {
  const { db, engine } = openDatabase({ dataDir: path, databaseUrl: undefined })
  await migrate(db, engine)
  const { id: created_by } = await addAccount(db, 'Ada', 'staff')
  const { id: type_id } = await db
    .insertInto('glossary_types')
    .values({ name: 'Places', position: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const times = { created_at: 1, updated_at: 1, approved_at: 1 }
  const entries = Array.from({ length: ENTRIES }, (_, at) => ({
    ...times,
    title: `Entry ${at}`,
    title_key: titleKey(`Entry ${at}`),
    description: 'A sentence about it. '.repeat(44),
    search_text: searchText(WORDS),
    type_id,
    created_by,
  }))
  for (let from = 0; from < ENTRIES; from += 500)
    await db
      .insertInto('glossary_entries')
      .values(entries.slice(from, from + 500))
      .execute()
  await db.destroy()
}
