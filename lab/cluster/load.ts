import { setTimeout as sleep } from 'node:timers/promises'
import type { TokenPair } from '../../contract/shapes.ts'
import { PASSWORD } from '../../test/helpers/server/accounts.ts'
import { connectTo } from '../../test/helpers/server/ownPostgres.ts'
import type { Cluster } from './startCluster.ts'

/** list: a cached public list; own: a member's list from the database; the others write. */
type Kind = 'list' | 'own' | 'register' | 'group' | 'preferences' | 'visit'

export type Outcome = {
  readonly kind: Kind
  /** Unique name of the written row. */
  readonly key: string
  /** Status of the response; 0 if there was none. */
  readonly status: number
  readonly retryAfter: string | null
  /** Value of `performance.now()`. */
  readonly sentAt: number
  readonly endedAt: number
}

export type Load = {
  readonly outcomes: readonly Outcome[]
  /**
   * Waits until so many writes that were sent at this time or later are acknowledged.
   * @throws after a minute
   */
  readonly untilWritten: (count: number, since?: number) => Promise<void>
  /** Stops sending and waits for the open requests. @returns all outcomes */
  readonly stop: () => Promise<readonly Outcome[]>
}

export const LISTS = [
  '/contents/active',
  '/contents/activeEvents',
  '/rules/categories/',
  '/glossary/entry-types/',
  '/downloads/active',
] as const
const CALLERS = 8
/** Pause between two requests of one caller. Milliseconds. */
const PAUSE = 20
/** Groups of one member, below the limit. */
const GROUPS_EACH = 150
/** Limit in milliseconds. */
const WRITTEN_WITHIN = 60_000
const ROUND: readonly Kind[] = [
  'list',
  'own',
  'group',
  'list',
  'preferences',
  'own',
  'visit',
  'list',
  'register',
]

export const isWritten = ({ kind, status }: Outcome): boolean =>
  (kind === 'register' || kind === 'group') && status === 201
export const hasFailed = ({ status }: Outcome): boolean => status < 200 || status >= 300

const json = { 'content-type': 'application/json' }
const account = (username: string) => ({
  email: `${username.toLowerCase()}@example.org`,
  username,
  password: PASSWORD,
})
const post = (url: string, body: object, headers = {}) =>
  fetch(url, { method: 'POST', headers: { ...json, ...headers }, body: JSON.stringify(body) })

/** Counter that makes the names of each load unique. */
let loads = 0

/** Registers, activates and logs in the callers. @returns a header for each */
async function members({ url, processes: [first], primary }: Cluster): Promise<string[]> {
  const names = Array.from({ length: CALLERS }, (_, index) => `Caller${loads}n${index}`)
  const api = `${first?.address ?? url}/api`
  for (const name of names) await post(`${api}/users/register/`, account(name))
  const client = await connectTo(primary.url)
  await client.query('update users set activated_at = created_at')
  await client.end()
  const logins = names.map(async (name) => {
    const { access } = (await (
      await post(`${api}/users/login/`, account(name))
    ).json()) as TokenPair
    return `Bearer ${access}`
  })
  return Promise.all(logins)
}

/** Fills the cache of each process with the public lists. */
export async function warmLists({ processes }: Cluster): Promise<void> {
  for (const { address } of processes)
    for (const list of LISTS) await (await fetch(`${address}/api${list}`)).text()
}

/** A few callers who read and write through nginx, each one request at a time, until it is stopped. */
export async function startLoad(cluster: Cluster): Promise<Load> {
  const outcomes: Outcome[] = []
  const load = ++loads
  const headers = await members(cluster)
  await warmLists(cluster)
  let isStopped = false
  let look: () => void = () => undefined

  async function call(authorization: string, caller: number): Promise<void> {
    for (let number = 0; !isStopped; number++) {
      const kind = ROUND[(number + caller) % ROUND.length] ?? 'list'
      if (kind === 'group' && number > GROUPS_EACH * ROUND.length) continue
      const key = `l${load}c${caller}n${number}`
      const sentAt = performance.now()
      const answer = await request(kind, key, number, authorization).then(
        async (response) => {
          await response.text()
          return { status: response.status, retryAfter: response.headers.get('retry-after') }
        },
        () => ({ status: 0, retryAfter: null }),
      )
      outcomes.push({ kind, key, ...answer, sentAt, endedAt: performance.now() })
      look()
      await sleep(PAUSE)
    }
  }

  function request(kind: Kind, key: string, number: number, authorization: string) {
    const api = `${cluster.url}/api`
    const own = { headers: { ...json, authorization } }
    switch (kind) {
      case 'list':
        return fetch(`${api}${LISTS[number % LISTS.length]}`)
      case 'own':
        return fetch(`${api}${number % 2 ? '/rpggroups/list' : '/users/whoami'}`, own)
      case 'register':
        return post(`${api}/users/register/`, account(key))
      case 'group':
        return post(`${api}/rpggroups/create/`, { name: key }, { authorization })
      case 'preferences':
        return fetch(`${api}/users/preferences/`, { ...own, method: 'PUT', body: PREFERENCES })
      case 'visit':
        return fetch(`${api}/visits/log-visit/`)
    }
  }

  const callers = headers.map(call)
  return {
    outcomes,
    untilWritten: (count, since = 0) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(summary(outcomes))), WRITTEN_WITHIN)
        look = () => {
          const written = outcomes.filter((one) => isWritten(one) && one.sentAt >= since)
          if (written.length < count) return
          clearTimeout(timer)
          resolve()
        }
      }),
    async stop() {
      isStopped = true
      await Promise.all(callers)
      return outcomes
    },
  }
}

const PREFERENCES = JSON.stringify({ email_notifications: false })

/** Counts the rows of acknowledged writes in the database at `url`. */
export async function countWritten(url: string, outcomes: readonly Outcome[]) {
  const client = await connectTo(url)
  const names = await client.query<{ key: string }>(
    'select username as key from users union all select name from groups',
  )
  await client.end()
  const times = new Map<string, number>()
  for (const { key } of names.rows) times.set(key, (times.get(key) ?? 0) + 1)
  const acknowledged = outcomes.filter(isWritten)
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter(({ key }) => !times.has(key)).length,
    doubled: [...times.values()].filter((count) => count > 1).length,
  }
}

/** Numbers by kind and status, for messages: `group 503: 4`. */
export function summary(outcomes: readonly Outcome[]): string {
  const counts = new Map<string, number>()
  for (const { kind, status } of outcomes)
    counts.set(`${kind} ${status}`, (counts.get(`${kind} ${status}`) ?? 0) + 1)
  return [...counts].map(([what, count]) => `${what}: ${count}`).join(', ')
}
