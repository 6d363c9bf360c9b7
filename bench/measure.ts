import autocannon from 'autocannon'
import type { BareResponse } from './bareProcess.ts'
import type { Stage } from './processes.ts'

/** Length of one measurement per side, after a fifth of it to warm up. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
const CONNECTIONS = 10
/** The sides alternate, so that other load of the machine affects both. Odd, for the median. */
const TURNS = 5
/** The server closes a connection after 1000 requests and rejects further ones with 503. Both sides reconnect. */
const RECONNECT = 900

export type Call = {
  readonly name: string
  readonly method: 'GET' | 'POST'
  /** Called once per request if a function. */
  readonly path: string | (() => string)
  readonly headers?: Record<string, string>
  /** Called once per request. */
  readonly body?: () => string
  /** Ends the run after that many requests: tokens for one use run out. */
  readonly amount?: number
}
/** `cpu`: CPU milliseconds per request; on a busy machine it says more than requests per second. */
export type Speed = { readonly rps: number; readonly p99: number; readonly cpu: number }
export type Comparison = { readonly name: string; readonly api: Speed; readonly bare: Speed }

/** Measures the call against the application and against bare Fastify with the same response. */
export async function compare({ api, bare, cpuTime }: Stage, call: Call): Promise<Comparison> {
  await bare.serve(await sample(api.url, call))
  // A run of few requests is too short to be split into turns.
  const count = call.amount === undefined ? TURNS : 1
  const turn = { seconds: SECONDS / count, amount: call.amount }
  const sides = {
    api: () => speed(api.url, cpuTime.api, call, turn),
    bare: () => speed(bare.url, cpuTime.bare, call, turn),
  }
  await sides.api()
  await sides.bare()
  const turns: Record<'api' | 'bare', Speed[]> = { api: [], bare: [] }
  for (let i = 0; i < count; i++) {
    turns.api.push(await sides.api())
    turns.bare.push(await sides.bare())
  }
  return { name: call.name, api: median(turns.api), bare: median(turns.bare) }
}

function median(speeds: readonly Speed[]): Speed {
  const of = (key: keyof Speed) =>
    speeds.map((speed) => speed[key]).sort((a, b) => a - b)[Math.floor(speeds.length / 2)] ?? 0
  return { rps: of('rps'), p99: of('p99'), cpu: of('cpu') }
}

async function sample(
  url: string,
  { name, method, path, headers, body }: Call,
): Promise<BareResponse> {
  const response = await fetch(url + (typeof path === 'string' ? path : path()), {
    method,
    headers: headersOf(headers, body),
    body: body?.(),
  })
  if (!response.ok) throw new Error(`${name} responded with ${response.status}`)
  return { body: await response.text(), type: response.headers.get('content-type') ?? '' }
}

type Turn = { readonly seconds: number; readonly amount: number | undefined }

async function speed(
  url: string,
  cpuTime: () => Promise<number>,
  call: Call,
  { seconds, amount }: Turn,
): Promise<Speed> {
  const before = await cpuTime()
  const { name, method, path, headers, body } = call
  const result = await autocannon({
    url: typeof path === 'string' ? url + path : url,
    connections: CONNECTIONS,
    reconnectRate: RECONNECT,
    ...(amount === undefined ? { duration: seconds } : { amount }),
    requests: [
      {
        method,
        headers: headersOf(headers, body),
        setupRequest: (request) => ({
          ...request,
          ...(body && { body: body() }),
          ...(typeof path === 'function' && { path: path() }),
        }),
      },
    ],
  })
  if (result.non2xx > 0) throw new Error(`${result.non2xx} responses to ${name} were errors`)
  const { total } = result.requests
  const cpu = ((await cpuTime()) - before) / total
  return { rps: total / result.duration, p99: result.latency.p99, cpu }
}

const headersOf = (headers: Record<string, string> = {}, body?: () => string) =>
  body ? { ...headers, 'content-type': 'application/json' } : headers

/** On a shared machine only the ratio is meaningful. */
export function report(rows: readonly Comparison[]): string {
  const line = (cells: readonly string[]) =>
    cells.map((cell, i) => (i === 0 ? cell.padEnd(34) : cell.padStart(12))).join('')
  return [
    line(['call', 'req/s', 'p99 ms', 'CPU ms', 'bare req/s', 'bare p99', 'bare CPU', 'ratio']),
    ...rows.map(({ name, api, bare }) =>
      line([
        name,
        api.rps.toFixed(0),
        String(api.p99),
        api.cpu.toFixed(3),
        bare.rps.toFixed(0),
        String(bare.p99),
        bare.cpu.toFixed(3),
        (api.rps / bare.rps).toFixed(3),
      ]),
    ),
  ].join('\n')
}
