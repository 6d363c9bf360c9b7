import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Cluster, startCluster } from '../../cluster/startCluster.ts'
import type { Cost } from '../cost.ts'
import { makeFolder } from '../ending.ts'
import { type Figure, NO_POSTGRES, type Part } from '../figures.ts'
import { demandOf } from '../model.ts'
import { readers } from '../readers.ts'
import { withChild } from '../servers/child.ts'
import type { CostReady } from '../servers/costProcess.ts'
import { type Sent, sendTraffic } from '../traffic.ts'
import { measureAll } from './cost.ts'

const SECONDS = { full: 60, quick: 10 }
const REQUESTS = { full: 100, quick: 20 }
const LOAD = { visitors: 12, members: 6, processes: 3 }
const MEMBERS = 60
/** A tick of processor time, a hundredth of a second on Linux wherever Node runs. */
const MS_PER_TICK = 10

export const part: Part = {
  title: 'Mixed traffic on a cluster',
  about:
    `${LOAD.visitors} visits of readers and ${LOAD.members} of members begin each second at nginx, before three processes, ` +
    'pgbouncer and PostgreSQL with its standby. What that takes is measured, and predicted by the model of ' +
    'docs/capacity.md (`lab/bench/model.ts`) from the costs of single requests, measured in the same run.',
  run: async ({ isQuick }) => {
    const url = process.env.TEST_DATABASE_URL
    if (!url) return { figures: [], notes: [NO_POSTGRES] }
    const costs = await measureCosts(url, isQuick ? REQUESTS.quick : REQUESTS.full)
    const seconds = isQuick ? SECONDS.quick : SECONDS.full
    const { path, remove } = makeFolder()
    const cluster = await startCluster({
      folder: path,
      hasStore: false,
      isQuick: true,
      env: { SEED: 'demo', RATE_LIMITS: 'off', LOG_LEVEL: 'silent' },
    })
    try {
      return { figures: await compareWithModel(cluster, path, costs, seconds) }
    } finally {
      await cluster.stop()
      remove()
    }
  },
}

async function measureCosts(url: string, requests: number): Promise<Map<string, Cost>> {
  const database = new pg.Client({ connectionString: url })
  await database.connect()
  try {
    return await withChild<CostReady, Map<string, Cost>>('costProcess.ts', (server) =>
      measureAll(server, database, requests),
    )
  } finally {
    await database.end()
  }
}

async function compareWithModel(
  cluster: Cluster,
  folder: string,
  costs: ReadonlyMap<string, Cost>,
  seconds: number,
): Promise<Figure[]> {
  const accounts = await readers(cluster, MEMBERS)
  const idle = await during(cluster, folder, () => sleep((seconds * 1000) / 2))
  // Warms up the code of the measured traffic.
  await sendTraffic(cluster.url, accounts, { ...LOAD, seconds: seconds / 3 })
  let sent: Sent = { requests: 0, bytes: 0, failed: 0, took: [] }
  const busy = await during(cluster, folder, async () => {
    sent = await sendTraffic(cluster.url, accounts, { ...LOAD, seconds })
  })
  if (sent.failed > 0) throw new Error(`${sent.failed} of ${sent.requests} requests failed`)
  const demand = demandOf(costs, LOAD)
  return [
    ...compared('server processes', 'ms', busy.server, demand.server + idle.server),
    ...compared('PostgreSQL', 'ms', busy.database, demand.database + idle.database),
    ...compared('requests', 'times', sent.requests / seconds, demand.requests),
    ...compared('responses', 'kB', sent.bytes / seconds / 1000, demand.bytes / 1000),
    {
      subject: 'nginx and pgbouncer',
      name: 'measured',
      value: busy.front,
      unit: 'ms',
      better: 'lower',
    },
    {
      subject: 'server processes',
      name: 'at rest',
      value: idle.server,
      unit: 'ms',
      better: 'lower',
    },
    { subject: 'PostgreSQL', name: 'at rest', value: idle.database, unit: 'ms', better: 'lower' },
  ]
}

/** Figures per second, with the error in percent of the measured value. */
function compared(subject: string, unit: Figure['unit'], measured: number, predicted: number) {
  const error = (Math.abs(predicted - measured) / measured) * 100
  return [
    { subject, name: 'measured', value: measured, unit, better: 'lower' },
    { subject, name: 'predicted', value: predicted, unit, better: 'lower' },
    { subject, name: 'error, %', value: error, unit: 'points', better: 'lower' },
  ] satisfies Figure[]
}

/** Processor milliseconds per second. */
type Use = { readonly server: number; readonly database: number; readonly front: number }

async function during(
  cluster: Cluster,
  folder: string,
  work: () => Promise<unknown>,
): Promise<Use> {
  const before = usedBy(cluster, folder)
  const began = performance.now()
  await work()
  const seconds = (performance.now() - began) / 1000
  const after = usedBy(cluster, folder)
  const of = (group: keyof Use) =>
    [...after[group]].reduce((sum, [pid, ms]) => sum + ms - (before[group].get(pid) ?? 0), 0) /
    seconds
  return { server: of('server'), database: of('database'), front: of('front') }
}

/** Processor milliseconds by process id. */
type Times = ReadonlyMap<number, number>

function usedBy({ processes }: Cluster, folder: string): Record<keyof Use, Times> {
  const main = (file: string) => Number(readFileSync(join(folder, file), 'utf8').split('\n', 1)[0])
  const postmasters = ['primary', 'standby'].map((role) => main(`${role}/postmaster.pid`))
  return {
    server: times(processes.map(({ pid }) => pid())),
    database: times(postmasters.flatMap(withChildren)),
    front: times(['pid/nginx', 'pid/pgbouncer'].map(main).flatMap(withChildren)),
  }
}

function withChildren(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return [pid, ...(children === '' ? [] : children.split(' ').map(Number))]
}

const times = (pids: readonly number[]): Times =>
  new Map(
    pids.map((pid) => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      // Fields 14 and 15 of proc(5), user and system; the first two are cut off.
      return [pid, (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK]
    }),
  )
