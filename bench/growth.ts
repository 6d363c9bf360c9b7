import { sql } from 'kysely'
import type { Engine } from '#server/db/dialect.ts'
import { openDatabase } from '#server/db/open.ts'
import { addEntries, addGlossaryType } from '#test/helpers/fixtures/glossary.ts'
import { engines, startServer, type TestServer } from '#test/helpers/server/startServer.ts'
import { CALLS, longestBlock, type Spread, TYPES, timeCalls } from './growthCalls.ts'
import { makeTexts } from './growthWords.ts'

const SIZES = (process.env.BENCH_SIZES ?? '1000,10000,100000').split(',').map(Number)
/** Reading or filtering a list may take this many times longer at the largest size than at the smallest. */
const GROWTH_MAX = 5
/** On an idle machine. */
const SEARCH_P95_MAX_MS = 50
/** Longest block of the event loop while the whole list of 10,000 entries is rendered. */
const BLOCK_MAX_MS = 50
const BLOCK_SIZE = 10_000
/** Statement timeout while filling, which takes longer than any request. */
const FILL_TIMEOUT_MS = 10 * 60_000

type Results = ReadonlyMap<number, ReadonlyMap<string, Spread>>

/** The glossary list at growing sizes, on SQLite and, with TEST_DATABASE_URL, on PostgreSQL. */
export async function run(): Promise<void> {
  for (const engine of engines) await grow(engine)
}

async function grow(engine: Engine): Promise<void> {
  const server = await startServer(engine)
  const filler = openDatabase(server.deps.settings, FILL_TIMEOUT_MS).db
  const results = new Map<number, Map<string, Spread>>()
  let blockedMs = 0
  try {
    const addNext = await prepareFill({ ...server, deps: { ...server.deps, db: filler } })
    for (const size of SIZES) {
      const began = performance.now()
      await addNext(size)
      if (engine === 'postgres') await sql`vacuum analyze glossary_entries`.execute(filler)
      const seconds = ((performance.now() - began) / 1000).toFixed(0)
      console.log(`${engine}: ${size} entries, filled in ${seconds} s`)
      results.set(size, await timeCalls(server))
      if (size === BLOCK_SIZE) blockedMs = await longestBlock(server)
    }
  } finally {
    await filler.destroy()
    await server.close()
  }
  console.log(`\n${table(results)}\n`)
  if (results.has(BLOCK_SIZE))
    console.log(
      `whole list of ${BLOCK_SIZE}: blocks the event loop for ${blockedMs.toFixed(1)} ms (at most ${BLOCK_MAX_MS}: ${verdict(blockedMs <= BLOCK_MAX_MS)})\n`,
    )
}

/** @returns a function that fills up to a number of entries; a player creates every fifth */
async function prepareFill(server: TestServer): Promise<(size: number) => Promise<void>> {
  const staff = await server.addUser('staff', 'staff')
  const player = await server.addUser('player')
  const firstType = await addGlossaryType(server, 'Type 0')
  const types = [firstType]
  while (types.length < TYPES) types.push(await addGlossaryType(server, `Type ${types.length}`))
  const textOf = makeTexts()
  const now = server.deps.clock()
  let filled = 0
  return async (size) => {
    const first = filled
    await addEntries(server, staff.id, size - first, (offset) => {
      const index = first + offset
      return {
        ...textOf(index),
        type_id: types[index % TYPES] ?? firstType,
        created_at: now - index * 1000,
        ...(index % 5 === 0 && { created_by: player.id }),
      }
    })
    filled = size
  }
}

const verdict = (isKept: boolean): string => (isKept ? 'yes' : 'NO')

function table(results: Results): string {
  const sizes = [...results.keys()]
  const line = (name: string, cells: readonly string[]) =>
    name.padEnd(26) + cells.map((cell) => cell.padStart(18)).join('')
  const [least = 0, most = 0] = [sizes.at(0), sizes.at(-1)]
  const rows = CALLS.map(({ name, kind }) => {
    const spread = (size: number) => results.get(size)?.get(name) ?? { p50: 0, p95: 0 }
    const cells = sizes.map((size) => {
      const { p50, p95 } = spread(size)
      return `${p50.toFixed(1)} / ${p95.toFixed(1)}`
    })
    const growth = spread(most).p50 / spread(least).p50
    const isKept = kind === 'list' ? growth <= GROWTH_MAX : spread(most).p95 <= SEARCH_P95_MAX_MS
    const promise =
      kind === 'list' ? `${growth.toFixed(1)}x of ${GROWTH_MAX}x` : `p95 of ${SEARCH_P95_MAX_MS} ms`
    return line(name, [...cells, `${promise}: ${verdict(isKept)}`])
  })
  const heads = [...sizes.map((size) => `${size} entries`), 'promise kept']
  return [line('p50 / p95 in ms', heads), ...rows].join('\n')
}
