import { setImmediate } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import type { CachedResponse, Content, Encoding } from './cachedResponse.ts'
import { rememberRawResponse } from './rawResponseCache.ts'
import type { Area } from './responseCache.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

export const asJson = (value: unknown): Content => ({
  mediaType: JSON_TYPE,
  text: JSON.stringify(value),
})

/** Reads a response that is the same for every caller: for a handler, and for the pages that the server renders. */
export type Read<D, R> = (deps: D, request: R) => Promise<CachedResponse>

/** Rows of one step, some 3 ms. */
const STEP = 250

/**
 * A list as JSON, made in steps: other requests are served between two of them. It is not sent in steps: the next
 * caller gets the whole from the cache, with a tag and compressed.
 */
export async function listAsJson<Row>(
  rows: readonly Row[],
  present: (row: Row) => unknown,
): Promise<Content> {
  const parts: string[] = []
  for (let from = 0; from < rows.length; from += STEP) {
    if (from > 0) await setImmediate()
    for (const row of rows.slice(from, from + STEP)) parts.push(JSON.stringify(present(row)))
  }
  return { mediaType: JSON_TYPE, text: `[${parts.join(',')}]` }
}

/** Makes functions that read JSON of an area through the cache; `make` runs on a miss. */
export const cachedJson =
  (area: Area) =>
  <D extends Pick<Deps, 'responseCache'>, R>(
    keyOf: (request: R) => string,
    make: (deps: D, request: R) => Promise<unknown>,
  ): Read<D, R> =>
  async (deps, request) =>
    deps.responseCache.get(area, keyOf(request), async () => asJson(await make(deps, request)))

export const sending =
  <D, R>(read: Read<D, R>) =>
  async (deps: D, request: R & FastifyRequest, reply: FastifyReply) =>
    sendCached(request, reply, await read(deps, request))

/** Headers for documents in a window; on JSON they only cost bytes. */
const DOCUMENT_HEADERS = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/**
 * Sends a cached response of the API. Browsers may cache it but must revalidate; it does not depend on the caller, so
 * it varies by encoding alone.
 */
export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
): Promise<FastifyReply> {
  const err = response.outage?.cause
  if (err != null) request.log.warn({ err }, 'refresh failed, sending the last good response')
  for (const name of DOCUMENT_HEADERS) reply.raw.removeHeader(name)
  reply.header('cache-control', 'public, no-cache')
  const body = await negotiated(request, reply, response)
  reply.headers(response.headers)
  rememberRawResponse(reply, response, body)
  return reply.send(reply.statusCode === 304 ? undefined : body)
}

/** Sets the headers of the representation. @returns its bytes: none for a caller that has it (304) */
export async function negotiated(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { tag, mediaType, bytes, encoded }: CachedResponse,
): Promise<Buffer> {
  reply.header('etag', `W/${tag}`).header('vary', 'accept-encoding')
  if (reply.statusCode === 200 && tagsIn(headers['if-none-match']).includes(tag)) {
    reply.status(304)
    return Buffer.alloc(0)
  }
  reply.header('content-type', mediaType)
  const encoding = encodingFor(headers['accept-encoding'])
  const compressed = encoding && encoded(encoding)
  if (compressed === undefined) return bytes
  reply.header('content-encoding', encoding)
  return compressed
}

const ACCEPTED: Readonly<Record<Encoding, RegExp>> = {
  br: /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
  gzip: /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/,
}

const encodingFor = (accepted: string | string[] = ''): Encoding | undefined =>
  (['br', 'gzip'] as const).find((encoding) => ACCEPTED[encoding].test(String(accepted)))

/** The tags of an `If-None-Match`, in which weak and strong tags compare alike. */
export const tagsIn = (header: string | undefined): string[] =>
  (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
