import { sql } from 'kysely'
import { query } from '#scripts/cluster/databases.ts'
import type { Cluster } from '#scripts/cluster/startCluster.ts'
import { MINUTE_MS } from '#server/config/time.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open.ts'
import { testCluster } from '#test/helpers/server/cluster.ts'
import { amount, eventually, figure } from '#test/helpers/server/faults.ts'
import { connectTo } from '#test/helpers/server/ownPostgres.ts'

jest.setTimeout(180_000)

/** Each as at the start of a process. */
const STARTS = amount(200, 20)
/** Who take the pooler's connections in between. */
const OTHERS = 6

describe('behind pgbouncer in transaction mode', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await testCluster({ processes: 1 })
  })
  afterAll(() => cluster.stop())

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

  test('requests have the limits of the role, and work that takes longer sets its own', async () => {
    expect(await limitsOf()).toEqual({ statement: '3s', idle: '10s' })
    expect(await limitsOf(MINUTE_MS)).toEqual({ statement: '1min', idle: '1min' })
    expect(await limitsOf()).toEqual({ statement: '3s', idle: '10s' })
  })

  test(`${STARTS} migrations while others use the pool run in one session each, and leave no lock`, async () => {
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
    const warned = () => /DATABASE_URL: (statement_timeout) is off/.exec(process?.log() ?? '')?.[1]
    expect(warned()).toBeUndefined()
    await query(cluster.primary.url, ['alter role discordia reset statement_timeout'])
    // Sessions of before have the old limits.
    await cluster.pooler.restart()
    await process?.restart()
    expect(await eventually(warned, Boolean)).toBe('statement_timeout')
  })
})
