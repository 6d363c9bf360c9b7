import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ContentItem } from '../../contract/content.ts'
import { DESK_API_BASE } from '../../contract/desk.ts'
import { MINUTE_MS } from '../../server/config/time.ts'
import { migrate } from '../../server/db/migrate.ts'
import { openDatabase } from '../../server/db/open.ts'
import { PASSWORD } from '../../test/helpers/server/accounts.ts'
import {
  logInToDesk,
  MAIL_CONFIRMED,
  type Seat,
  send,
} from '../../test/helpers/server/deskProcess.ts'
import { amount, eventually, figure } from '../../test/helpers/server/faults.ts'
import { connectTo } from '../../test/helpers/server/ownPostgres.ts'
import type { ApiProcess } from './apiProcess.ts'
import { query } from './databases.ts'
import type { Cluster } from './startCluster.ts'
import { testCluster } from './testCluster.ts'

jest.setTimeout(180_000)

/** Number of simulated process starts. */
const STARTS = amount(200, 20)
/** Clients that use the pooler's connections in between. */
const OTHERS = 6

const ROUNDS = amount(20, 3)
/** Interval of a visitor's requests. Milliseconds. */
const LOOK_EVERY = 10
/** Well below the five seconds after which a cache expires. Milliseconds. */
const SEEN_WITHIN = 2000
/** Time until a planned publication. Milliseconds. */
const SOON = 1500
/** Tolerance of a planned publication, "to the second". Milliseconds. */
const ON_TIME = 1000

describe('processes that share a pooler, and a database with a replica', () => {
  let cluster: Cluster
  let seat: Seat
  let deskApi: string

  beforeAll(async () => {
    cluster = await testCluster()
    deskApi = `${one().deskAddress}${DESK_API_BASE}`
    seat = await takeSeat()
    await untilAll(/^database_messages_connected 1$/m)
    await untilAll(/^database_replica_used 1$/m)
  })
  afterAll(() => cluster?.stop())

  function one(): ApiProcess {
    const [first] = cluster.processes
    if (first === undefined) throw new Error('no process')
    return first
  }

  async function takeSeat(): Promise<Seat> {
    const root = { email: 'root@example.org', username: 'Root', password: PASSWORD }
    await send(`${one().address}/api/users/register/`, root)
    await query(cluster.primary.url, [
      "update users set activated_at = created_at, role = 'superuser'",
    ])
    return logInToDesk(deskApi, root.email, () => query(cluster.primary.url, [MAIL_CONFIRMED]))
  }

  const metricsOf = async ({ address }: ApiProcess) =>
    (await fetch(`${address}/api/metrics`)).text()
  const untilAll = (pattern: RegExp) =>
    Promise.all(
      cluster.processes.map((process) =>
        eventually(
          () => metricsOf(process),
          (metrics) => pattern.test(metrics),
        ),
      ),
    )
  const titles = async ({ address }: ApiProcess): Promise<string[]> => {
    const list = (await (await fetch(`${address}/api/contents/active`)).json()) as ContentItem[]
    return list.map(({ title }) => title)
  }

  /** Publishes a news item at the desk of the first process. @returns when it was acknowledged, epoch milliseconds */
  async function publish(title: string, at: number | null = null): Promise<number> {
    const texts = { title, short_description: 'In short', description: 'At length' }
    const made = await send(`${deskApi}/contents`, { kind: 'news', ...texts }, seat)
    const { id } = (await made.json()) as { id: number }
    const body = at === null ? {} : { at: new Date(at).toISOString() }
    await send(`${deskApi}/contents/${id}/publish`, body, seat)
    return Date.now()
  }

  /** Times at which visitors of each process first see the item; it must not disappear again. */
  async function seenAt(title: string): Promise<number[]> {
    const first = async (process: ApiProcess): Promise<number> => {
      const end = Date.now() + 3 * SEEN_WITHIN
      while (!(await titles(process)).includes(title)) {
        if (Date.now() > end) throw new Error(`${process.name} never shows ${title}`)
        await sleep(LOOK_EVERY)
      }
      const seen = Date.now()
      for (let look = 0; look < 10; look++) expect(await titles(process)).toContain(title)
      return seen
    }
    return Promise.all(cluster.processes.map(first))
  }

  const replicaScans = async (): Promise<number> => {
    const client = await connectTo(cluster.standby.url)
    const { rows } = await client.query<{ scans: string }>(
      "select sum(seq_scan + coalesce(idx_scan, 0)) as scans from pg_stat_user_tables where relname = 'contents'",
    )
    await client.end()
    return Number(rows[0]?.scans ?? 0)
  }

  test('what visitors read comes from the replica', async () => {
    const before = await replicaScans()
    await eventually(
      async () => {
        await titles(one())
        return replicaScans()
      },
      (scans) => scans > before,
    )
  })

  test('a change at one desk is seen in all processes at once, and never unseen again', async () => {
    let slowest = 0
    for (let round = 0; round < ROUNDS; round++) {
      await Promise.all(cluster.processes.map(titles))
      const at = await publish(`Change ${round}`)
      slowest = Math.max(slowest, ...(await seenAt(`Change ${round}`)).map((seen) => seen - at))
    }
    figure(`${ROUNDS} changes, seen everywhere within ${slowest} ms (limit ${SEEN_WITHIN} ms)`)
    expect(slowest).toBeLessThan(SEEN_WITHIN)
  })

  test('a planned article appears in all processes in its second', async () => {
    let [earliest, latest] = [Infinity, -Infinity]
    for (let round = 0; round < amount(5, 1); round++) {
      await Promise.all(cluster.processes.map(titles))
      const at = Date.now() + SOON
      await publish(`Plan ${round}`, at)
      const delays = (await seenAt(`Plan ${round}`)).map((seen) => seen - at)
      earliest = Math.min(earliest, ...delays)
      latest = Math.max(latest, ...delays)
    }
    figure(`${earliest} to ${latest} ms after its time (limit 0 to ${ON_TIME} ms)`)
    expect(earliest).toBeGreaterThanOrEqual(0)
    expect(latest).toBeLessThan(ON_TIME)
  })

  test('a replica that is behind is not read, and is read again when it has caught up', async () => {
    const operator = new URL(cluster.standby.url)
    operator.username = 'postgres'
    await query(operator.href, ['select pg_wal_replay_pause()'])
    const at = await publish('Not on the replica')
    const slowest = Math.max(...(await seenAt('Not on the replica'))) - at
    await untilAll(/^database_replica_used 0$/m)
    await query(operator.href, ['select pg_wal_replay_resume()'])
    await untilAll(/^database_replica_used 1$/m)
    figure(
      `with a stopped replica a change was seen within ${slowest} ms (limit ${SEEN_WITHIN} ms)`,
    )
    expect(slowest).toBeLessThan(SEEN_WITHIN)
  })

  test('when the replica is lost, no visitor notices', async () => {
    const operator = new URL(cluster.primary.url)
    operator.username = 'postgres'
    // Commits no longer wait for the standby.
    await query(operator.href, [
      "alter system set synchronous_standby_names = ''",
      'select pg_reload_conf()',
    ])
    let [answered, failed, slowest, isOver] = [0, 0, 0, false]
    const visitor = async (process: ApiProcess, number: number): Promise<void> => {
      for (let look = 0; !isOver; look++) {
        const began = performance.now()
        const search = `visitor ${number} look ${look}`
        const { status } = await fetch(
          `${process.address}/api/glossary/entries/?${new URLSearchParams({ search })}`,
        )
        if (status === 200) answered++
        else failed++
        slowest = Math.max(slowest, performance.now() - began)
        await sleep(LOOK_EVERY)
      }
    }
    const visitors = cluster.processes.map(visitor)
    cluster.standby.kill()
    await untilAll(/^database_replica_used 0$/m)
    await publish('Without a replica')
    await seenAt('Without a replica')
    isOver = true
    await Promise.all(visitors)
    figure(
      `${failed} of ${answered + failed} failed (limit 0), the slowest took ${slowest.toFixed(0)} ms`,
    )
    expect(answered).toBeGreaterThan(0)
    expect(failed).toBe(0)
  })

  const limitsOf = (patienceMs?: number) => {
    const { db } = openDatabase({ databaseUrl: cluster.pooler.url, dataDir: '' }, patienceMs)
    return db
      .transaction()
      .execute((tx) =>
        sql<{ statement: string; idle: string }>`
          select current_setting('statement_timeout') as statement,
            current_setting('idle_in_transaction_session_timeout') as idle`.execute(tx),
      )
      .then(({ rows }) => rows[0])
      .finally(() => db.destroy())
  }

  test('behind pgbouncer in transaction mode requests have the limits of the role, and work that takes longer sets its own', async () => {
    expect(await limitsOf()).toEqual({ statement: '3s', idle: '10s' })
    expect(await limitsOf(MINUTE_MS)).toEqual({ statement: '1min', idle: '1min' })
    expect(await limitsOf()).toEqual({ statement: '3s', idle: '10s' })
  })

  test(`${STARTS} migrations behind pgbouncer while others use the pool run in one session each, and leave no lock`, async () => {
    const target = { databaseUrl: cluster.pooler.url, dataDir: '' }
    const others = openDatabase(target)
    let isOver = false
    const busy = Array.from({ length: OTHERS }, async () => {
      while (!isOver) await sql`select pg_sleep(0.001)`.execute(others.db)
    })
    for (let start = 0; start < STARTS; start++) {
      const { db, engine } = openDatabase(target, MINUTE_MS)
      await migrate(db, engine).finally(() => db.destroy())
    }
    isOver = true
    await Promise.all(busy)
    await others.db.destroy()
    const client = await connectTo(cluster.primary.url)
    const { rows } = await client.query("select 1 from pg_locks where locktype = 'advisory'")
    await client.end()
    figure(`${rows.length} locks left by ${STARTS} migrations (limit 0)`)
    expect(rows).toEqual([])
  })

  test('a role without limits is named at the start of a process', async () => {
    const [process] = cluster.processes
    const warned = () => /Database: .* \(off: (statement_timeout)\)/.exec(process?.log() ?? '')?.[1]
    expect(warned()).toBeUndefined()
    await query(cluster.primary.url, ['alter role discordia reset statement_timeout'])
    // Open sessions have the old limits.
    await cluster.pooler.restart()
    await process?.restart()
    expect(await eventually(warned, Boolean)).toBe('statement_timeout')
  })
})
