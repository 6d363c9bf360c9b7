import type { FastifyReply, FastifyRequest } from 'fastify'
import { tagsIn } from '../plugins/storedFile.ts'
import type { CachedResponse, Content } from './cachedResponse.ts'
import type { Encoding } from './compress.ts'
import { rememberRawResponse } from './rawResponseCache.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** A list or record as the API sends it. */
export const asJson = (value: unknown): Content => ({
  mediaType: JSON_TYPE,
  text: JSON.stringify(value),
})

/** Headers that speak to documents in a window; a list is none, and each header costs on every answer. */
const FOR_DOCUMENTS = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
]

/**
 * Sends an answer that is ready: 304 where the caller has it, compressed where the caller takes that. The
 * caller may keep it but asks each time; nothing in it depends on who asks, so it varies by encoding alone.
 */
export async function sendCached(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CachedResponse,
): Promise<FastifyReply> {
  const { headers } = request
  if (answer.outage?.cause != null)
    request.log.warn({ err: answer.outage.cause }, 'no new answer, the last good one stands in')
  for (const name of FOR_DOCUMENTS) reply.raw.removeHeader(name)
  reply
    .header('etag', `W/${answer.tag}`)
    .header('cache-control', 'public, no-cache')
    .header('vary', 'accept-encoding')
    .headers(answer.headers)
  const send = (body: Buffer) => {
    rememberRawResponse(request, reply, answer, body)
    return reply.send(reply.statusCode === 304 ? undefined : body)
  }
  const known = headers['if-none-match']
  if (known !== undefined && tagsIn(known).includes(answer.tag)) {
    reply.status(304)
    return send(NOTHING)
  }
  reply.header('content-type', answer.mediaType)
  const encoding = encodingFor(headers['accept-encoding'])
  const encoded = encoding && answer.encoded(encoding)
  if (encoded === undefined) return send(answer.bytes)
  reply.header('content-encoding', encoding)
  return send(await encoded)
}

const NOTHING = Buffer.alloc(0)

const ACCEPTED: readonly (readonly [Encoding, RegExp])[] = [
  ['br', /\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/],
  ['gzip', /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/],
]

export const encodingFor = (accepted: string | string[] | undefined): Encoding | undefined =>
  accepted === undefined
    ? undefined
    : ACCEPTED.find(([, pattern]) => pattern.test(String(accepted)))?.[0]
