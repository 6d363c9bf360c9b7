import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { messageOf } from '../../config/thrown.ts'
import { MINUTE_MS } from '../../config/time.ts'

/** Longest time for a request and its answer. */
const TIMEOUT_MS = 10_000
/** Longest answer that is read. */
const ANSWER_MAX = 64 * 1024

function networks(family: 'ipv4' | 'ipv6', list: string): BlockList {
  const blocks = new BlockList()
  for (const network of list.split(' ')) {
    const [address = '', prefix] = network.split('/')
    blocks.addSubnet(address, Number(prefix), family)
  }
  return blocks
}

/** Private, local and reserved networks (RFC 6890). */
const PRIVATE = networks(
  'ipv4',
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3',
)
/** The public networks of IPv6, and the reserved ones inside: tunnels to IPv4, examples and tests. */
const GLOBAL = networks('ipv6', '2000::/3')
const RESERVED = networks('ipv6', '2001::/23 2001:db8::/32 2002::/16 3fff::/20')

export const isPublicAddress = (address: string): boolean =>
  isIP(address) === 4
    ? !PRIVATE.check(address, 'ipv4')
    : GLOBAL.check(address, 'ipv6') && !RESERVED.check(address, 'ipv6')

/** What the other side has answered, or why none could be asked: a key of `hook.problems` in locales/en/feeds.json. */
export class HookFailure extends Error {
  readonly answer: unknown
  /** The other side wants no request before this time. */
  readonly waitMs: number | undefined
  constructor(message: string, answer?: unknown, waitMs?: number) {
    super(message)
    this.answer = answer
    this.waitMs = waitMs
  }
}

type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** The connection is made to the addresses that were looked at, whatever the name means a moment later. */
const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || first === undefined) done(error, '', 4)
      else if (!addresses.every(({ address }) => isPublicAddress(address)))
        done(new HookFailure('not_public'), '', 4)
      else if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    })

export type Sent = {
  readonly method: 'POST' | 'PUT' | 'PATCH'
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  readonly body: object
}
/** @returns the JSON of the answer; undefined without one @throws HookFailure */
export type Send = (sent: Sent) => Promise<unknown>

/**
 * Sends JSON to an address that a member has typed. Follows no redirect.
 * @param trusted the operator's hosts, with their ports, which may be private and without TLS
 */
export const sender =
  (trusted: readonly string[], resolve: Resolve = lookup): Send =>
  async (sent) => {
    const { host, hostname, protocol } = sent.url
    const isTrusted = trusted.includes(host)
    // `lookup` is not called for an address.
    const address = hostname.replace(/^\[|\]$/g, '')
    const isPublic = protocol === 'https:' && (isIP(address) === 0 || isPublicAddress(address))
    if (!isTrusted && !isPublic) throw new HookFailure('not_public')
    const { status, retryAfter, text } = await exchange(
      sent,
      isTrusted ? lookup : publicLookup(resolve),
    )
    const answer = jsonIn(text)
    if (status >= 200 && status < 300) return answer
    const problem = `${status} ${text}`.replace(/[\s\p{Cc}]+/gu, ' ').trim()
    const waitMs = status === 429 ? waitOf(retryAfter, answer) : undefined
    throw new HookFailure(problem, answer, waitMs)
  }

async function exchange({ method, url, headers, body }: Sent, resolver: LookupFunction) {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const json = { 'content-type': 'application/json', ...headers }
  // No agent: a connection that is kept would pass by the lookup.
  const options = { method, headers: json, signal, agent: false, lookup: resolver } as const
  const request = url.protocol === 'https:' ? httpsRequest : httpRequest
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      request(url, options, resolve).on('error', reject).end(JSON.stringify(body)),
    )
    let text = ''
    for await (const part of answer.setEncoding('utf8')) {
      text += String(part)
      if (text.length > ANSWER_MAX) throw new HookFailure('too_long')
    }
    return { status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'], text }
  } catch (error) {
    if (error instanceof HookFailure) throw error
    throw new HookFailure(signal.aborted ? 'slow' : messageOf(error))
  }
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A field of an answer. */
export const fieldOf = (answer: unknown, name: string): unknown =>
  typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined

/** Matrix says it in milliseconds, Discord and the header in seconds. */
function waitOf(header: string | undefined, answer: unknown): number {
  const ms = fieldOf(answer, 'retry_after_ms')
  const seconds = Number(fieldOf(answer, 'retry_after') ?? header)
  if (typeof ms === 'number') return ms
  return Number.isFinite(seconds) ? seconds * 1000 : MINUTE_MS
}
