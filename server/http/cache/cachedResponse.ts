import { createHash } from 'node:crypto'
import { type Compression, compress, type Encoding } from './compress.ts'

/** An answer that is the same for everybody, ready to be sent. */
export type CachedResponse = {
  readonly mediaType: string
  /** Further headers, such as the address of the next page. */
  readonly headers: Readonly<Record<string, string>>
  /** Of the content, whatever its encoding on the way; without `W/`, with its quotes. */
  readonly tag: string
  readonly bytes: Buffer
  /** Compressed at the first request for it; undefined where that is not worth it. */
  readonly encoded: (encoding: Encoding) => Promise<Buffer> | undefined
  /** Only on a stale response: the error of the last attempt to renew it; null when this request made none. */
  readonly outage?: { readonly cause: unknown }
}
/** What a query has made of the database: JSON by itself, or a document with its own type. */
export type Content = {
  readonly mediaType: string
  /** As bytes where they are at hand: encoding a long list costs as much as making it. */
  readonly text: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
  /** The moment from which on it is no longer true by itself, such as the next publication. Epoch milliseconds. */
  readonly until?: number
  /** `quick` for what is seldom asked for twice. */
  readonly compression?: Compression
}

/** Below this, compressing saves no packet. */
const COMPRESSED_BYTES_MIN = 1400

type Forms = { readonly made: Map<Encoding, Promise<Buffer>>; bytes: number }
type Shared = {
  readonly head: string
  readonly compression: Compression
  readonly tag: string
  readonly forms: Forms
}
/** The same bytes may answer many requests: their digest and their compressed forms are made once. */
const sharedBy = new WeakMap<Buffer, Shared>()

const weights = new WeakMap<CachedResponse, { readonly own: number; readonly forms: Forms }>()
/** Bytes of an answer in all its forms. */
export function weight(answer: CachedResponse): number {
  const { own = 0, forms } = weights.get(answer) ?? {}
  return own + (forms?.bytes ?? 0)
}

/**
 * Returns the old response when nothing has changed, so that its compressed forms are kept.
 * @param grown called after a further compressed form was made
 */
export function cachedResponse(
  { mediaType, text, headers = {}, compression = 'thorough' }: Content,
  old: CachedResponse | undefined,
  grown: (answer: CachedResponse) => void,
): CachedResponse {
  const bytes = bytesOf(text)
  const head = JSON.stringify(headers)
  const { tag, forms } = sharedOf(text, bytes, head, compression)
  if (old?.tag === tag) return old
  const answer: CachedResponse = {
    mediaType,
    headers,
    tag,
    bytes,
    encoded(encoding) {
      if (bytes.length < COMPRESSED_BYTES_MIN) return undefined
      const known = forms.made.get(encoding)
      if (known !== undefined) return known
      const form = compress[encoding](bytes, compression).then((packed) => {
        forms.bytes += packed.length
        grown(answer)
        return packed
      })
      forms.made.set(encoding, form)
      return form
    },
  }
  weights.set(answer, { own: bytes.length + 2 * head.length, forms })
  return answer
}

function sharedOf(
  text: string | Buffer,
  bytes: Buffer,
  head: string,
  compression: Compression,
): Shared {
  const known = typeof text === 'string' ? undefined : sharedBy.get(text)
  if (known?.head === head && known.compression === compression) return known
  // Together with the headers: a page that stays the same may still get another next one.
  const digest = createHash('sha256').update(head).update(bytes)
  const tag = `"${digest.digest('base64url').slice(0, 27)}"`
  const shared = { head, compression, tag, forms: { made: new Map(), bytes: 0 } }
  if (typeof text !== 'string') sharedBy.set(text, shared)
  return shared
}

/** Not from the pool of short buffers, of which one would keep 8 kB alive. */
function bytesOf(text: string | Buffer): Buffer {
  if (typeof text !== 'string' && text.length >= Buffer.poolSize) return text
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  if (typeof text === 'string') bytes.write(text)
  else text.copy(bytes)
  return bytes
}
