import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { TestServer } from '../../test/helpers/server/startServer.ts'
import { ABSENT, COMMON, PREFIX, RARE } from './growthWords.ts'

export const TYPES = 8
/** Requests per call, in sequence. */
const ROUNDS = 60
/** Unmeasured rounds of each call, until the shared code is compiled. */
const WARM_UP_ROUNDS = 10
/** Whole lists per measurement of the event loop. */
const LISTS = 9
/** Time after which cached responses have expired, so that the database is measured. */
const CACHE_EXPIRY_MS = 5001

/** Both in milliseconds. */
export type Spread = { readonly p50: number; readonly p95: number }
type Call = {
  readonly name: string
  /** Which limit applies; see `table` in growth.ts. */
  readonly kind: 'list' | 'search'
  readonly query: (round: number) => Record<string, string>
}

const type = (round: number) => String(1 + (round % TYPES))

/** Calls, each with pages of ten. */
export const CALLS: readonly Call[] = [
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

export async function timeCalls(server: TestServer): Promise<Map<string, Spread>> {
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
export async function longestBlock(server: TestServer): Promise<number> {
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
