import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Cluster } from '#scripts/cluster/startCluster.ts'
import { testCluster } from '#test/helpers/server/cluster.ts'
import { amount, figure } from '#test/helpers/server/faults.ts'
import { countWritten, hasFailed, startLoad, summary } from '#test/helpers/server/load.ts'
import { connectTo } from '#test/helpers/server/ownPostgres.ts'

jest.setTimeout(300_000)

const ROUNDS = amount(3, 1)
/** Acknowledged writes before, between and after. */
const WRITES = amount(50, 10)

/** The product with one more migration each. */
function nextVersion(number: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'discordia-next-'))
  for (const part of ['server', 'contract', 'locales', 'package.json'])
    cpSync(part, join(folder, part), { recursive: true })
  for (const part of ['node_modules', 'dist']) symlinkSync(resolve(part), join(folder, part))
  for (let version = 1; version <= number; version++)
    writeFileSync(
      join(folder, `server/db/migrations/900${version}_next.sql`),
      `alter table users add column next_${version} integer\n\ncreate index users_next_${version} on users (next_${version})\n`,
    )
  return folder
}

describe('processes behind nginx are upgraded one after the other, with a migration', () => {
  let cluster: Cluster
  const versions: string[] = []
  beforeAll(async () => {
    cluster = await testCluster({ processes: 3 })
  })
  afterAll(async () => {
    await cluster.stop()
    for (const folder of versions) rmSync(folder, { recursive: true, force: true })
  })

  test('no request fails', async () => {
    const pids = cluster.processes.map(({ pid }) => pid())
    const load = await startLoad(cluster)
    await load.untilWritten(WRITES)
    const since = performance.now()
    for (let round = 1; round <= ROUNDS; round++) {
      const code = nextVersion(round)
      versions.push(code)
      for (const one of cluster.processes) await one.restart({ code })
      await load.untilWritten(WRITES, performance.now())
    }
    const seconds = (performance.now() - since) / 1000
    const outcomes = await load.stop()

    const failed = outcomes.filter(hasFailed)
    const { acknowledged, lost, doubled } = await countWritten(cluster.primary.url, outcomes)
    figure(
      `${ROUNDS * cluster.processes.length} processes replaced in ${seconds.toFixed(1)} s: ${failed.length} of ${outcomes.length} requests failed (limit 0) ${summary(failed)}`,
    )
    figure(`${lost} of ${acknowledged} acknowledged writes lost, ${doubled} doubled (limit 0)`)
    expect(summary(failed)).toBe('')
    expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 })
    expect(cluster.processes.filter(({ pid }, index) => pid() === pids[index])).toEqual([])
    const client = await connectTo(cluster.primary.url)
    const { rows } = await client.query("select name from kysely_migration where name like '900%'")
    await client.end()
    expect(rows).toHaveLength(ROUNDS)
  })
})
