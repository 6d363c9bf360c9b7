import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A response that is the same for every caller. */
export type CachedResponse = {
  readonly mediaType: string
  readonly headers: Readonly<Record<string, string>>
  /** Strong ETag of the uncompressed body, quoted, without `W/`. */
  readonly tag: string
  readonly bytes: Buffer
  /** Bytes in all encodings. */
  readonly weight: () => number
  /** Compressed at the first request; undefined for a body that is too short. */
  readonly encoded: (encoding: Encoding) => Promise<Buffer> | undefined
  /** Set only on a stale response: the error of the failed attempt; null when this request made none. */
  readonly outage?: { readonly cause: unknown }
}
export type Content = {
  readonly mediaType: string
  /** A buffer is used as it is: encoding a long list takes as long as making it. */
  readonly text: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
  /** Expiry, such as the next publication. Epoch milliseconds. */
  readonly until?: number
  /** `quick` for responses that are seldom requested twice. */
  readonly compression?: Compression
}

/** Size below which compression saves no packet. */
const COMPRESSED_BYTES_MIN = 1400

type Forms = { readonly made: Map<Encoding, Promise<Buffer>>; bytes: number }
type Shared = {
  readonly head: string
  readonly compression: Compression
  readonly tag: string
  readonly forms: Forms
}
/** Several responses may have the same bytes: their digest and compressed forms are computed once. */
const sharedBy = new WeakMap<Buffer, Shared>()

/**
 * Returns the old response if nothing has changed, with its compressed forms.
 * @param grown called after another compressed form was made
 */
export function cachedResponse(
  { mediaType, text, headers = {}, compression = 'thorough' }: Content,
  old: CachedResponse | undefined,
  grown: (response: CachedResponse) => void,
): CachedResponse {
  const bytes = bytesOf(text)
  const head = JSON.stringify(headers)
  const { tag, forms } = sharedOf(text, { head, compression }, bytes)
  if (old?.tag === tag) return old
  const response: CachedResponse = {
    mediaType,
    headers,
    tag,
    bytes,
    weight: () => bytes.length + 2 * head.length + forms.bytes,
    encoded(encoding) {
      if (bytes.length < COMPRESSED_BYTES_MIN) return undefined
      const known = forms.made.get(encoding)
      if (known !== undefined) return known
      const form = compress[encoding](bytes, compression).then((packed) => {
        forms.bytes += packed.length
        grown(response)
        return packed
      })
      forms.made.set(encoding, form)
      return form
    },
  }
  return response
}

function sharedOf(
  text: string | Buffer,
  { head, compression }: Pick<Shared, 'head' | 'compression'>,
  bytes: Buffer,
): Shared {
  const known = typeof text === 'string' ? undefined : sharedBy.get(text)
  if (known?.head === head && known.compression === compression) return known
  // The headers are part of the digest: the same page may get another `Link`.
  const digest = createHash('sha256').update(head).update(bytes)
  const tag = `"${digest.digest('base64url').slice(0, 27)}"`
  const shared = { head, compression, tag, forms: { made: new Map(), bytes: 0 } }
  if (typeof text !== 'string') sharedBy.set(text, shared)
  return shared
}

/** Copies short buffers out of Node's pool, of which each keeps 8 kB alive. */
function bytesOf(text: string | Buffer): Buffer {
  if (typeof text !== 'string' && text.length >= Buffer.poolSize) return text
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
  if (typeof text === 'string') bytes.write(text)
  else text.copy(bytes)
  return bytes
}

export type Encoding = 'br' | 'gzip'
/** `thorough` for responses that are sent often. */
type Compression = 'thorough' | 'quick'

const BROTLI_QUALITY = { thorough: 5, quick: 1 } as const
const GZIP_LEVEL = { thorough: constants.Z_DEFAULT_COMPRESSION, quick: 1 } as const

export const compress: Record<
  Encoding,
  (bytes: Buffer, compression: Compression) => Promise<Buffer>
> = {
  br: (bytes, compression) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY[compression] },
    }),
  gzip: (bytes, compression) => promisify(gzip)(bytes, { level: GZIP_LEVEL[compression] }),
}
