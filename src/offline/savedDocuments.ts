import { SAVED_PICTURES } from './names.ts'

/** Cache of the saved lists, a document each. Devices have it under this name, so it stays. */
const CACHE = 'kept'

export const SAVED_LISTS = ['rules', 'glossary', 'downloads'] as const
export type SavedName = (typeof SAVED_LISTS)[number]

/** A saved list: the unfiltered responses of its calls, by path. */
export type SavedDocument = {
  /** Epoch milliseconds. */
  readonly at: number
  /** Size of the document and its pictures. */
  readonly bytes: number
  /** Responses by path; the name of the field is stored on devices, so it stays. */
  readonly answers: Readonly<Record<string, unknown>>
  readonly pictures: readonly string[]
}

const urlOf = (name: SavedName): string => `/kept/${name}`

/** Cache of parsed documents: each is megabytes of JSON, and a search reads it on each key. */
const parsed = new Map<SavedName, Promise<SavedDocument | null>>()

/** Null if the list is not saved, its document is of no use, or the browser stores nothing. */
export function readSaved(name: SavedName): Promise<SavedDocument | null> {
  const known = parsed.get(name)
  if (known) return known
  const reading = read(name)
  parsed.set(name, reading)
  return reading
}

async function read(name: SavedName): Promise<SavedDocument | null> {
  try {
    const response = await caches.match(urlOf(name), { cacheName: CACHE })
    const document = (await response?.json()) as SavedDocument | undefined
    return typeof document?.answers === 'object' && document.answers ? document : null
  } catch {
    return null
  }
}

/** Makes the next read go to the cache: a page may have replaced a document that the worker has parsed. */
export const forgetSaved = (): void => parsed.clear()

/**
 * Replaces the former document, which stays if this one cannot be stored.
 * @throws DOMException `QuotaExceededError`
 */
export async function writeSaved(name: SavedName, document: SavedDocument): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.put(urlOf(name), new Response(JSON.stringify(document)))
  parsed.delete(name)
  await dropUnusedPictures()
}

export async function removeSaved(name: SavedName): Promise<void> {
  const cache = await caches.open(CACHE)
  await cache.delete(urlOf(name))
  parsed.delete(name)
  await dropUnusedPictures()
}

export async function dropUnusedPictures(): Promise<void> {
  const documents = await Promise.all(SAVED_LISTS.map(readSaved))
  const used = new Set(documents.flatMap((document) => document?.pictures ?? []))
  const cache = await caches.open(SAVED_PICTURES)
  for (const request of await cache.keys()) if (!used.has(request.url)) await cache.delete(request)
}
