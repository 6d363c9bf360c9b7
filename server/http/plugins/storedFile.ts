import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { ByteRange, FileKey, FileStore } from '../../files/fileStore.ts'
import { tagsIn } from '../cache/sendCached.ts'
import { errors } from '../errors.ts'

type StoredFile = {
  readonly key: FileKey
  readonly mediaType: string
  /** Strong, quoted. */
  readonly etag: string
  readonly cacheControl: string
  /** Security headers that differ from `SECURITY_HEADERS`. */
  readonly security?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Media types that are sent as they are. Others, above all scripts, pages, style sheets and SVG, are sent as bytes: no
 * page of ours may run an upload.
 */
const SAFE_TYPES =
  /^(application\/(pdf|zip|json|rtf|epub\+zip|vnd\.(openxmlformats-officedocument|oasis\.opendocument)\.[a-z.]+)|audio\/(mpeg|ogg|mp4|wav)|image\/(png|jpeg|webp|gif|avif)|text\/(plain|csv|markdown|vtt)|video\/(mp4|webm))(;\s*charset=utf-8)?$/

const safeType = (mediaType: string): string =>
  SAFE_TYPES.test(mediaType) ? mediaType : 'application/octet-stream'

/** A file that is opened as a page has no scripts, no forms, and an opaque origin. */
export const SECURITY_HEADERS = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
}

/**
 * Streams a stored file: whole, one range of it (RFC 9110, section 14), or 304. HEAD opens no file.
 * @throws Refusal 404 when the store does not have it, 416 for a range behind its end
 */
export async function sendStored(
  reply: FastifyReply,
  files: FileStore,
  { key, mediaType, etag, cacheControl, security = {}, headers: further = {} }: StoredFile,
): Promise<FastifyReply> {
  const { headers, method } = reply.request
  const size = await files.size(key)
  if (size === null) throw errors.notFound()
  const always = { ...SECURITY_HEADERS, ...security, etag, 'cache-control': cacheControl }
  if (tagsIn(headers['if-none-match']).includes(etag))
    return reply.status(304).headers(always).send()

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
    ...always,
    ...further,
    'content-type': safeType(mediaType),
    'content-length': length,
    'accept-ranges': 'bytes',
    ...(range !== null && { 'content-range': `bytes ${range.start}-${range.end}/${size}` }),
  })
  // Fastify would set the length of an empty text, but leaves the header with a stream.
  return reply.send(stream ?? Readable.from([]))
}

/**
 * The one range that is requested. Null, for the whole file, for several ranges, other units and malformed ones.
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
