import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

/** `public/` is served to everyone who knows the name; `private/` only by API calls. */
export type Visibility = 'public' | 'private'
/** A key made by `newKey`; no other string reaches a store. */
export type FileKey = `${Visibility}/${string}`
/** Both ends included. */
export type ByteRange = { readonly start: number; readonly end: number }

/** A folder, or a bucket when the `S3_*` settings name one. */
export type FileStore = {
  /** Atomic: a reader never sees half a file. */
  readonly put: (key: FileKey, contents: Uint8Array | Readable) => Promise<void>
  /** Bytes; null when there is no such file. */
  readonly size: (key: FileKey) => Promise<number | null>
  /** @throws when there is no such file */
  readonly bytes: (key: FileKey) => Promise<Buffer>
  /** Opened; null when there is no such file. The caller reads or destroys it. */
  readonly stream: (key: FileKey, range?: ByteRange) => Promise<Readable | null>
  /** No error when there is no such file. */
  readonly remove: (key: FileKey) => Promise<void>
}

/**
 * 128 random bits: the name is the only protection of a public file.
 * @param size part of the name, such as `-640x480`
 */
export const newKey = (visibility: Visibility, extension: string, size = ''): FileKey =>
  `${visibility}/${randomBytes(16).toString('hex')}${size}.${extension}`

const OWN_KEY = /^(public|private)\/[0-9a-f]{32}(-\d{1,4}x\d{1,4})?(-\d{2,5})?\.[a-z0-9]{2,5}$/

export const isOwnKey = (key: string): key is FileKey => OWN_KEY.test(key)

/** @throws Error for a malformed key, which is a bug */
export function assertOwnKey(key: string): asserts key is FileKey {
  if (!isOwnKey(key)) throw new Error('This is no key of the file store')
}

/** The key of a public file by the name in its URL; null for a malformed name. */
export function publicKey(name: string): FileKey | null {
  const key = `public/${name}`
  return isOwnKey(key) ? key : null
}
