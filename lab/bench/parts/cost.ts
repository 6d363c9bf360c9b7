import pg from 'pg'
import { calls } from '../../../contract/calls.ts'
import { type Cost, measureCost } from '../cost.ts'
import { type Figure, NO_POSTGRES, type Part } from '../figures.ts'
import { busiestMinute, COMMUNITIES } from '../model.ts'
import { type Child, withChild } from '../servers/child.ts'
import type { CostReady, CostRequest } from '../servers/costProcess.ts'

const REQUESTS = { full: 200, quick: 20 }
/** Calls that hash a password, a tenth of a second each. */
const SLOW = ['login', 'register', 'applyPasswordReset']
const SLOW_REQUESTS = 20
const PAGES = [
  '/discordia/',
  '/discordia/news&events/',
  '/discordia/rules',
  '/discordia/world',
] as const
const BYTES_PER_KB = 1000

export const part: Part = {
  title: 'Cost of a request',
  about:
    'Processor time of the server process (all threads) and of PostgreSQL, queries, and bytes of the response with its ' +
    'headers, uncompressed: averages of requests one after the other over one connection, on PostgreSQL with the demo ' +
    'world. "made" is a response that is not in the cache. What docs/capacity.md calculates with.',
  run: async ({ isQuick }) => {
    const url = process.env.TEST_DATABASE_URL
    if (!url) return { figures: [], notes: [NO_POSTGRES] }
    const database = new pg.Client({ connectionString: url })
    await database.connect()
    try {
      const requests = isQuick ? REQUESTS.quick : REQUESTS.full
      const costs = await withChild<CostReady, Map<string, Cost>>('costProcess.ts', (server) =>
        measureAll(server, database, requests),
      )
      return {
        figures: [
          ...[...costs].flatMap(([name, cost]) => figuresOf(name, cost)),
          ...COMMUNITIES.flatMap((members) => communityFigures(costs, members)),
        ],
      }
    } finally {
      await database.end()
    }
  },
}

/** Costs by call and by path of a page; with ", made" for uncached responses of a cached call. */
export async function measureAll(
  server: Child<CostReady>,
  database: pg.Client,
  requests: number,
): Promise<Map<string, Cost>> {
  const costs = new Map<string, Cost>()
  const measure = async (name: string, next: () => Promise<CostRequest>, isCached: boolean) => {
    const count = SLOW.includes(name) ? Math.min(requests, SLOW_REQUESTS) : requests
    costs.set(name, await measureCost(server, database, next, count))
    if (!isCached) return
    await server.ask('aging', true)
    costs.set(`${name}, made`, await measureCost(server, database, next, count))
    await server.ask('aging', false)
  }
  for (const path of PAGES)
    await measure(path, async () => ({ method: 'GET', path, headers: {} }), true)
  for (const { name, method, access, changesData } of calls) {
    const next = async () => (await server.ask('request', name)) as CostRequest
    const isCached = method === 'GET' && access === 'open' && changesData !== true
    await measure(name, next, isCached || name === 'listGlossaryEntries')
  }
  return costs
}

function figuresOf(subject: string, { server, database, queries, bytes }: Cost): Figure[] {
  const base = { subject, better: 'lower' } as const
  return [
    { ...base, name: 'server', value: server, unit: 'ms' },
    { ...base, name: 'database', value: database, unit: 'ms' },
    { ...base, name: 'queries', value: queries, unit: 'times' },
    { ...base, name: 'response', value: bytes / BYTES_PER_KB, unit: 'kB' },
  ]
}

function communityFigures(costs: ReadonlyMap<string, Cost>, members: number): Figure[] {
  const { server, database, requests, queries, bytes, processes } = busiestMinute(costs, members)
  const base = {
    table: 'The busiest minute of a community, per second',
    subject: `${members.toLocaleString('en')} members`,
    better: 'lower',
  } as const
  return [
    { ...base, name: 'requests', value: requests, unit: 'times' },
    { ...base, name: 'server', value: server, unit: 'ms' },
    { ...base, name: 'processes', value: processes, unit: 'times' },
    { ...base, name: 'database', value: database, unit: 'ms' },
    { ...base, name: 'queries', value: queries, unit: 'times' },
    { ...base, name: 'responses', value: bytes / BYTES_PER_KB, unit: 'kB' },
  ]
}
