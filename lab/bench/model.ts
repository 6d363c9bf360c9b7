import type { CallName } from '../../contract/calls.ts'
import type { Cost } from './cost.ts'

/** A visit of docs/capacity.md: how often it makes each call, or opens each page, on average. */
export type Visit = ReadonlyMap<string, number>

type Times = Readonly<Partial<Record<CallName | `/${string}`, number>>>

/** A visitor: the server renders one page, the browser the others from the lists. */
const READING: Times = {
  '/discordia/': 0.5,
  '/discordia/news&events/': 0.2,
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

/** A member: pages like a visitor, and the calls of the dashboard. */
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

/** Seconds after which a cached response is made anew. */
const CACHE_AGE = 5

export type Load = {
  /** Visits per second. */
  readonly visitors: number
  readonly members: number
  readonly processes: number
}

/** Demand per second. */
export type Demand = {
  /** Milliseconds of all server processes, and of PostgreSQL. */
  readonly server: number
  readonly database: number
  readonly queries: number
  readonly requests: number
  readonly bytes: number
}

/**
 * Demand of a load: the calls of all visits, and each cached response once per process and age.
 * @throws Error for a call without a cost
 */
export function demandOf(costs: ReadonlyMap<string, Cost>, load: Load): Demand {
  const rates = new Map<string, number>()
  for (const [visit, perSecond] of [
    [VISITOR, load.visitors],
    [MEMBER, load.members],
  ] as const)
    for (const [call, times] of visit) rates.set(call, (rates.get(call) ?? 0) + times * perSecond)

  const total = { server: 0, database: 0, queries: 0, requests: 0, bytes: 0 }
  const add = (cost: Cost, perSecond: number): void => {
    total.server += cost.server * perSecond
    total.database += cost.database * perSecond
    total.queries += cost.queries * perSecond
    total.bytes += cost.bytes * perSecond
  }
  for (const [call, rate] of rates) {
    const cost = costs.get(call)
    if (cost === undefined) throw new Error(`The cost of ${call} is not measured.`)
    const made = costs.get(`${call}, made`)
    const remade = made === undefined ? 0 : Math.min(rate, load.processes / CACHE_AGE)
    add(cost, rate - remade)
    if (made) add(made, remade)
    total.requests += rate
  }
  return total
}

/** Sizes of a community in docs/capacity.md. */
export const COMMUNITIES = [10_000, 1_000_000, 100_000_000] as const

const VISITS_PER_MEMBER_AND_MONTH = 8
/** Visits without an account, per visit of a member. */
const VISITORS_PER_MEMBER = 3
const DAYS_PER_MONTH = 30
/** Share of a day's visits in its busiest hour, and the busiest minute as a multiple of that hour's average. */
const BUSIEST_HOUR = 0.12
const BUSIEST_MINUTE = 2
const SECONDS_PER_HOUR = 3600
/** Planned share of a processor; the rest is for bursts and for the loss of a process. */
const PLANNED_USE = 0.5

/** The busiest minute of a community, and the processes that it takes: at least two, so that one may be lost. */
export function busiestMinute(costs: ReadonlyMap<string, Cost>, members: number): Load & Demand {
  const aDay = (members * VISITS_PER_MEMBER_AND_MONTH) / DAYS_PER_MONTH
  const perSecond = (aDay * BUSIEST_HOUR * BUSIEST_MINUTE) / SECONDS_PER_HOUR
  const load = { members: perSecond, visitors: perSecond * VISITORS_PER_MEMBER }
  let processes = 2
  for (;;) {
    // Each process has a cache of its own.
    const demand = demandOf(costs, { ...load, processes })
    const needed = Math.ceil(demand.server / (1000 * PLANNED_USE))
    if (needed <= processes) return { ...load, ...demand, processes }
    processes = needed
  }
}

/**
 * Average rows of a member in the tables that grow with members: eight visits a month, two mails, a share of those who
 * order, found groups and write. Rows with a limited retention count for its length (docs/operations.md).
 */
export const ROWS_PER_MEMBER: Readonly<Record<string, number>> = {
  users: 1,
  preferences: 0.5,
  known_networks: 2,
  // Two open sessions, and half a used token, which is kept for two days.
  refresh_tokens: 2.5,
  order_details: 0.1,
  groups: 0.3,
  memberships: 1.5,
  invites: 0.2,
  mutes: 0.02,
  outbox: 2,
  glossary_entries: 0.2,
  glossary_sub_entries: 0.6,
  audit_log: 0.3,
}
