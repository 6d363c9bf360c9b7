import { IGNORED_NAMES, IMPORT_BYTES_MAX, IMPORT_FILES_MAX } from '#contract/transfer.ts'
import { deskLocale, t } from '../i18n.ts'

/** A file with its path in the folder that was chosen. */
export type Chosen = { readonly path: string; readonly file: File }

const isWanted = ({ path }: Pick<Chosen, 'path'>): boolean =>
  !path.split('/').some((name) => IGNORED_NAMES.test(name))

/** Files of a field. */
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
async function inWords<T>(name: string, reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    throw new Error(t('transfer.unreadable', { name }), { cause: error })
  }
}

const MB = 1024 * 1024

/**
 * One file to send: the only one, or a ZIP of all with their folders.
 * @throws Error in words for people: too many, too large, none, or one that cannot be read
 */
export async function oneFileOf(chosen: readonly Chosen[]): Promise<File> {
  const wanted = chosen.filter(isWanted)
  const [first] = wanted
  if (first === undefined) throw new Error(t('transfer.no_files'))
  const count = wanted.length
  if (count > IMPORT_FILES_MAX)
    throw new Error(t('transfer.too_many', { max: IMPORT_FILES_MAX.toLocaleString(deskLocale()) }))
  const size = wanted.reduce((sum, { file }) => sum + file.size, 0)
  if (size > IMPORT_BYTES_MAX)
    throw new Error(
      t('transfer.too_large', {
        smart_count: count,
        size: Math.ceil(size / MB),
        max: IMPORT_BYTES_MAX / MB,
      }),
    )
  // Its folder says what it is, such as a category.
  if (count === 1 && !first.path.includes('/')) return first.file
  const [top = ''] = first.path.split('/')
  const isOneFolder = wanted.every(({ path }) => path.startsWith(`${top}/`))
  const name = isOneFolder ? top : t('transfer.several', { count })
  return new File(await zipOf(wanted), `${name}.zip`, { type: 'application/zip' })
}

/** Pictures and documents would not get smaller: nothing is compressed. */
async function zipOf(files: readonly Chosen[]): Promise<BlobPart[]> {
  const { Zip, ZipPassThrough } = await import('fflate')
  const parts: BlobPart[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    parts.push(chunk)
  })
  for (const { path, file } of files) {
    const entry = new ZipPassThrough(path)
    zip.add(entry)
    entry.push(new Uint8Array(await inWords(file.name, file.arrayBuffer())), true)
  }
  zip.end()
  return parts
}
