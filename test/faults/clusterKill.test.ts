import type { ApiProcess } from '#scripts/cluster/apiProcess.ts'
import type { Cluster } from '#scripts/cluster/startCluster.ts'
import { testCluster } from '#test/helpers/server/cluster.ts'
import { amount, eventually, figure } from '#test/helpers/server/faults.ts'
import {
  countWritten,
  hasFailed,
  type Outcome,
  startLoad,
  summary,
} from '#test/helpers/server/load.ts'
import { connectTo } from '#test/helpers/server/ownPostgres.ts'

jest.setTimeout(300_000)

const KILLS = amount(9, 2)
/** Acknowledged writes before each kill. */
const WRITES = amount(50, 10)
/** Mails that one process sends at a time: those that may arrive twice after its end. */
const BATCH = 5

type Kill = { readonly at: number; readonly goneAt: number }

describe('processes behind nginx are killed under load', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await testCluster({
      processes: amount(3, 2),
      env: { MAIL_PER_MINUTE: '100000', METRICS_OPEN: 'on' },
    })
  })
  afterAll(() => cluster.stop())

  async function killOne(number: number): Promise<Kill> {
    const victim = cluster.processes[number % cluster.processes.length]
    if (victim === undefined) throw new Error('no process')
    const at = performance.now()
    victim.kill('SIGKILL')
    expect(await victim.ended()).toBe('SIGKILL')
    const goneAt = performance.now()
    await victim.start()
    await untilUsed(victim)
    return { at, goneAt }
  }

  /** nginx leaves a dead process out for two seconds: killing the next one before would leave none. */
  async function untilUsed({ address }: ApiProcess): Promise<void> {
    await eventually(
      async () => (await fetch(`${address}/api/metrics`)).text(),
      (metrics) => /^http_requests_total\{method="POST",status="201"\} \d/m.test(metrics),
    )
  }

  /** Claims of the dead end after five minutes: here they end now. */
  async function deliverAll(): Promise<void> {
    const client = await connectTo(cluster.primary.url)
    await client.query(
      'update outbox set claimed_until = 1 where claimed_until is not null and done_at is null',
    )
    const waiting = async (): Promise<number> => {
      const { rows } = await client.query<{ n: number }>(
        'select count(*)::int as n from outbox where done_at is null and dead_at is null',
      )
      return rows[0]?.n ?? 0
    }
    await eventually(waiting, (count) => count === 0)
    await client.end()
  }

  /** Mails to those who have registered: missing ones, and how many came more than once. */
  function mailsTo(registered: readonly Outcome[]) {
    const times = new Map<string, number>()
    for (const { to } of cluster.mailbox.messages) times.set(to, (times.get(to) ?? 0) + 1)
    const counts = registered.map(({ key }) => times.get(`${key}@example.org`) ?? 0)
    return {
      missing: counts.filter((count) => count === 0).length,
      twice: counts.filter((count) => count > 1).length,
    }
  }

  test('only requests that were under way fail, each write is there once, and no mail is lost', async () => {
    const load = await startLoad(cluster)
    const kills: Kill[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      await load.untilWritten(WRITES, performance.now())
      kills.push(await killOne(kill))
    }
    await load.untilWritten(WRITES, performance.now())
    const outcomes = await load.stop()
    await deliverAll()

    const isUnderWay = ({ sentAt, endedAt }: Outcome): boolean =>
      kills.some(({ at, goneAt }) => sentAt <= goneAt && endedAt >= at)
    const failed = outcomes.filter(hasFailed)
    const { acknowledged, lost, doubled } = await countWritten(cluster.primary.url, outcomes)
    const registered = outcomes.filter(({ kind, status }) => kind === 'register' && status === 201)
    const { missing, twice } = mailsTo(registered)
    figure(
      `${KILLS} kills: ${failed.length} of ${outcomes.length} requests failed, all of them under way (${summary(failed)})`,
    )
    figure(`${lost} of ${acknowledged} acknowledged writes lost, ${doubled} doubled (limit 0)`)
    figure(
      `${missing} of ${registered.length} mails lost (limit 0), ${twice} sent twice (limit ${BATCH} a kill: at least once)`,
    )
    expect(summary(failed.filter((one) => !isUnderWay(one)))).toBe('')
    expect(summary(failed.filter(({ status }) => status !== 502))).toBe('')
    expect(summary(failed.filter(({ kind }) => kind === 'list' || kind === 'own'))).toBe('')
    expect({ lost, doubled, missing }).toEqual({ lost: 0, doubled: 0, missing: 0 })
    expect(twice).toBeLessThanOrEqual(BATCH * KILLS)
  })
})
