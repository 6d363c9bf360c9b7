import { monitorEventLoopDelay } from 'node:perf_hooks'
import { sql } from 'kysely'
import type { Engine } from '../../../server/db/dialect.ts'
import { openDatabase } from '../../../server/db/open.ts'
import { addEntries, addGlossaryType } from '../../../test/helpers/fixtures/glossary.ts'
import { engines, startServer, type TestServer } from '../../../test/helpers/server/startServer.ts'
import { type Figure, NO_POSTGRES, type Part } from '../figures.ts'
import { ABSENT, COMMON, makeTexts, PREFIX, RARE } from '../growthWords.ts'

const TYPES = 8
/** Requests per call, in sequence. */
const ROUNDS = 60
/** Unmeasured rounds of each call, until the shared code is compiled. */
const WARM_UP_ROUNDS = 10
/** Whole lists per measurement of the event loop. */
const LISTS = 9
/** Time after which cached responses have expired, so that the database is measured. */
const CACHE_EXPIRY_MS = 5001

/** Both in milliseconds. */
type Spread = { readonly p50: number; readonly p95: number }
type Call = {
  readonly name: string
  /** Which limit applies. */
  readonly kind: 'list' | 'search'
  readonly query: (round: number) => Record<string, string>
}

const type = (round: number) => String(1 + (round % TYPES))

/** Calls, each with pages of ten. */
const CALLS: readonly Call[] = [
  { name: 'browse', kind: 'list', query: () => ({}) },
  { name: 'browse, newest first', kind: 'list', query: () => ({ sort: 'Newest First' }) },
  { name: 'type filter', kind: 'list', query: (round) => ({ type: type(round) }) },
  { name: 'user-made filter', kind: 'list', query: () => ({ showUserEntries: 'true' }) },
  { name: 'search, common word', kind: 'search', query: () => ({ search: COMMON }) },
  {
    name: 'common word and type',
    kind: 'search',
    query: (round) => ({ search: COMMON, type: type(round) }),
  },
  { name: 'search, rare word', kind: 'search', query: () => ({ search: RARE }) },
  { name: 'search, 2 letters', kind: 'search', query: () => ({ search: PREFIX }) },
  {
    name: '2 letters, newest first',
    kind: 'search',
    query: () => ({ search: PREFIX, sort: 'Newest First' }),
  },
  { name: 'search, no hit', kind: 'search', query: () => ({ search: ABSENT }) },
]

async function timeCalls(server: TestServer): Promise<Map<string, Spread>> {
  const spreads = new Map<string, Spread>()
  for (let round = 0; round < WARM_UP_ROUNDS; round++)
    for (const { query } of CALLS) await list(server, { ...query(round), limit: '10' })
  for (const { name, query } of CALLS) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const began = performance.now()
      await list(server, { ...query(round), limit: '10' })
      times.push(performance.now() - began)
    }
    times.sort((a, b) => a - b)
    const quantile = (share: number) => times[Math.floor(share * (times.length - 1))] ?? 0
    spreads.set(name, { p50: quantile(0.5), p95: quantile(0.95) })
  }
  return spreads
}

/**
 * Longest block of the event loop while a whole list is rendered, in milliseconds: the median over several
 * lists, because other programs of the machine disturb single ones.
 */
async function longestBlock(server: TestServer): Promise<number> {
  const longest: number[] = []
  for (let round = 0; round < LISTS; round++) {
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    await list(server, {})
    delay.disable()
    longest.push(delay.max / 1e6)
  }
  return longest.sort((a, b) => a - b)[Math.floor(LISTS / 2)] ?? 0
}

async function list(server: TestServer, query: Record<string, string>): Promise<void> {
  server.passTime(CACHE_EXPIRY_MS)
  const url = `/api/glossary/entries/?${new URLSearchParams(query)}`
  const { statusCode } = await server.app.inject({ url })
  if (statusCode !== 200) throw new Error(`${url} responded with ${statusCode}`)
}

const SIZES = { full: [1000, 10_000, 100_000, 1_000_000], quick: [1000, 10_000] }
/** Most times longer that reading or filtering a list may take at the largest size than at the smallest. */
const GROWTH_MAX = 5
/** Limit on an idle machine. */
const SEARCH_P95_MAX_MS = 50
/** Longest block of the event loop while the whole list of 10,000 entries is rendered. */
const BLOCK_MAX_MS = 50
const BLOCK_SIZE = 10_000
/** Statement timeout while filling, which takes longer than requests may. */
const FILL_TIMEOUT_MS = 10 * 60_000

type Results = ReadonlyMap<number, ReadonlyMap<string, Spread>>
type Grown = { readonly results: Results; readonly blockedMs: number }

export const part: Part = {
  title: 'Growth of the glossary',
  about:
    'The glossary list, from the database at each request, as the number of entries grows. Reading and filtering may take ' +
    `${GROWTH_MAX} times longer at the largest size than at the smallest; 95 of 100 searches stay below ${SEARCH_P95_MAX_MS} ms ` +
    `at the largest. While the whole list of ${BLOCK_SIZE.toLocaleString('en')} entries is rendered, other requests wait for at most ` +
    `${BLOCK_MAX_MS} ms.`,
  run: async ({ isQuick }) => {
    const figures: Figure[] = []
    for (const engine of engines)
      figures.push(...figuresOf(engine, await grow(engine, isQuick ? SIZES.quick : SIZES.full)))
    return { figures, notes: engines.includes('postgres') ? [] : [NO_POSTGRES] }
  },
}

async function grow(engine: Engine, sizes: readonly number[]): Promise<Grown> {
  const server = await startServer(engine)
  const filler = openDatabase(server.deps.settings, FILL_TIMEOUT_MS).db
  const results = new Map<number, Map<string, Spread>>()
  let blockedMs = 0
  try {
    const addNext = await prepareFill({ ...server, deps: { ...server.deps, db: filler } })
    for (const size of sizes) {
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
  return { results, blockedMs }
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

function figuresOf(engine: Engine, { results, blockedMs }: Grown): Figure[] {
  const sizes = [...results.keys()]
  const [least = 0, most = 0] = [sizes.at(0), sizes.at(-1)]
  const spread = (size: number, call: string) => results.get(size)?.get(call) ?? { p50: 0, p95: 0 }
  const calls = CALLS.flatMap(({ name: subject, kind }) => {
    const ms = { table: engine, subject, unit: 'ms', better: 'lower' } as const
    const growth: Figure = {
      ...ms,
      name: 'largest to smallest',
      value: spread(most, subject).p50 / spread(least, subject).p50,
      unit: 'times',
      goal: kind === 'list' ? GROWTH_MAX : undefined,
    }
    return [
      ...sizes.flatMap((size): Figure[] => [
        { ...ms, name: `${entries(size)}, p50`, value: spread(size, subject).p50 },
        {
          ...ms,
          name: `${entries(size)}, p95`,
          value: spread(size, subject).p95,
          goal: kind === 'search' && size === most ? SEARCH_P95_MAX_MS : undefined,
        },
      ]),
      growth,
    ]
  })
  const block: Figure = {
    table: 'Block of the event loop',
    subject: engine,
    name: `whole list of ${entries(BLOCK_SIZE)}`,
    value: blockedMs,
    unit: 'ms',
    better: 'lower',
    goal: BLOCK_MAX_MS,
  }
  return [...calls, block]
}

const entries = (size: number): string => `${size.toLocaleString('en')} entries`
