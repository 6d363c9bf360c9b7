import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { figure } from '../../test/helpers/server/faults.ts'
import { readers } from '../bench/readers.ts'
import { type Account, sendTraffic } from '../bench/traffic.ts'
import { memoryOf } from '../floods/bystander.ts'
import type { ApiProcess } from './apiProcess.ts'
import type { Cluster } from './startCluster.ts'
import { testCluster } from './testCluster.ts'

const MINUTES = Number(process.env.SOAK_MINUTES)
const SAMPLES = 40
const SAMPLE_SECONDS = (MINUTES * 60) / SAMPLES
/** Visits per second: about forty requests, which leave a machine of two cores mostly idle. */
const LOAD = { visitors: 4, members: 2 }
/** A prime: only every few visits log in or refresh, and all members must do so before their token expires. */
const MEMBERS = 61
/** Sampling interval of a process. Milliseconds. */
const LOOK_EVERY = 1000

/** Most growth of the medians from the second quarter to the last one. */
const GROWTH_MAX = 0.05
/** Tolerated growth of descriptors, because connections vary. */
const MORE_DESCRIPTORS_MAX = 5
/** Most growth of the 95th percentile, and tolerated milliseconds in addition. */
const SLOWER_MAX = 1.5
const SLOWER_MS = 20

/** Size of one process during one sample. MB. */
type Size = { readonly resident: number; readonly heap: number; readonly descriptors: number }
type Sample = { readonly sizes: readonly Size[]; readonly took: readonly number[] }

const median = (values: readonly number[]): number => quantile(values, 0.5)
function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN
}

/** Takes the smallest heap of all samples, because it grows between two collections. */
async function watch(one: ApiProcess, isOver: () => boolean): Promise<Size> {
  const seen: Size[] = []
  while (!isOver() || seen.length === 0) {
    const metrics = await (await fetch(`${one.address}/api/metrics`)).text()
    const heap = Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(metrics)?.[1]) / 2 ** 20
    const descriptors = readdirSync(`/proc/${one.pid()}/fd`).length
    seen.push({ resident: memoryOf(one.pid()).now, heap, descriptors })
    await sleep(LOOK_EVERY)
  }
  return {
    resident: median(seen.map(({ resident }) => resident)),
    heap: Math.min(...seen.map(({ heap }) => heap)),
    descriptors: median(seen.map(({ descriptors }) => descriptors)),
  }
}

describe('a cluster under mixed load', () => {
  let cluster: Cluster
  let accounts: Account[]
  beforeAll(async () => {
    cluster = await testCluster({ env: { SEED: 'demo' } })
    accounts = await readers(cluster, MEMBERS)
  }, 180_000)
  afterAll(() => cluster?.stop())

  async function sample(): Promise<Sample> {
    let isOver = false
    const watched = cluster.processes.map((one) => watch(one, () => isOver))
    const sent = await sendTraffic(cluster.url, accounts, { ...LOAD, seconds: SAMPLE_SECONDS })
    isOver = true
    expect(sent.failed).toBe(0)
    return { sizes: await Promise.all(watched), took: sent.took }
  }

  test(
    `memory, descriptors and latencies are as flat after ${MINUTES} minutes as after half of the time`,
    async () => {
      const pids = cluster.processes.map(({ pid }) => pid())
      const samples: Sample[] = []
      while (samples.length < SAMPLES) samples.push(await sample())
      const second = samples.slice(SAMPLES / 4, SAMPLES / 2)
      const last = samples.slice((SAMPLES / 4) * 3)

      const problems: string[] = []
      const compare = (what: string, before: number, after: number, most: number) => {
        figure(`${what}: ${before.toFixed(1)}, then ${after.toFixed(1)} (limit ${most.toFixed(1)})`)
        if (!(after <= most)) problems.push(`${what} ${before} became ${after}`)
      }
      for (const [at, { name }] of cluster.processes.entries()) {
        const of = (part: readonly Sample[], key: keyof Size) =>
          median(part.map(({ sizes }) => sizes[at]?.[key] ?? Number.NaN))
        for (const key of ['resident', 'heap'] as const) {
          const before = of(second, key)
          compare(`${name}, ${key} MB`, before, of(last, key), before * (1 + GROWTH_MAX))
        }
        const open = of(second, 'descriptors')
        compare(`${name}, descriptors`, open, of(last, 'descriptors'), open + MORE_DESCRIPTORS_MAX)
      }
      const p95 = (part: readonly Sample[]) =>
        quantile(
          part.flatMap(({ took }) => took),
          0.95,
        )
      const p50 = (part: readonly Sample[]) =>
        quantile(
          part.flatMap(({ took }) => took),
          0.5,
        )
      compare('p95 ms', p95(second), p95(last), p95(second) * SLOWER_MAX + SLOWER_MS)
      compare('p50 ms', p50(second), p50(last), p50(second) * SLOWER_MAX + SLOWER_MS)
      figure(`${samples.flatMap(({ took }) => took).length} requests, none failed`)
      expect(problems).toEqual([])
      expect(cluster.processes.map(({ pid }) => pid())).toEqual(pids)
    },
    (MINUTES * 2 + 5) * 60_000,
  )
})
