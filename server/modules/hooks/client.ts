import { lookup } from 'node:dns'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { text } from 'node:stream/consumers'

/** Longest time for one request. */
const TIMEOUT_MS = 10_000
/** Longest answer that is read. */
const ANSWER_BYTES_MAX = 64 * 1024

/** Networks that no hook may reach: private, local and reserved ones (RFC 6890). */
const PRIVATE = new BlockList()
for (const [network, prefix] of [
  ...([
    ['0.0.0.0', 8],
    ['10.0.0.0', 8],
    ['100.64.0.0', 10],
    ['127.0.0.0', 8],
  ] as const),
  ...([
    ['169.254.0.0', 16],
    ['172.16.0.0', 12],
    ['192.0.0.0', 24],
    ['192.168.0.0', 16],
  ] as const),
  ...([
    ['192.0.2.0', 24],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
  ] as const),
  ...([
    ['203.0.113.0', 24],
    ['224.0.0.0', 3],
  ] as const),
])
  PRIVATE.addSubnet(network, prefix, 'ipv4')
/** Of IPv6 only the global addresses are reached, without those that stand for IPv4 ones. */
const GLOBAL_V6 = new BlockList()
GLOBAL_V6.addSubnet('2000::', 3, 'ipv6')
const TUNNELS = new BlockList()
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  TUNNELS.addSubnet(network, prefix, 'ipv6')

export const isPublicAddress = (address: string): boolean =>
  isIP(address) === 4
    ? !PRIVATE.check(address, 'ipv4')
    : GLOBAL_V6.check(address, 'ipv6') && !TUNNELS.check(address, 'ipv6')

/** What the other side has answered, or why it could not; `waitMs`: not before this time. */
export class HookFailure extends Error {
  readonly waitMs: number | undefined
  constructor(message: string, waitMs?: number) {
    super(message)
    this.waitMs = waitMs
  }
}

/**
 * Resolves a name once, and refuses it unless all of its addresses are public: the connection is made to one of those
 * that were looked at, whatever the name means a moment later.
 */
const publicLookup: LookupFunction = (host, options, done) => {
  lookup(host, { ...options, all: true }, (error, addresses) => {
    const isAllowed = addresses?.every(({ address }) => isPublicAddress(address)) ?? false
    const failure = error ?? (isAllowed ? null : new HookFailure('The address is not public.'))
    const [first] = addresses ?? []
    if (failure || first === undefined) done(failure ?? new Error('No address.'), '', 4)
    else if (options.all) done(null, addresses)
    else done(null, first.address, first.family)
  })
}

export type Sent = {
  readonly method: 'POST' | 'PUT' | 'PATCH'
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  readonly body: object
}
export type Send = (sent: Sent) => Promise<unknown>

/**
 * Sends JSON to an address that somebody has typed. Follows no redirect.
 * @param trusted hosts, with their ports, that may be private and without TLS: the operator's own
 * @returns the JSON of the answer; undefined without one
 * @throws HookFailure
 */
export const sender =
  (trusted: readonly string[]): Send =>
  async ({ method, url, headers, body }) => {
    const isTrusted = trusted.includes(url.host)
    if (!isTrusted && url.protocol !== 'https:') throw new HookFailure('Only https is sent to.')
    // Names are looked at when they are resolved; `lookup` is not called for an address.
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (!isTrusted && isIP(host) !== 0 && !isPublicAddress(host))
      throw new HookFailure('The address is not public.')
    const bytes = Buffer.from(JSON.stringify(body))
    const { status, retryAfter, answer } = await exchange(
      url.protocol === 'https:' ? httpsRequest : httpRequest,
      {
        ...{ method, url, bytes },
        headers: {
          ...{ 'content-type': 'application/json', 'content-length': String(bytes.length) },
          ...headers,
        },
        lookup: isTrusted ? undefined : publicLookup,
      },
    )
    if (status >= 200 && status < 300) return jsonIn(answer)
    const wait = status === 429 ? waitOf(retryAfter, jsonIn(answer)) : undefined
    throw new HookFailure(`${status} ${answer.slice(0, 300)}`.trim(), wait)
  }

type Exchange = {
  readonly method: string
  readonly url: URL
  readonly bytes: Buffer
  readonly headers: Readonly<Record<string, string>>
  readonly lookup: LookupFunction | undefined
}

async function exchange(
  send: typeof httpsRequest,
  { method, url, bytes, headers, lookup: resolver }: Exchange,
) {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const options = { method, headers, signal, ...(resolver && { lookup: resolver }) }
  const response = Promise.withResolvers<{ status: number; retryAfter: string; answer: string }>()
  const request = send(url, options, async (answer) => {
    let length = 0
    answer.on('data', (part: Buffer) => {
      length += part.length
      if (length > ANSWER_BYTES_MAX) answer.destroy(new HookFailure('The answer is too long.'))
    })
    text(answer).then(
      (read) =>
        response.resolve({
          status: answer.statusCode ?? 0,
          retryAfter: answer.headers['retry-after'] ?? '',
          answer: read,
        }),
      response.reject,
    )
  })
  request.on('error', response.reject)
  request.end(bytes)
  return response.promise.catch((error: unknown) => {
    if (error instanceof HookFailure) throw error
    const cause = error instanceof Error ? error.message : String(error)
    throw new HookFailure(signal.aborted ? 'No answer within 10 seconds.' : cause)
  })
}

function jsonIn(answer: string): unknown {
  try {
    return JSON.parse(answer)
  } catch {
    return undefined
  }
}

/** Seconds in the header or, as Discord has it, in the body; milliseconds as Matrix has it. */
function waitOf(header: string, body: unknown): number {
  const { retry_after, retry_after_ms } = (body ?? {}) as Record<string, unknown>
  const seconds = [retry_after, Number(header || Number.NaN)].find(Number.isFinite)
  if (typeof retry_after_ms === 'number') return retry_after_ms
  return typeof seconds === 'number' ? seconds * 1000 : 60_000
}
