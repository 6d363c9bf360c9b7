import { posix } from 'node:path'
import { DownloadsFile, TransferDownload, TransferPart } from '#contract/schemas/transferFiles.ts'
import { ENGLISH } from '../../config/locales.ts'
import { fileNameOf } from '../../desk/fileIntake.ts'
import { changesOf } from '../../desk/transfer/changes.ts'
import type { FilesFormat } from '../../desk/transfer/format.ts'
import {
  AREA_LOCKS,
  differs,
  keyedRows,
  listRows,
  type NotedEntry,
  upsertNamed,
  upsertRows,
  type Writing,
} from '../../desk/transfer/keyedRows.ts'
import type { FileRow, Reader } from '../../desk/transfer/reading.ts'
import { type Sentence, said } from '../../text/sentence.ts'
import type { Content, Contents } from './contents.ts'
import { archiveOf, exportDownloads, tableOf } from './exports.ts'
import { readFolder } from './folder.ts'
import { openForeign } from './foreign.ts'
import { type OpenedDownloads, openOwn } from './own.ts'
import type { FileRow as StoredRow } from './repository.ts'

export const format: FilesFormat = {
  lock: AREA_LOCKS.downloads,
  async open(deps, job, mapping, isTrial) {
    const folder = await readFolder(job.path, job.name)
    return folder.list !== null && 'json' in folder.list
      ? openOwn(deps, job, folder.files, folder.list.json, isTrial)
      : openForeign(deps, job, folder, mapping, isTrial)
  },
  read: (file, reader) => readDownloads(file as OpenedDownloads, reader),
  export: exportDownloads,
  tableOf,
  archiveOf,
}

type Row = FileRow<TransferDownload>

function readDownloads({ list, contents, isOrdered }: OpenedDownloads, reader: Reader) {
  const sent = reader.read(DownloadsFile, list, 'file')
  const categories = reader.rows(TransferPart, sent?.categories, 'categories')
  const rows: Row[] = reader.rows(TransferDownload, sent?.files, 'files')
  reader.assertGood()

  return async (writing: Writing): Promise<void> => {
    const { tx, now, noteEntry } = writing
    const before = await keyedRows(tx, 'download_categories')
    const order = inOrder(categories.map(({ row }) => before.get(row.key)?.position))
    const named = categories.map(({ row: { key, name } }, index) => ({
      key,
      columns: { title: name.trim(), position: order[index] ?? index },
      whenNew: { created_at: now },
    }))
    await upsertNamed(writing, 'download_categories', named)
    const parents = await keyedRows(tx, 'download_categories')
    const known = await keyedRows(tx, 'download_files')
    const placed = rows.flatMap(({ row, path }) => {
      const category_id = parents.get(row.category)?.id
      if (category_id === undefined)
        reader.complain(`${path}.category`, said('transfer.no_such_key', { key: row.category }))
      return category_id === undefined ? [] : [{ row, path, category_id, here: known.get(row.key) }]
    })
    const positions = await positionsOf(writing, placed, isOrdered)
    const keyed = placed.map(({ row, path, category_id, here }, index) => ({
      key: row.key,
      columns: {
        category_id,
        display_name: row.title.trim(),
        description: row.description?.trim() || null,
        download_file_name:
          row.save_as?.trim() || here?.download_file_name || fileNameOf(row.file ?? undefined),
        position: positions[index] ?? index,
        withdrawn_at: withdrawnAt(row, here, now),
        updated_at: now,
        ...fileColumns(contents, row.key, here, (problem) => reader.complain(path, problem)),
      },
      whenNew: { created_at: now },
    }))
    reader.assertGood()
    await upsertRows(writing, 'download_files', keyed, { progress: writing.progress })
    const nameOf = (_column: string, id: number) =>
      [...parents.values()].find((one) => one.id === id)?.title
    for (const { key, columns } of keyed) noteEntry?.(notedOf(columns, known.get(key), nameOf))
  }
}

/** A row that says nothing of it publishes nothing that was withdrawn. */
function withdrawnAt({ withdrawn }: TransferDownload, here: StoredRow | undefined, now: number) {
  const before = here?.withdrawn_at ?? null
  return withdrawn === undefined ? before : withdrawn ? (before ?? now) : null
}

/** The columns of a file that is not the one that is here. */
function fileColumns(
  contents: Contents,
  key: string,
  here: StoredRow | undefined,
  complain: (problem: Sentence) => void,
): Partial<Omit<Content, 'file_key'> & { file_key: string }> {
  const content = contents.of(key)
  if (content !== undefined && 'key' in content) complain(content)
  if (content === undefined && here === undefined) complain(said('transfer.no_file_for_it'))
  if (content === undefined || 'key' in content || content.digest === here?.digest) return {}
  const { file_key, media_type, size, digest } = content
  if (file_key === null) {
    complain(said('transfer.changed_here'))
    return {}
  }
  contents.use(file_key)
  return { file_key, media_type, size, digest }
}

type Placed = { readonly category_id: number; readonly here: StoredRow | undefined }

/** Rows that are here keep their place, unless the file has an order; new ones come last in their category. */
async function positionsOf(
  { tx }: Writing,
  rows: readonly Placed[],
  isOrdered: boolean,
): Promise<number[]> {
  const found = new Map<Placed, number>()
  const ends = new Map<number, number>()
  for (const { category_id, position } of await listRows(tx, 'download_files'))
    ends.set(category_id, Math.max(ends.get(category_id) ?? 0, position + 1))
  for (const [category, list] of Map.groupBy(rows, ({ category_id }) => category_id)) {
    const now = list.map(({ here }) => (here?.category_id === category ? here.position : undefined))
    const ordered = inOrder(now)
    let end = ends.get(category) ?? 0
    for (const [index, row] of list.entries())
      found.set(row, (isOrdered ? ordered[index] : now[index]) ?? end++)
  }
  return rows.map((row) => found.get(row) ?? 0)
}

/** Positions that are in the order of the file stay as they are, whatever is between them. */
function inOrder(now: readonly (number | undefined)[]): number[] {
  const isInOrder = now.every(
    (position, index) => position !== undefined && position > (now[index - 1] ?? -1),
  )
  return now.map((position, index) => (isInOrder ? (position ?? index) : index))
}

type Shown = Pick<StoredRow, 'display_name' | 'description' | 'download_file_name'> & {
  readonly size?: number
}

function notedOf(
  columns: Shown,
  here: StoredRow | undefined,
  nameOf: (column: string, id: number) => string | undefined,
): NotedEntry {
  const shown = { ...here, ...columns }
  return {
    title: columns.display_name,
    fate: here === undefined ? 'new' : differs(here, columns) ? 'changed' : 'same',
    changes: () =>
      here === undefined
        ? []
        : changesOf({ columns: here, sections: [] }, { columns, sections: [] }, nameOf),
    text: (language) => textOf(shown, language),
    isPlain: true,
  }
}

/** "1.2KB", as before there were languages. */
const ENGLISH_SIZE = new Intl.NumberFormat(ENGLISH, {
  style: 'unit',
  unit: 'byte',
  unitDisplay: 'narrow',
  notation: 'compact',
  maximumFractionDigits: 1,
})
const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** "1,2 kB": what is compact in other languages is no unit of files, as "1,5 Mio. B" in German. */
function sizeIn(language: string, bytes: number): string {
  if (language === ENGLISH) return ENGLISH_SIZE.format(bytes)
  const step = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1)
  const unit = { style: 'unit', unit: UNITS[step], maximumFractionDigits: 1 } as const
  return new Intl.NumberFormat(language, unit).format(bytes / 1000 ** step)
}

/** A download in words. */
const textOf = ({ description, download_file_name, size = 0 }: Shown, language: string): string =>
  [description, `${posix.basename(download_file_name)} (${sizeIn(language, size)})`]
    .filter((line) => line !== null)
    .join('\n\n')
