import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'

/** `public/` is served to anybody who knows the name; `private/` leaves the server only through a call. */
export type Shelf = 'public' | 'private'
/** Shelf, slash, name. Only keys that `newKey` has made reach a store. */
export type FileKey = `${Shelf}/${string}`
/** Bytes from the first to the last one, both included. */
export type ByteRange = { readonly start: number; readonly end: number }

/** Where uploads lie: a folder, or a bucket when the `S3_*` settings name one. */
export type FileStore = {
  /** Whole or not at all: a reader never sees half a file. */
  readonly put: (key: FileKey, contents: Uint8Array | Readable) => Promise<void>
  /** Bytes; null when there is no such file. */
  readonly size: (key: FileKey) => Promise<number | null>
  /** @throws when there is no such file */
  readonly bytes: (key: FileKey) => Promise<Buffer>
  /** Open when it is returned; null when there is no such file. The caller reads or destroys it. */
  readonly stream: (key: FileKey, range?: ByteRange) => Promise<Readable | null>
  /** Also content with a file that is not there. */
  readonly remove: (key: FileKey) => Promise<void>
}

/** 128 random bits: nobody finds a file by guessing. */
export const newKey = (shelf: Shelf, extension: string): FileKey =>
  `${shelf}/${randomBytes(16).toString('hex')}.${extension}`

const OWN_KEY = /^(public|private)\/[0-9a-f]{32}(-\d{2,5})?\.[a-z0-9]{2,5}$/

/** @throws Error for a key that was not made here: a mistake in the program, not of a visitor */
export function assertOwnKey(key: string): asserts key is FileKey {
  if (!OWN_KEY.test(key)) throw new Error('This is no key of the file store')
}

/** The key of a public file by the name in its address; null for a name that we never give. */
export function publicKey(name: string): FileKey | null {
  const key = `public/${name}`
  return OWN_KEY.test(key) ? (key as FileKey) : null
}
