import { KEPT_PICTURES } from './names.ts'

/** Data that the reader has saved: lists as documents, pictures of their entries, downloads. */
const KEPT = 'kept'

export const KEPT_LISTS = ['rules', 'glossary', 'downloads'] as const
export type KeptName = (typeof KEPT_LISTS)[number]

/** A saved list: the unfiltered responses of its calls, by path. */
export type KeptDocument = {
  /** Epoch milliseconds. */
  readonly at: number
  /** Size of the document and its pictures. */
  readonly bytes: number
  /** Responses by path; the name of the field is stored on devices, so it stays. */
  readonly answers: Readonly<Record<string, unknown>>
  readonly pictures: readonly string[]
}

const urlOf = (name: KeptName): string => `/kept/${name}`

/** Cache of parsed documents: each is megabytes of JSON, and a search reads it on each key. */
const parsed = new Map<KeptName, Promise<KeptDocument | null>>()

/** Null if the list is not saved, its document is of no use, or the browser stores nothing. */
export function readKept(name: KeptName): Promise<KeptDocument | null> {
  const known = parsed.get(name)
  if (known) return known
  const reading = read(name)
  parsed.set(name, reading)
  return reading
}

async function read(name: KeptName): Promise<KeptDocument | null> {
  try {
    const response = await caches.match(urlOf(name), { cacheName: KEPT })
    const document = (await response?.json()) as KeptDocument | undefined
    return typeof document?.answers === 'object' && document.answers ? document : null
  } catch {
    return null
  }
}

/** Reads the documents anew, which another program of the site may have replaced. */
export const forgetKept = (): void => parsed.clear()

/**
 * Replaces the former document, which stays if this one cannot be stored.
 * @throws DOMException `QuotaExceededError`
 */
export async function writeKept(name: KeptName, document: KeptDocument): Promise<void> {
  const cache = await caches.open(KEPT)
  await cache.put(urlOf(name), new Response(JSON.stringify(document)))
  parsed.delete(name)
  await dropUnusedPictures()
}

export async function removeKept(name: KeptName): Promise<void> {
  const cache = await caches.open(KEPT)
  await cache.delete(urlOf(name))
  parsed.delete(name)
  await dropUnusedPictures()
}

/** Removes pictures that no document lists. */
export async function dropUnusedPictures(): Promise<void> {
  const documents = await Promise.all(KEPT_LISTS.map(readKept))
  const used = new Set(documents.flatMap((document) => document?.pictures ?? []))
  const cache = await caches.open(KEPT_PICTURES)
  for (const request of await cache.keys()) if (!used.has(request.url)) await cache.delete(request)
}
