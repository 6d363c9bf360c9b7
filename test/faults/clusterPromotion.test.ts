import type { Cluster } from '#scripts/cluster/startCluster.ts'
import { testCluster } from '#test/helpers/server/cluster.ts'
import { amount, figure } from '#test/helpers/server/faults.ts'
import {
  countWritten,
  hasFailed,
  isWritten,
  startLoad,
  summary,
} from '#test/helpers/server/load.ts'

jest.setTimeout(300_000)

/** Seconds without writes; an operator who reads the page takes longer than the machines. */
const LIMIT_SECONDS = 30
/** Acknowledged writes before the loss, and after the promotion. */
const WRITES = amount(300, 15)

describe('the primary is lost under load, and the standby is promoted', () => {
  let cluster: Cluster
  beforeEach(async () => {
    cluster = await testCluster({ processes: amount(3, 2) })
  })
  afterEach(() => cluster.stop())

  test('no acknowledged write is lost, and all processes write again without a restart', async () => {
    const pids = cluster.processes.map(({ pid }) => pid())
    const load = await startLoad(cluster)
    await load.untilWritten(WRITES)

    const lostAt = performance.now()
    cluster.primary.kill()
    await cluster.standby.promote()
    const promotedAt = performance.now()
    await load.untilWritten(WRITES, promotedAt)
    const outcomes = await load.stop()

    const after = outcomes.filter((one) => isWritten(one) && one.sentAt >= lostAt)
    const firstAt = Math.min(...after.map(({ endedAt }) => endedAt))
    const seconds = (firstAt - lostAt) / 1000
    const failed = outcomes.filter(hasFailed)
    const { acknowledged, lost, doubled } = await countWritten(cluster.standby.url, outcomes)
    figure(
      `${lost} of ${acknowledged} acknowledged writes lost (limit 0), writes again after ${seconds.toFixed(1)} s (limit ${LIMIT_SECONDS} s)`,
    )
    figure(`${failed.length} of ${outcomes.length} requests failed: ${summary(failed)}`)
    expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 })
    expect(seconds).toBeLessThan(LIMIT_SECONDS)
    expect(failed.filter(({ kind }) => kind === 'list')).toEqual([])
    expect([...new Set(failed.map(({ status }) => status))]).toEqual([503])
    expect(cluster.processes.map(({ pid }) => pid())).toEqual(pids)
    for (const { address } of cluster.processes)
      expect((await fetch(`${address}/api/ready`)).status).toBe(200)
  })
})
