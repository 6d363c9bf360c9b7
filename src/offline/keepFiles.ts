import { contentCalls } from '#contract/content.ts'
import type { DownloadCategory, DownloadFile } from '#contract/downloads.ts'
import { apiBaseUrl } from '#src/platform/env.ts'
import { KeepError, keepErrorOf, type Options } from './fetchList.ts'
import { hasData, isSavable } from './fitting.ts'
import { readKept, removeKept, writeKept } from './keptDocuments.ts'
import { KEPT_FILES, NOT_SEEN } from './names.ts'

/** Most downloads saved on a device, and bytes of one. */
const KEPT_FILES_MAX = 50
const KEPT_FILE_BYTES_MAX = 200_000_000

const { listDownloads, downloadFile } = contentCalls

export type KeepableFile = Pick<DownloadFile, 'id' | 'display_name' | 'size'> & { isKept: boolean }

const urlOf = (id: number): string => apiBaseUrl() + downloadFile.path.replace(':id', String(id))

async function keptUrls(): Promise<Set<string>> {
  const cache = await caches.open(KEPT_FILES)
  return new Set((await cache.keys()).map(({ url }) => url))
}

const filesIn = (categories: readonly DownloadCategory[]): DownloadFile[] => {
  const files = categories.flatMap(({ download_files }) => download_files)
  return [...new Map(files.map((file) => [file.id, file])).values()]
}

/** The downloads of the server; offline, those of the last response. @throws KeepError */
export async function listKeepable(options: Options): Promise<KeepableFile[]> {
  const urls = await keptUrls()
  return filesIn(await categoriesNow(options)).map((file) => ({
    id: file.id,
    display_name: file.display_name,
    size: file.size,
    isKept: urls.has(urlOf(file.id)),
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
    if (!(await hasData(response, listDownloads.path))) throw new KeepError('network')
    return (await response.json()) as DownloadCategory[]
  } catch (error) {
    const document = await readKept('downloads')
    if (!document) throw keepErrorOf(error)
    return document.answers[listDownloads.path] as DownloadCategory[]
  }
}

/** Saves a download, and the list with its row. @throws KeepError */
export async function keepFile(id: number, options: Options): Promise<void> {
  const cache = await caches.open(KEPT_FILES)
  const isNew = (await cache.match(urlOf(id))) === undefined
  try {
    const categories = await categoriesNow(options)
    if (isNew && (await cache.keys()).length >= KEPT_FILES_MAX) throw new KeepError('quota')
    const { language, signal } = options
    const response = await fetch(urlOf(id), { headers: { 'Accept-Language': language }, signal })
    const size = Number(response.headers.get('Content-Length') ?? 0)
    if (!isSavable(response)) throw new KeepError('network')
    if (size > KEPT_FILE_BYTES_MAX) throw new KeepError('quota')
    await cache.put(urlOf(id), response)
    await writeList(categories)
  } catch (error) {
    if (isNew) await cache.delete(urlOf(id))
    throw keepErrorOf(error)
  }
}

export async function removeFile(id: number): Promise<void> {
  const cache = await caches.open(KEPT_FILES)
  await cache.delete(urlOf(id))
  if ((await cache.keys()).length === 0) return removeKept('downloads')
  const document = await readKept('downloads')
  if (document) await writeList(document.answers[listDownloads.path] as DownloadCategory[])
}

async function writeList(categories: readonly DownloadCategory[]): Promise<void> {
  const urls = await keptUrls()
  const kept = filesIn(categories).filter(({ id }) => urls.has(urlOf(id)))
  const bytes = kept.reduce((sum, { size }) => sum + (typeof size === 'number' ? size : 0), 0)
  const answers = { [listDownloads.path]: categories }
  await writeKept('downloads', { at: Date.now(), bytes, answers, pictures: [] })
}
