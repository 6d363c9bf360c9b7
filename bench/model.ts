import type { CallName } from '#contract/tables.ts'
import type { Cost } from './cost.ts'

/** What docs/capacity.md calls a visit: how often it makes each call, or opens each page, on average. */
export type Visit = ReadonlyMap<string, number>

type Times = Readonly<Partial<Record<CallName | `/${string}`, number>>>

/** A visitor: the server renders one page, the browser the others from the lists. */
const READING: Times = {
  '/discordia/': 0.5,
  '/discordia/news&events': 0.2,
  '/discordia/rules': 0.15,
  '/discordia/world': 0.15,
  listLatest: 0.3,
  listNews: 0.6,
  listEvents: 0.6,
  listDownloads: 0.2,
  listRuleCategories: 0.3,
  listRuleEntries: 0.3,
  listGlossaryTypes: 0.3,
  listGlossaryEntries: 1,
  logVisit: 1,
}

/** A member: as a visitor, and the calls of the dashboard. */
const PLAYING: Times = {
  ...READING,
  login: 0.1,
  refresh: 0.9,
  getProfile: 1,
  listGroups: 2,
  listInvites: 1.2,
  listMutes: 1,
  getPreferences: 0.3,
  listOrderDetails: 0.2,
  createGroup: 0.05,
  saveOrderDetails: 0.05,
}

const visit = (times: Times): Visit =>
  new Map(Object.entries(times).map(([what, count = 0]) => [what, count]))
export const VISITOR = visit(READING)
export const MEMBER = visit(PLAYING)

/** Seconds; a response is made again when it is older. */
const CACHE_AGE = 5

export type Load = {
  /** Visits per second. */
  readonly visitors: number
  readonly members: number
  readonly processes: number
}

/** Per second. */
export type Demand = {
  /** Milliseconds of all server processes, and of PostgreSQL. */
  readonly server: number
  readonly database: number
  readonly queries: number
  readonly requests: number
  readonly bytes: number
}

/** What a load takes: the calls of all visits, and each cached response once per process and age. */
export function demandOf(costs: ReadonlyMap<string, Cost>, load: Load): Demand {
  const rates = new Map<string, number>()
  for (const [visit, perSecond] of [
    [VISITOR, load.visitors],
    [MEMBER, load.members],
  ] as const)
    for (const [call, times] of visit) rates.set(call, (rates.get(call) ?? 0) + times * perSecond)

  const total = { server: 0, database: 0, queries: 0, requests: 0, bytes: 0 }
  const add = (cost: Cost | undefined, perSecond: number): void => {
    if (cost === undefined) return
    total.server += cost.server * perSecond
    total.database += cost.database * perSecond
    total.queries += cost.queries * perSecond
    total.bytes += cost.bytes * perSecond
  }
  for (const [call, rate] of rates) {
    const made = costs.get(`${call}, made`)
    const remade = made === undefined ? 0 : Math.min(rate, load.processes / CACHE_AGE)
    add(costs.get(call), rate - remade)
    add(made, remade)
    total.requests += rate
  }
  return total
}
