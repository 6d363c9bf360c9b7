import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { Counter } from 'prom-client'
import type { App, Deps } from '../deps.ts'
import { type CachedResponse, weight } from './cachedResponse.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Only where `cacheRawResponses` is registered. */
    readonly sentAnswers?: SentAnswers
  }
}

/** Everything that went over the line for one address and one way of asking. */
type Sent = {
  readonly status: 200 | 304
  readonly head: string[]
  readonly body: Buffer | string
}
type SentForms = { readonly answer: CachedResponse; readonly forms: Map<string, Sent> }
type SentAnswers = LRUCache<string, SentForms>

/** Addresses with their queries, and ways of asking for one: strangers can think of many, and of long ones. */
const ADDRESSES_MAX = 500
const FORMS_MAX = 8
/** Of all addresses together; one that alone takes a quarter of it goes the whole way. */
export const RAW_BYTES_MAX = 16 * 1024 * 1024
/** An answer is seldom fresh for longer, and no list outlives its use here. */
const KEPT_MS = 5000
/** What one form takes beside its texts, rounded up. */
const FORM_OVERHEAD_BYTES = 500
/** Bytes; longer bodies are cheaper to hand over than to copy. */
const ONE_PIECE_MAX = 16_384
/** Characters of an address, and of the headers that decide about the form. */
const KEY_MAX = 300

/**
 * Repeats what was sent a moment ago, header for header, before the framework looks at the request. With a
 * cached answer, its hooks, logger and security headers are most of the cost (four times the bare route;
 * `npm run bench -- content`). Only for callers without a token and while the cache would give the same
 * answer; such requests are counted, not logged. Register after `measure`.
 */
export function cacheRawResponses(app: App, { responseCache }: Pick<Deps, 'responseCache'>): void {
  const sent: SentAnswers = new LRUCache({
    max: ADDRESSES_MAX,
    maxSize: RAW_BYTES_MAX,
    maxEntrySize: RAW_BYTES_MAX / 4,
    sizeCalculation: sentBytes,
    ttl: KEPT_MS,
  })
  app.decorate('sentAnswers', sent)
  const answered = app.metrics.getSingleMetric('http_requests_total')
  if (!(answered instanceof Counter)) throw new Error('Nobody counts requests')
  const counters = {
    200: answered.labels({ method: 'GET', status: 200 }),
    304: answered.labels({ method: 'GET', status: 304 }),
  }

  function repeat(
    { method, url = '', headers }: IncomingMessage,
    response: ServerResponse,
  ): boolean {
    const known = sent.get(url)
    if (known === undefined || method !== 'GET' || headers.authorization !== undefined) return false
    const form = known.forms.get(formOf(headers))
    // While it closes, each response ends its connection; see closing.ts.
    if (form === undefined || app.isClosing()) return false
    if (!responseCache.isFresh(known.answer)) {
      sent.delete(url)
      return false
    }
    response.writeHead(form.status, form.head)
    response.end(form.body, 'latin1')
    counters[form.status].inc()
    return true
  }

  const server = app.server
  const [handle] = server.listeners('request')
  if (handle === undefined) throw new Error('The framework has not begun to listen to its server')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    if (!repeat(request, response)) handle.call(server, request, response)
  })
}

/** Remembers what `reply` is about to send, for `cacheRawResponses`. */
export function rememberRawResponse(
  { raw, server }: FastifyRequest,
  reply: FastifyReply,
  answer: CachedResponse,
  body: Buffer,
): void {
  const { sentAnswers } = server
  const form = formOf(raw.headers)
  if (raw.method !== 'GET' || raw.url === undefined || sentAnswers === undefined) return
  if (raw.url.length > KEY_MAX || form.length > KEY_MAX || answer.outage !== undefined) return
  // What is still here after its time is freed as soon as something new comes.
  sentAnswers.purgeStale()
  const before = sentAnswers.get(raw.url)
  const forms = before?.answer === answer ? before.forms : new Map<string, Sent>()
  if (forms.size >= FORMS_MAX) forms.clear()
  const status = reply.statusCode === 304 ? 304 : 200
  const head = Object.entries(reply.getHeaders()).flatMap(([name, value]) => [name, String(value)])
  if (status === 200) head.push('content-length', String(body.length))
  // As a text of one byte per sign, a short body leaves in one piece with its head.
  const written = body.length < ONE_PIECE_MAX ? body.toString('latin1') : body
  forms.set(form, { status, head, body: written })
  sentAnswers.set(raw.url, { answer, forms })
}

/** The answer counts once: its forms may share its bytes, and it may be kept alive from here alone. */
const sentBytes = ({ answer, forms }: SentForms, url: string): number =>
  [...forms].reduce(
    (sum, [key, { head, body }]) =>
      sum + FORM_OVERHEAD_BYTES + 2 * key.length + head.join('').length + body.length,
    weight(answer) + 2 * url.length,
  )

/** What of a request decides in which form the answer goes out. */
const formOf = (headers: FastifyRequest['headers']): string =>
  `${headers['accept-encoding'] ?? ''}\n${headers['if-none-match'] ?? ''}`
