import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Counter } from 'prom-client'
import type { App, Deps } from '../deps.ts'
import type { CachedResponse } from './cachedResponse.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Set only where `cacheRawResponses` is registered. */
    readonly rawResponses?: RawResponses
  }
}

/** Raw response (status, headers, body) per URL and Accept-Encoding / If-None-Match. */
type RawResponse = {
  readonly status: 200 | 304
  readonly headers: string[]
  readonly body: Buffer | string
}
type Entry = { readonly response: CachedResponse; readonly variants: Map<string, RawResponse> }
type RawResponses = LRUCache<string, Entry> & {
  /** Milliseconds of `performance.now()`. */
  purgedAt?: number
}

/** Callers choose URLs and headers: both are bounded in number and length. */
const URLS_MAX = 500
const VARIANTS_MAX = 8
const KEY_CHARACTERS_MAX = 400
/** Limit of all entries together; an entry of more than a quarter is not cached. */
export const RAW_BYTES_MAX = 16 * 1024 * 1024
/** A response is hardly ever fresh for longer. */
const TTL_MS = 5000
/** Size of a variant besides its headers and body, rounded up. */
const OVERHEAD_BYTES = 500
/** Longer bodies are cheaper to pass as buffers than to copy. */
const TEXT_BYTES_MAX = 16_384

/**
 * Sends cached responses before the framework sees the request: hooks, logger and security headers take most of its
 * time (four times the bare route; `npm run lab -- bench api`). Serves requests without a token, while the response
 * cache would give the same response. Such requests are counted, not logged. Register after `measure`.
 */
export function cacheRawResponses(app: App, { responseCache }: Pick<Deps, 'responseCache'>): void {
  const rawResponses: RawResponses = new LRUCache({
    max: URLS_MAX,
    maxSize: RAW_BYTES_MAX,
    maxEntrySize: RAW_BYTES_MAX / 4,
    sizeCalculation: bytesOf,
    ttl: TTL_MS,
  })
  app.decorate('rawResponses', rawResponses)
  const requests = app.metrics.getSingleMetric('http_requests_total')
  if (!(requests instanceof Counter)) throw new Error('Register `measure` first')
  const counters = {
    200: requests.labels({ method: 'GET', status: 200 }),
    304: requests.labels({ method: 'GET', status: 304 }),
  }

  function sendRaw({ method, url = '', headers }: IncomingMessage, reply: ServerResponse): boolean {
    const key = keyOf(url, headers)
    const entry = rawResponses.get(key)
    if (entry === undefined || method !== 'GET' || headers.authorization !== undefined) return false
    const raw = entry.variants.get(variantOf(headers))
    // A closing server ends each connection with its response; see connections.ts.
    if (raw === undefined || app.isClosing()) return false
    if (!responseCache.isFresh(entry.response)) {
      rawResponses.delete(key)
      return false
    }
    reply.writeHead(raw.status, raw.headers)
    reply.end(raw.body, 'latin1')
    counters[raw.status].inc()
    return true
  }

  const { server } = app
  const [handle] = server.listeners('request')
  if (handle === undefined) throw new Error('The framework has no request listener yet')
  server.removeAllListeners('request')
  server.on('request', (request, reply) => {
    if (!sendRaw(request, reply)) handle.call(server, request, reply)
  })
}

export function rememberRawResponse(
  reply: FastifyReply,
  response: CachedResponse,
  body: Buffer,
): void {
  const { raw } = reply.request
  const { rawResponses } = reply.server
  const variant = variantOf(raw.headers)
  if (raw.method !== 'GET' || raw.url === undefined || rawResponses === undefined) return
  const key = keyOf(raw.url, raw.headers)
  if (key.length > KEY_CHARACTERS_MAX || variant.length > KEY_CHARACTERS_MAX) return
  if (response.outage !== undefined) return
  purge(rawResponses)
  const before = rawResponses.get(key)
  const variants = before?.response === response ? before.variants : new Map<string, RawResponse>()
  if (variants.size >= VARIANTS_MAX) variants.clear()
  const status = reply.statusCode === 304 ? 304 : 200
  const headers = Object.entries(reply.getHeaders()).flat().map(String)
  if (status === 200) headers.push('content-length', String(body.length))
  // A short body as Latin-1 text is written in one packet with the headers.
  const written = body.length < TEXT_BYTES_MAX ? body.toString('latin1') : body
  variants.set(variant, { status, headers, body: written })
  rawResponses.set(key, { response, variants })
}

/** Called now and then, not for each response: it looks at all entries. */
function purge(rawResponses: RawResponses): void {
  const now = performance.now()
  if (now < (rawResponses.purgedAt ?? 0) + TTL_MS / 10) return
  rawResponses.purgedAt = now
  rawResponses.purgeStale()
}

/** Size including the cached response, which may be referenced from here alone; its variants may share its bytes. */
const bytesOf = ({ response, variants }: Entry, url: string): number =>
  [...variants].reduce(
    (sum, [key, { headers, body }]) =>
      sum + OVERHEAD_BYTES + 2 * key.length + headers.join('').length + body.length,
    response.weight() + 2 * url.length,
  )

/** Pages of the site depend on the cookie of the consent and on the language (`vary`). */
const keyOf = (url: string, headers: FastifyRequest['headers']): string =>
  url.startsWith('/api')
    ? url
    : `${url}\n${headers.cookie ?? ''}\n${headers['accept-language'] ?? ''}`

const variantOf = (headers: FastifyRequest['headers']): string =>
  `${headers['accept-encoding'] ?? ''}\n${headers['if-none-match'] ?? ''}`
