import { setTimeout } from 'node:timers/promises'
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

/** Milliseconds. Longer than the age at which a cached list is made again. */
const OUTAGE = amount(30_000, 6500)
/** Milliseconds after the loss in which requests may still meet the database. */
const GRACE = 1000

describe(`the database is away for ${OUTAGE / 1000} seconds`, () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await testCluster({ processes: 2 })
  })
  afterAll(() => cluster.stop())

  test('public lists are served all the time, members get 503 with a time to retry, and all is well when it is back', async () => {
    const pids = cluster.processes.map(({ pid }) => pid())
    const load = await startLoad(cluster)
    await load.untilWritten(5)

    const lostAt = performance.now()
    cluster.primary.kill()
    await setTimeout(OUTAGE)
    const lists = cluster.processes.map(({ address }) => fetch(`${address}/api/contents/active`))
    const ages = (await Promise.all(lists)).map(({ headers }) => Number(headers.get('age')))
    const startedAt = performance.now()
    await cluster.primary.start()
    const backAt = performance.now()
    await load.untilWritten(5, backAt)
    const outcomes = await load.stop()

    const during = outcomes.filter(
      ({ sentAt, endedAt }) => sentAt > lostAt + GRACE && endedAt < startedAt,
    )
    const served = during.filter((one) => one.kind === 'list' && !hasFailed(one))
    const refused = during.filter(({ kind }) => kind !== 'list')
    const slowest = Math.max(...during.map(({ sentAt, endedAt }) => endedAt - sentAt)) / 1000
    const after = outcomes.filter((one) => isWritten(one) && one.sentAt > startedAt)
    const seconds = (Math.min(...after.map(({ endedAt }) => endedAt)) - backAt) / 1000
    const { acknowledged, lost, doubled } = await countWritten(cluster.primary.url, outcomes)
    figure(
      `${served.length} lists served from the cache, ${refused.length} other requests got 503, the slowest after ${slowest.toFixed(1)} s`,
    )
    figure(
      `writes again ${Math.max(0, seconds).toFixed(1)} s after the database; ${lost} of ${acknowledged} acknowledged writes lost (limit 0)`,
    )
    expect(summary(during.filter((one) => one.kind === 'list' && hasFailed(one)))).toBe('')
    expect(served.length).toBeGreaterThan(20)
    expect(refused.length).toBeGreaterThan(5)
    expect(summary(refused.filter(({ status }) => status !== 503))).toBe('')
    expect(refused.filter(({ retryAfter }) => !(Number(retryAfter) > 0))).toEqual([])
    for (const age of ages) expect(age).toBeGreaterThan(0)
    expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 })
    expect(cluster.processes.map(({ pid }) => pid())).toEqual(pids)
    for (const { address } of cluster.processes)
      expect((await fetch(`${address}/api/ready`)).status).toBe(200)
  })
})
