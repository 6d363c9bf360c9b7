import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { amount, eventually, figure, isLong } from '../../test/helpers/server/faults.ts'
import { connectTo } from '../../test/helpers/server/ownPostgres.ts'
import type { ApiProcess } from './apiProcess.ts'
import {
  countWritten,
  hasFailed,
  isWritten,
  type Load,
  type Outcome,
  startLoad,
  summary,
} from './load.ts'
import type { Cluster } from './startCluster.ts'
import { testCluster } from './testCluster.ts'

jest.setTimeout(300_000)

const KILLS = amount(9, 2)
const UPGRADES = amount(3, 1)
/** Acknowledged writes before, between and after kills and upgrades. */
const BETWEEN = amount(50, 10)
/**
 * How long nginx skips a process that refused a connection: `fail_timeout` in deploy/nginx.conf, plus one second
 * because it counts whole ones. Milliseconds.
 */
const LEFT_OUT = 3000
/** Mails that one process sends at a time, which may arrive twice after its end. */
const BATCH = 5
/** Milliseconds; longer than the replica is read without a primary, and its lists are cached. */
const OUTAGE = amount(30_000, 8000)
/** Milliseconds after the loss of the database in which requests may still succeed. */
const GRACE = 1000
/** Acknowledged writes before the loss of the primary, and after the promotion. */
const BEFORE_LOSS = amount(300, 15)
/** Milliseconds without replication before a loss: writes acknowledged in that time would be lost. */
const HELD = 500
/** Most seconds without writes; in practice, reading the instructions takes longer. */
const AGAIN_WITHIN = 30

type Kill = { readonly at: number; readonly goneAt: number }

/** Copies the product and adds one more migration. */
function nextVersion(number: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'discordia-next-'))
  for (const part of ['server', 'contract', 'shared', 'locales', 'package.json'])
    cpSync(part, join(folder, part), { recursive: true })
  for (const part of ['node_modules', 'dist']) symlinkSync(resolve(part), join(folder, part))
  for (let version = 1; version <= number; version++)
    writeFileSync(
      join(folder, `server/db/migrations/900${version}_next.sql`),
      `alter table users add column next_${version} integer\n\ncreate index users_next_${version} on users (next_${version})\n`,
    )
  return folder
}

/**
 * Stops the replication: commits are done, but not acknowledged.
 * @returns a function that resumes it
 */
async function holdReplication({ primary }: Cluster): Promise<() => void> {
  const operator = new URL(primary.url)
  operator.username = 'postgres'
  const client = await connectTo(operator.href)
  const { rows } = await client.query<{ pid: number }>(
    "select pid from pg_stat_activity where backend_type = 'walsender'",
  )
  await client.end()
  expect(rows).toHaveLength(1)
  const signal = (name: NodeJS.Signals) => {
    for (const { pid } of rows) process.kill(pid, name)
  }
  signal('SIGSTOP')
  return () => signal('SIGCONT')
}

describe('a cluster under load', () => {
  let cluster: Cluster
  /** Stopped after each test, also after a failed one. */
  let load: Load | undefined
  const versions: string[] = []
  beforeAll(async () => {
    cluster = await testCluster({
      processes: amount(3, 2),
      env: { MAIL_PER_MINUTE: '100000' },
    })
  })
  afterEach(() => load?.stop())
  afterAll(async () => {
    await cluster?.stop()
    for (const folder of versions) rmSync(folder, { recursive: true, force: true })
  })

  async function killOne(number: number): Promise<Kill> {
    const victim = cluster.processes[number % cluster.processes.length]
    if (victim === undefined) throw new Error('no process')
    // The last writes are committed without acknowledgement, so a repeated one would be written twice.
    const goOn = await holdReplication(cluster)
    await setTimeout(HELD)
    const at = performance.now()
    victim.kill('SIGKILL')
    expect(await victim.ended()).toBe('SIGKILL')
    const goneAt = performance.now()
    goOn()
    await victim.start()
    await untilUsed(victim)
    return { at, goneAt }
  }

  /** Waits until nginx uses the process again: killing the next one before that would leave none. */
  async function untilUsed({ address }: ApiProcess): Promise<void> {
    await eventually(
      async () => (await fetch(`${address}/api/metrics`)).text(),
      (metrics) => /^http_requests_total\{method="POST",status="201"\} \d/m.test(metrics),
    )
  }

  /** Ends the claims of dead processes, which would expire after five minutes, and delivers all mails. */
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

  /** Missing and repeated mails to registered members. */
  function mailsTo(registered: readonly Outcome[]) {
    const times = new Map<string, number>()
    for (const { to } of cluster.mailbox.messages) times.set(to, (times.get(to) ?? 0) + 1)
    const counts = registered.map(({ key }) => times.get(`${key}@example.org`) ?? 0)
    return {
      missing: counts.filter((count) => count === 0).length,
      twice: counts.filter((count) => count > 1).length,
    }
  }

  async function expectReady(): Promise<void> {
    for (const { address } of cluster.processes)
      expect((await fetch(`${address}/api/ready`)).status).toBe(200)
  }

  test('processes behind nginx are killed: only requests that were under way fail, each write is there once, and no mail is lost', async () => {
    load = await startLoad(cluster)
    const kills: Kill[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      await load.untilWritten(BETWEEN, performance.now())
      kills.push(await killOne(kill))
    }
    await load.untilWritten(BETWEEN, performance.now())
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
    // Writes must have failed, or the test would not show whether nginx repeats them; it may repeat PUT.
    const kinds = new Set(failed.map(({ kind }) => kind))
    expect(failed.length).toBeGreaterThan(0)
    if (isLong)
      expect([...kinds]).toEqual(expect.arrayContaining(['group', 'preferences', 'register']))
    expect(twice).toBeLessThanOrEqual(BATCH * KILLS)
  })

  test('processes behind nginx are upgraded one after the other, with a migration: no request fails', async () => {
    const pids = cluster.processes.map(({ pid }) => pid())
    load = await startLoad(cluster)
    await load.untilWritten(BETWEEN)
    const since = performance.now()
    for (let round = 1; round <= UPGRADES; round++) {
      const code = nextVersion(round)
      versions.push(code)
      for (const one of cluster.processes) {
        await one.restart({ code })
        await setTimeout(LEFT_OUT)
      }
      await load.untilWritten(BETWEEN, performance.now())
    }
    const seconds = (performance.now() - since) / 1000
    const outcomes = await load.stop()

    const failed = outcomes.filter(hasFailed)
    const { acknowledged, lost, doubled } = await countWritten(cluster.primary.url, outcomes)
    figure(
      `${UPGRADES * cluster.processes.length} processes replaced in ${seconds.toFixed(1)} s: ${failed.length} of ${outcomes.length} requests failed (limit 0) ${summary(failed)}`,
    )
    figure(`${lost} of ${acknowledged} acknowledged writes lost, ${doubled} doubled (limit 0)`)
    expect(summary(failed)).toBe('')
    expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 })
    expect(cluster.processes.filter(({ pid }, index) => pid() === pids[index])).toEqual([])
    const client = await connectTo(cluster.primary.url)
    const { rows } = await client.query("select name from kysely_migration where name like '900%'")
    await client.end()
    expect(rows).toHaveLength(UPGRADES)
  })

  test(`the database is away for ${OUTAGE / 1000} seconds: public lists are served all the time, members get 503 with a time to retry, and all is well when it is back`, async () => {
    const pids = cluster.processes.map(({ pid }) => pid())
    load = await startLoad(cluster)
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
    await expectReady()
  })

  test('the primary is lost, and the standby is promoted: no acknowledged write is lost, and all processes write again without a restart', async () => {
    const pids = cluster.processes.map(({ pid }) => pid())
    load = await startLoad(cluster)
    await load.untilWritten(BEFORE_LOSS)

    await holdReplication(cluster)
    await setTimeout(HELD)
    const lostAt = performance.now()
    cluster.primary.kill()
    await cluster.standby.promote()
    const promotedAt = performance.now()
    await load.untilWritten(BEFORE_LOSS, promotedAt)
    const outcomes = await load.stop()

    const after = outcomes.filter((one) => isWritten(one) && one.sentAt >= lostAt)
    const firstAt = Math.min(...after.map(({ endedAt }) => endedAt))
    const seconds = (firstAt - lostAt) / 1000
    const failed = outcomes.filter(hasFailed)
    const { acknowledged, lost, doubled } = await countWritten(cluster.standby.url, outcomes)
    figure(
      `${lost} of ${acknowledged} acknowledged writes lost (limit 0), writes again after ${seconds.toFixed(1)} s (limit ${AGAIN_WITHIN} s)`,
    )
    figure(`${failed.length} of ${outcomes.length} requests failed: ${summary(failed)}`)
    expect({ lost, doubled }).toEqual({ lost: 0, doubled: 0 })
    expect(seconds).toBeLessThan(AGAIN_WITHIN)
    expect(failed.filter(({ kind }) => kind === 'list')).toEqual([])
    expect([...new Set(failed.map(({ status }) => status))]).toEqual([503])
    expect(cluster.processes.map(({ pid }) => pid())).toEqual(pids)
    await expectReady()
  })
})
