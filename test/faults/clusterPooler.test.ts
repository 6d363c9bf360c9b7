import { sql } from 'kysely'
import { query } from '#scripts/cluster/databases.ts'
import type { Cluster } from '#scripts/cluster/startCluster.ts'
import { MINUTE_MS } from '#server/config/time.ts'
import { openDatabase } from '#server/db/open.ts'
import { testCluster } from '#test/helpers/server/cluster.ts'
import { amount, eventually, figure } from '#test/helpers/server/faults.ts'
import { connectTo } from '#test/helpers/server/ownPostgres.ts'
import { makeDataDir, startProcess } from '#test/helpers/server/serverProcess.ts'

jest.setTimeout(180_000)

const JWT_SECRET = 'a secret of forty characters for the tests'
const PROCESSES = 4
const ROUNDS = amount(10, 1)

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

  test(`${PROCESSES} processes that start at once on an empty database migrate it once and leave no lock`, async () => {
    let locks = 0
    for (let round = 0; round < ROUNDS; round++) {
      await query(cluster.primary.url, [
        'drop owned by discordia cascade',
        'create schema if not exists public',
      ])
      const dataDirs = Array.from({ length: PROCESSES }, makeDataDir)
      const env = { DATABASE_URL: cluster.pooler.url, JWT_SECRET }
      const started = await Promise.all(dataDirs.map(({ path }) => startProcess(path, env)))
      const client = await connectTo(cluster.primary.url)
      const held = await client.query("select 1 from pg_locks where locktype = 'advisory'")
      await client.end()
      locks += held.rows.length
      expect(started.map(({ printed }) => printed())).toEqual(
        started.map(() => expect.stringContaining('Discordia is ready on')),
      )
      for (const server of started) {
        server.kill('SIGKILL')
        await server.ended
      }
      for (const dataDir of dataDirs) dataDir.remove()
    }
    figure(
      `${ROUNDS * PROCESSES} processes started on ${ROUNDS} empty databases; ${locks} locks left (limit 0)`,
    )
    expect(locks).toBe(0)
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
