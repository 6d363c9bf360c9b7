import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange, FileKey, FileStore } from '../../files/fileStore.ts'
import { errors } from '../errors.ts'

export type Served = {
  readonly key: FileKey
  readonly mediaType: string
  /** Strong, with its quotes: the same tag means the same bytes. */
  readonly etag: string
  readonly cacheControl: string
  /** Headers of every response, also of a 304, instead of the usual ones of the origin. */
  readonly shields?: Readonly<Record<string, string>>
  /** Further headers of an answer that carries the file. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * What browsers may be told that a file is. Anything else, scripts, pages, style sheets and SVG above all, is bytes:
 * a page of ours must not be able to run what somebody has sent.
 */
const SAFE_TYPES =
  /^(application\/(pdf|zip|json|rtf|epub\+zip|vnd\.(openxmlformats-officedocument|oasis\.opendocument)\.[a-z.]+)|audio\/(mpeg|ogg|mp4|wav)|image\/(png|jpeg|webp|gif|avif)|text\/(plain|csv|markdown|vtt)|video\/(mp4|webm))(;\s*charset=utf-8)?$/

const safeType = (mediaType: string): string =>
  SAFE_TYPES.test(mediaType) ? mediaType : 'application/octet-stream'

/** Opened by itself, a file has no scripts, no forms, and an origin that is nobody's. */
const SHIELDS = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
}

/**
 * Answers with a stored file as a stream: the whole, one range of it (RFC 9110, section 14), or 304.
 * HEAD opens nothing.
 * @throws Refusal 404 when the store does not have it, 416 for a range behind its end
 */
export async function sendStored(
  { headers, method }: FastifyRequest,
  reply: FastifyReply,
  files: FileStore,
  { key, mediaType, etag, cacheControl, shields = {}, headers: further = {} }: Served,
): Promise<FastifyReply> {
  const size = await files.size(key)
  if (size === null) throw errors.notFound()
  const kept = { ...SHIELDS, ...shields, etag, 'cache-control': cacheControl }
  if (tagsIn(headers['if-none-match']).includes(etag)) return reply.status(304).headers(kept).send()

  const condition = headers['if-range']
  const mayRange = method === 'GET' && (condition === undefined || condition === etag)
  const range = mayRange ? rangeOf(headers.range, size) : null
  if (range === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`)
    throw errors.rangeNotSatisfiable()
  }
  const stream = method === 'HEAD' ? undefined : await files.stream(key, range ?? undefined)
  if (stream === null) throw errors.notFound()
  const length = range === null ? size : range.end - range.start + 1
  reply.status(range === null ? 200 : 206).headers({
    ...kept,
    ...further,
    'content-type': safeType(mediaType),
    'content-length': length,
    'accept-ranges': 'bytes',
    ...(range !== null && { 'content-range': `bytes ${range.start}-${range.end}/${size}` }),
  })
  // An empty text would announce its own length; an empty stream leaves the file's.
  return reply.send(stream ?? Readable.from([]))
}

/**
 * The one range that a request asks for. Several ranges, other units and nonsense count as none: the
 * answer is then the whole file.
 * @param size of the file in bytes
 */
export function rangeOf(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | null {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return null
  if (from === '') {
    const last = Number(to)
    return last === 0 || size === 0
      ? 'unsatisfiable'
      : { start: Math.max(0, size - last), end: size - 1 }
  }
  const start = Number(from)
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (to !== '' && Number(to) < start) return null
  return start < size ? { start, end } : 'unsatisfiable'
}

/** The tags of an `If-None-Match`; weak ones compare like strong ones there. */
export const tagsIn = (header: string | undefined): string[] =>
  (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
