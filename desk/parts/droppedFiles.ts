import { IMPORT_FILES_MAX } from '#contract/transfer.ts'
import { IGNORED_NAMES } from '#shared/transfer.ts'
import { t } from '../i18n.ts'

export type Chosen = { readonly path: string; readonly file: File }

/** False for what systems keep for themselves. */
export const isWanted = ({ path }: Pick<Chosen, 'path'>): boolean =>
  !path.split('/').some((name) => IGNORED_NAMES.test(name))

export const chosenFiles = (files: readonly File[]): Chosen[] =>
  files.map((file) => ({ path: file.webkitRelativePath || file.name, file }))

/** Files and folders that were dropped. Call it while the event lasts: its list is empty afterwards. */
export async function droppedFiles({ items, files }: DataTransfer): Promise<Chosen[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? [])
  if (entries.length === 0) return chosenFiles([...files])
  const found: Chosen[] = []
  for (const entry of entries) await addFiles(entry, found)
  return found
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

/** Stops at one file too many. */
async function addFiles(entry: FileSystemEntry, found: Chosen[]): Promise<void> {
  const path = entry.fullPath.replace(/^\//, '')
  if (found.length > IMPORT_FILES_MAX || !isWanted({ path })) return
  const readable = <T>(read: (resolve: (value: T) => void, reject: () => void) => void) =>
    inWords(entry.name, new Promise<T>(read))
  if (isFile(entry)) {
    found.push({ path, file: await readable<File>((...ends) => entry.file(...ends)) })
  } else if (isFolder(entry)) {
    const reader = entry.createReader()
    const next = () => readable<FileSystemEntry[]>((...ends) => reader.readEntries(...ends))
    // Each call gives some of the entries, and the last one none.
    for (let part = await next(); part.length > 0; part = await next())
      for (const one of part) await addFiles(one, found)
  }
}

/** @throws Error in words for people */
export async function inWords<T>(name: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    throw new Error(t('transfer.unreadable', { name }), { cause: error })
  }
}
