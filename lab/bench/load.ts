import { request } from 'node:http'
import { createHistogram } from 'node:perf_hooks'
import { buffer } from 'node:stream/consumers'
import autocannon from 'autocannon'
import type { BareResponse } from './servers/bareProcess.ts'

const CONNECTIONS = 10
/** How often the generator checks whether to end. */
const TICK_MS = 50
/** The server closes a connection after 1000 requests and rejects further ones with 503. */
const RECONNECT = 900

export type Call = {
  readonly name: string
  readonly method: 'GET' | 'POST'
  /** Called once per request if a function. */
  readonly path: string | (() => string)
  readonly headers?: Readonly<Record<string, string>>
  /** Called once per request. */
  readonly body?: () => string
}

/** Number of seconds or of requests after which the load ends. */
export type Length = { readonly seconds: number } | { readonly requests: number }

/** Requests per second, and latencies in milliseconds. */
export type Speed = {
  readonly rate: number
  readonly p50: number
  readonly p99: number
  readonly requests: number
}

/**
 * Sends a call repeatedly on ten connections.
 * @throws if a response is not a success
 */
export async function load(url: string, call: Call, length: Length): Promise<Speed> {
  const { name, method, path, headers, body } = call
  // The generator's own latencies are whole milliseconds, longer than most calls take.
  const latencies = createHistogram()
  const began = performance.now()
  let ended = began
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const instance = autocannon(
      {
        url: typeof path === 'string' ? url + path : url,
        connections: CONNECTIONS,
        reconnectRate: RECONNECT,
        sampleInt: TICK_MS,
        ...('seconds' in length ? { duration: length.seconds } : { amount: length.requests }),
        requests: [
          {
            method,
            headers: headersOf(headers, body),
            setupRequest: (each) => ({
              ...each,
              ...(body && { body: body() }),
              ...(typeof path === 'function' && { path: path() }),
            }),
          },
        ],
      },
      (error: Error | null, outcome) => (error ? reject(error) : resolve(outcome)),
    )
    instance.on('response', (_client, _status, _bytes, ms) => {
      ended = performance.now()
      latencies.record(Math.max(1, Math.round(ms * 1000)))
    })
  })
  const failures = result.non2xx + result.errors
  if (failures > 0) throw new Error(`${failures} requests for ${name} failed`)
  return {
    rate: (latencies.count / (ended - began)) * 1000,
    p50: latencies.percentile(50) / 1000,
    p99: latencies.percentile(99) / 1000,
    requests: latencies.count,
  }
}

/** One response to the call, with its body as transferred. */
export async function sample(url: string, call: Call): Promise<BareResponse> {
  const { name, method, path, headers, body } = call
  const { promise, resolve, reject } = Promise.withResolvers<BareResponse>()
  const target = url + (typeof path === 'string' ? path : path())
  const sent = request(target, { method, headers: headersOf(headers, body) }, async (response) => {
    const bytes = await buffer(response)
    if (response.statusCode !== 200) reject(new Error(`${name}: status ${response.statusCode}`))
    resolve({ body: bytes, headers: bodyHeaders(response.headers) })
  })
  sent.on('error', reject).end(body?.())
  return promise
}

const bodyHeaders = (headers: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    ['content-type', 'content-encoding'].flatMap((name) =>
      typeof headers[name] === 'string' ? [[name, headers[name]]] : [],
    ),
  )

const headersOf = (
  headers: Readonly<Record<string, string>> = {},
  body?: () => string,
): Record<string, string> =>
  body ? { ...headers, 'content-type': 'application/json' } : { ...headers }
