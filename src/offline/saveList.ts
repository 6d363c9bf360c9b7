import { contentCalls } from '#contract/content.ts'
import type { DownloadCategory, DownloadFile } from '#contract/downloads.ts'
import { safeUrl } from '#shared/safeUrl.ts'
import { apiBaseUrl } from '#src/platform/env.ts'
import { hasData, isSavable, typeOf } from './fitting.ts'
import {
  type Entry,
  type Options,
  openFetcher,
  planGlossary,
  planRules,
  SaveError,
  saveErrorOf,
  sectionsPath,
} from './listPlans.ts'
import { FILLING, NOT_SEEN, SAVED_FILES, SAVED_PICTURES } from './names.ts'
import {
  dropUnusedPictures,
  readSaved,
  removeSaved,
  type SavedName,
  writeSaved,
} from './savedDocuments.ts'

/** Most pictures saved for one list, bytes of all of them, and bytes of one. */
const SAVED_PICTURES_MAX = 300
const SAVED_PICTURES_BYTES_MAX = 25_000_000
const SAVED_PICTURE_BYTES_MAX = 1_000_000

/** Width in CSS pixels: sharp enough beside a rule, small enough for a list. */
const WIDTH = 320

type Variant = { url: string; width: number }

const variantsIn = (value: unknown): Variant[] =>
  (Array.isArray(value) ? (value as Partial<Variant>[]) : []).flatMap(({ url, width }) =>
    typeof url === 'string' && typeof width === 'number' ? [{ url, width }] : [],
  )

/** The one picture of an entry that is saved; null without one on the API's own host. */
function pictureOf({ image, pictures, thumbnails }: Entry): string | null {
  const variants = [...variantsIn(thumbnails), ...variantsIn(pictures)].sort(
    (a, b) => a.width - b.width,
  )
  const url = (variants.find(({ width }) => width >= WIDTH) ?? variants.at(-1))?.url ?? image
  const safe = safeUrl(url, 'file')
  if (safe === null) return null
  const { href } = new URL(safe, apiBaseUrl())
  return href.startsWith(`${apiBaseUrl()}/files/`) ? href : null
}

type TextImage = { readonly picture: { url: string }; pictures: unknown }

const isTextImage = (value: object): value is TextImage =>
  'type' in value &&
  value.type === 'image' &&
  'picture' in value &&
  typeof (value.picture as { url?: unknown } | null)?.url === 'string'

/** The pictures in the texts of a response, which are trees of blocks. */
function* imagesIn(value: unknown): Generator<TextImage> {
  if (typeof value !== 'object' || value === null) return
  if (isTextImage(value)) yield value
  else for (const part of Object.values(value)) yield* imagesIn(part)
}

/** Fetches pictures of entries up to the limits above; pictures that fail are left out. */
export async function openPictures(signal: AbortSignal) {
  const cache = await caches.open(SAVED_PICTURES)
  const saved = new Map<string, Promise<boolean>>()
  let bytes = 0

  async function add(url: string): Promise<boolean> {
    const known = await cache.match(url)
    const response = known && isPicture(known) ? known : await fetched(url, signal)
    const size = response && (await response.clone().arrayBuffer()).byteLength
    if (!response || !size || size > SAVED_PICTURE_BYTES_MAX) return false
    if (bytes + size > SAVED_PICTURES_BYTES_MAX) return false
    bytes += size
    await cache.put(url, response)
    return true
  }

  /** Saves the picture of an entry and removes all others from the entry. */
  async function savePictureOf(entry: Entry): Promise<void> {
    const url = pictureOf(entry)
    if (url === null || (saved.size >= SAVED_PICTURES_MAX && !saved.has(url))) return
    const adding = saved.get(url) ?? add(url)
    saved.set(url, adding)
    if (!(await adding)) return
    entry.image = url
    entry.pictures = []
    entry.thumbnails = []
  }

  return {
    savePictureOf,
    /** The same for each picture within texts. */
    async savePicturesIn(response: unknown): Promise<void> {
      for (const image of imagesIn(response)) {
        const entry: Entry = { id: 0, image: image.picture.url, pictures: image.pictures }
        await savePictureOf(entry)
        if (typeof entry.image === 'string') image.picture.url = entry.image
        image.pictures = entry.pictures
      }
    },
    urls: async (): Promise<string[]> => {
      const urls: string[] = []
      for (const [url, adding] of saved) if (await adding) urls.push(url)
      return urls
    },
    bytes: () => bytes,
  }
}

const isPicture = (response: Response): boolean =>
  response.status === 200 && typeOf(response).startsWith('image/')

async function fetched(url: string, signal: AbortSignal): Promise<Response | null> {
  try {
    const response = await fetch(url, { credentials: 'omit', signal })
    return isPicture(response) ? response : null
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof TypeError) return null
    throw error
  }
}

const CALLS_AT_ONCE = 4

/** Lists that are saved as a whole, with their texts. */
export type SavedListName = Exclude<SavedName, 'downloads'>

export type Progress = { readonly done: number; readonly total: number }

const plans = { rules: planRules, glossary: planGlossary }

/**
 * Saves a list with the sections, one picture of each entry and those in its texts. The former copy stays until the new one is complete.
 * @throws SaveError
 */
export async function saveList(
  name: SavedListName,
  options: Options,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  try {
    await fill(name, options, onProgress)
  } catch (error) {
    const failed = saveErrorOf(error)
    if (failed.failure === 'quota') await endFetch(name)
    await dropUnusedPictures().catch(() => undefined)
    throw failed
  }
}

async function fill(
  name: SavedListName,
  options: Options,
  onProgress: (progress: Progress) => void,
): Promise<void> {
  const get = await openFetcher(name, options)
  const { responses, lists } = await plans[name](get)
  const pictures = await openPictures(options.signal)
  const work = Object.entries(lists).flatMap(([path, entries]) =>
    entries.map((entry) => ({ path, entry })),
  )
  let done = 0
  onProgress({ done, total: work.length })
  await atOnce(work, async ({ path, entry }) => {
    const sections = sectionsPath(path, entry.id)
    responses[sections] = (await get(sections)).data ?? []
    await pictures.savePictureOf(entry)
    await pictures.savePicturesIn([entry, responses[sections]])
    done += 1
    onProgress({ done, total: work.length })
  })
  const all = { ...responses, ...lists }
  const bytes = new Blob([JSON.stringify(all)]).size + pictures.bytes()
  await writeSaved(name, { at: Date.now(), bytes, answers: all, pictures: await pictures.urls() })
  await endFetch(name)
}

/** Works on a few items at a time; the first failure stops all. */
async function atOnce<Item>(items: readonly Item[], work: (item: Item) => Promise<void>) {
  const left = [...items].reverse()
  let hasFailed = false
  const lane = async () => {
    for (let item = left.pop(); item !== undefined && !hasFailed; item = left.pop())
      await work(item).catch((error: unknown) => {
        hasFailed = true
        throw error
      })
  }
  const ends = await Promise.allSettled(Array.from({ length: CALLS_AT_ONCE }, lane))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
}

/** Most downloads saved on a device, and bytes of one. */
const SAVED_FILES_MAX = 50
const SAVED_FILE_BYTES_MAX = 200_000_000

const { listDownloads, downloadFile } = contentCalls

export type SavableFile = Pick<DownloadFile, 'id' | 'display_name' | 'size'> & { isSaved: boolean }

const urlOf = (id: number): string => apiBaseUrl() + downloadFile.path.replace(':id', String(id))

async function savedUrls(): Promise<Set<string>> {
  const cache = await caches.open(SAVED_FILES)
  return new Set((await cache.keys()).map(({ url }) => url))
}

const filesIn = (categories: readonly DownloadCategory[]): DownloadFile[] => {
  const files = categories.flatMap(({ download_files }) => download_files)
  return [...new Map(files.map((file) => [file.id, file])).values()]
}

/** The downloads of the server; offline, those of the last response. @throws SaveError */
export async function listSavable(options: Options): Promise<SavableFile[]> {
  const urls = await savedUrls()
  return filesIn(await categoriesNow(options)).map((file) => ({
    id: file.id,
    display_name: file.display_name,
    size: file.size,
    isSaved: urls.has(urlOf(file.id)),
  }))
}

async function categoriesNow({ language, signal }: Options): Promise<DownloadCategory[]> {
  try {
    const headers = { 'Accept-Language': language }
    const response = await fetch(apiBaseUrl() + listDownloads.path, {
      headers,
      signal,
      cache: NOT_SEEN,
    })
    if (!(await hasData(response, listDownloads.path))) throw new SaveError('network')
    return (await response.json()) as DownloadCategory[]
  } catch (error) {
    const document = await readSaved('downloads')
    if (!document) throw saveErrorOf(error)
    return document.answers[listDownloads.path] as DownloadCategory[]
  }
}

/** Saves a download, and the list with its row. @throws SaveError */
export async function saveFile(id: number, options: Options): Promise<void> {
  const cache = await caches.open(SAVED_FILES)
  const isNew = (await cache.match(urlOf(id))) === undefined
  try {
    const categories = await categoriesNow(options)
    if (isNew && (await cache.keys()).length >= SAVED_FILES_MAX) throw new SaveError('quota')
    const { language, signal } = options
    const response = await fetch(urlOf(id), { headers: { 'Accept-Language': language }, signal })
    const size = Number(response.headers.get('Content-Length') ?? 0)
    if (!isSavable(response)) throw new SaveError('network')
    if (size > SAVED_FILE_BYTES_MAX) throw new SaveError('quota')
    await cache.put(urlOf(id), response)
    await writeList(categories)
  } catch (error) {
    if (isNew) await cache.delete(urlOf(id))
    throw saveErrorOf(error)
  }
}

export async function removeFile(id: number): Promise<void> {
  const cache = await caches.open(SAVED_FILES)
  await cache.delete(urlOf(id))
  if ((await cache.keys()).length === 0) return removeSaved('downloads')
  const document = await readSaved('downloads')
  if (document) await writeList(document.answers[listDownloads.path] as DownloadCategory[])
}

async function writeList(categories: readonly DownloadCategory[]): Promise<void> {
  const urls = await savedUrls()
  const saved = filesIn(categories).filter(({ id }) => urls.has(urlOf(id)))
  const bytes = saved.reduce((sum, { size }) => sum + (typeof size === 'number' ? size : 0), 0)
  const answers = { [listDownloads.path]: categories }
  await writeSaved('downloads', { at: Date.now(), bytes, answers, pictures: [] })
}

const endFetch = (name: string): Promise<boolean> => caches.delete(`${FILLING}-${name}`)
