import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { posix } from 'node:path'
import { fileNameOf } from '../../desk/fileIntake.ts'
import { listArchive } from '../../desk/transfer/sources/archive.ts'
import { type FieldNames, NAMES, namedColumns } from '../../desk/transfer/sources/columns.ts'
import {
  type StreamedFile,
  type StreamedFiles,
  withoutTop,
} from '../../desk/transfer/sources/fileList.ts'
import { openFolder } from '../../desk/transfer/sources/folder.ts'
import { isOwn, tableOf, whole } from '../../desk/transfer/sources/open.ts'
import { UnreadableSource } from '../../desk/transfer/sources/source.ts'
import { cellText } from '../../desk/transfer/sources/table.ts'
import type { Table, TableRow } from '../../desk/transfer/sources/tableRows.ts'
import { said } from '../../text/sentence.ts'

/* A folder of files, and the list of them that it may have. */

export const LIST_FIELDS = [
  'file',
  'save_as',
  'withdrawn',
  'kind',
  'key',
  'title',
  'description',
  'order',
] as const
export type ListField = (typeof LIST_FIELDS)[number]

/** A table that names files. */
export type FileTable = {
  readonly name: string
  readonly table: Table
  readonly fields: ReadonlyMap<string, ListField>
}
type List = { readonly name: string } & ({ readonly json: Buffer } | FileTable)
export type Folder = {
  /** Without the list. */
  readonly files: StreamedFiles
  readonly list: List | null
}

/** Name of the list of an export. */
export const OWN_LIST = 'downloads.json'
const TABLE = /^[^/]+\.(?:csv|tsv|xlsx)$/i
const CHOSEN = /^list\.[a-z]+$/i

/**
 * @param path of a folder, an archive or one file
 * @param name that people know
 * @throws UnreadableSource
 */
export async function readFolder(path: string, name: string): Promise<Folder> {
  const all = await filesAt(path, name)
  const bare = withoutTop(all)
  const list = await findList(bare)
  // A folder that has everything is no category, unless it has nothing but files.
  const isWrapped = list !== null || [...bare.keys()].some((file) => file.includes('/'))
  const files = new Map(isWrapped ? bare : all)
  if (list !== null) files.delete(list.name)
  if (files.size === 0 && list === null) throw new UnreadableSource(said('transfer.no_files'))
  return { files, list }
}

async function filesAt(path: string, name: string): Promise<StreamedFiles> {
  const found = await stat(path).catch(() => null)
  if (found === null) throw new UnreadableSource(said('transfer.no_file'))
  // The gate of uploads says which file is too large.
  if (found.isDirectory()) return openFolder(path, Infinity)
  if (/\.zip$/i.test(name)) return listArchive(path, Infinity)
  const file: StreamedFile = {
    name: fileNameOf(name),
    size: found.size,
    bytes: () => readFile(path),
    stream: () => createReadStream(path),
  }
  return new Map([[file.name, file]])
}

async function findList(files: StreamedFiles): Promise<List | null> {
  const [only, ...others] = files.values()
  const own = others.length === 0 ? only : files.get(OWN_LIST)
  if (own !== undefined && /\.json$/i.test(own.name)) {
    const json = await whole(own)
    if (isOwn(json)) return { name: own.name, json }
  }
  const tables = [...files.values()].filter(({ name }) => TABLE.test(name))
  const chosen = tables.find(({ name }) => CHOSEN.test(name))
  if (chosen !== undefined) return tableIn(chosen, files, true)
  const [table, ...more] = tables
  return table === undefined || more.length > 0 ? null : tableIn(table, files, false)
}

/** Any table may be a file to download. @param isList its name says that it is the list */
async function tableIn(
  file: StreamedFile,
  files: StreamedFiles,
  isList: boolean,
): Promise<List | null> {
  const table = await tableOf(file).catch((error: unknown) => {
    if (isList || !(error instanceof UnreadableSource)) throw error
    return null
  })
  if (table === null) return null
  const find = finderIn(files)
  const names = (header: string) =>
    table.rows.filter((row) => find(cellOf(table, row, header)) !== undefined).length
  const fields = new Map(namedColumns(table.headers, LIST_NAMES))
  const named = table.headers.find((header) => fields.get(header) === 'file')
  const column = named ?? table.headers.find((header) => names(header) * 2 >= table.rows.length)
  const isAlone = files.size === 1
  if (column === undefined || !(isList || (named !== undefined && isAlone) || names(column) > 0)) {
    if (!isList) return null
    throw new UnreadableSource(said('transfer.no_file_column', { name: file.name }))
  }
  fields.set(column, 'file')
  return { name: file.name, table, fields }
}

export const cellOf = ({ headers }: Table, { cells }: TableRow, header: string): string =>
  cellText(cells[headers.indexOf(header)], headers).trim()

/** Finds a file by what a list calls it: its path, in any case, or its name if no other file has it. */
export function finderIn(files: StreamedFiles): (typed: string) => StreamedFile | undefined {
  const paths = new Map<string, StreamedFile>()
  const names = Map.groupBy(files.values(), ({ name }) => posix.basename(name).toLowerCase())
  for (const file of files.values()) paths.set(file.name.toLowerCase(), file)
  return (typed) => {
    const path = pathIn(typed)
    const found = files.get(path) ?? paths.get(path.toLowerCase())
    if (found !== undefined || path.includes('/')) return found
    const [named, ...others] = names.get(path.toLowerCase()) ?? []
    return others.length === 0 ? named : undefined
  }
}

/** A path as archives have it. */
export const pathIn = (typed: string): string =>
  typed
    .normalize('NFC')
    .replaceAll('\\', '/')
    .replace(/^(?:\.?\/)+/, '')

const SHARED = ['key', 'title', 'description', 'order'] as const
const LIST_NAMES: FieldNames<ListField> = [
  ['file', ['file', 'path', 'file name', 'Datei', 'Dateiname', 'Pfad']],
  [
    'save_as',
    ['save as', 'download name', 'download file name', 'speichern als', 'speichern unter'],
  ],
  ['withdrawn', ['withdrawn', 'zurückgezogen']],
  ['kind', ['category', 'folder', 'kind', 'Kategorie', 'Ordner', 'Rubrik', 'Art']],
  ...NAMES.flatMap(([field, names]) => {
    const shared = SHARED.find((one) => one === field)
    return shared === undefined ? [] : [[shared, names] as const]
  }),
]
