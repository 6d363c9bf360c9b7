import autocannon from 'autocannon'
import type { BareAnswer } from './bareProcess.ts'
import type { Stage } from './processes.ts'

/** Seconds of one measurement; each side is measured this long, after a fifth of it to warm up. */
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
const CONNECTIONS = 10
/** The sides take turns: what else the machine does then hits both. An odd number has a middle. */
const TURNS = 5
/** The server ends a connection after 1000 requests; whoever stays gets 503. Both sides, to be fair. */
const RECONNECT = 900

export type Call = {
  readonly name: string
  readonly method: 'GET' | 'POST'
  /** A function is called once per request. */
  readonly path: string | (() => string)
  readonly headers?: Record<string, string>
  /** A body for each request; called once per request. */
  readonly body?: () => string
  /** Ends the run early: tokens that can be spent only once run out. */
  readonly amount?: number
}
/** `cpu`: milliseconds of processors for each request. On a busy machine it says more than requests per second. */
export type Speed = { readonly rps: number; readonly p99: number; readonly cpu: number }
export type Comparison = { readonly name: string; readonly api: Speed; readonly bare: Speed }

/** The call against the application and against the bare framework answering the same bytes. */
export async function compare({ api, bare, cpuTime }: Stage, call: Call): Promise<Comparison> {
  await bare.serve(await sample(api.url, call))
  // A short run of few requests would measure the clock of the measurement.
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
  return { name: call.name, api: middle(turns.api), bare: middle(turns.bare) }
}

/** The median of each number. */
function middle(speeds: readonly Speed[]): Speed {
  const of = (key: keyof Speed) =>
    speeds.map((one) => one[key]).sort((a, b) => a - b)[Math.floor(speeds.length / 2)] ?? 0
  return { rps: of('rps'), p99: of('p99'), cpu: of('cpu') }
}

async function sample(
  url: string,
  { name, method, path, headers, body }: Call,
): Promise<BareAnswer> {
  const answer = await fetch(url + (typeof path === 'string' ? path : path()), {
    method,
    headers: headersOf(headers, body),
    body: body?.(),
  })
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}`)
  return { body: await answer.text(), type: answer.headers.get('content-type') ?? '' }
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
  if (result.non2xx > 0) throw new Error(`${result.non2xx} of ${name} were refused`)
  const { total } = result.requests
  const cpu = ((await cpuTime()) - before) / total
  return { rps: total / result.duration, p99: result.latency.p99, cpu }
}

const headersOf = (headers: Record<string, string> = {}, body?: () => string) =>
  body ? { ...headers, 'content-type': 'application/json' } : headers

/** Side by side; only the ratio means anything on a shared machine. */
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
