import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'

/** Limit for other clients during a flood. Milliseconds. */
export const OTHERS_P95_MAX = 250
/** Pause between two requests of the measured client, which must not be a flood itself. Milliseconds. */
const PACE = 25

/** Sends requests on one connection until its input ends, then prints the duration of each. */
const CLIENT = `
import { Agent, get } from 'node:http'
import { setTimeout } from 'node:timers/promises'
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
const once = (url) => new Promise((done) => {
  const start = performance.now()
  const fail = () => done({ ms: performance.now() - start, status: 0 })
  get(url, { agent }, (answer) => {
    answer.on('end', () => done({ ms: performance.now() - start, status: answer.statusCode }))
    answer.on('error', fail).resume()
  }).on('error', fail)
})
let isOver = false
process.stdin.on('end', () => { isOver = true }).resume()
const urls = process.argv.slice(1)
await once(urls[0])
process.stderr.write('ready')
const seen = []
for (let n = 0; !isOver || seen.length < 20; n++) {
  seen.push(await once(urls[n % urls.length]))
  await setTimeout(${PACE})
}
console.log(JSON.stringify(seen))
process.exit()
`
type Seen = { readonly ms: number; readonly status: number }
export type Others = {
  readonly requests: number
  /** Milliseconds. */
  readonly p95: number
  readonly longest: number
  /** Responses other than 200. */
  readonly refused: number
}

/** Starts a calm visitor in a process of its own. @returns a function that ends it and returns its figures */
export async function watchOthers(
  address: string,
  paths: readonly string[] = ['/api/health', '/api/contents/active'],
): Promise<() => Promise<Others>> {
  const urls = paths.map((path) => `${address}${path}`)
  const child = spawn(process.execPath, ['--input-type=module', '-e', CLIENT, ...urls])
  const printed = text(child.stdout)
  await once(child.stderr, 'data')
  return async () => {
    child.stdin.end()
    const seen = JSON.parse(await printed) as Seen[]
    const times = seen.map(({ ms }) => ms).toSorted((a, b) => a - b)
    return {
      requests: seen.length,
      p95: times[Math.ceil(times.length * 0.95) - 1] ?? Infinity,
      longest: times.at(-1) ?? Infinity,
      refused: seen.filter(({ status }) => status !== 200).length,
    }
  }
}

export const toldOf = ({ p95, requests }: Others): string =>
  `others' p95 ${Math.round(p95)} ms of ${requests} requests (limit ${OTHERS_P95_MAX} ms)`

/** Peak and present resident memory of a process. MB. */
export function memoryOf(pid: number): { readonly peak: number; readonly now: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  return { peak: of('VmHWM'), now: of('VmRSS') }
}
