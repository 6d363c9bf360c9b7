import { posix } from 'node:path'
import { guessedNames } from '../../desk/transfer/sources/archive.ts'
import type { StreamedFile } from '../../desk/transfer/sources/fileList.ts'
import { fieldOfName, holding, holdingText, NO } from '../../desk/transfer/sources/holding.ts'
import { shortKey } from '../../desk/transfer/sources/records.ts'
import type { Loss, Place } from '../../desk/transfer/sources/source.ts'
import { orderIn } from '../../desk/transfer/sources/table.ts'
import { type Sentence, said } from '../../text/sentence.ts'
import { cellOf, type FileTable, type Folder, finderIn, type ListField, pathIn } from './folder.ts'

/** A file that is wanted, with what is said of it; null where nothing is. */
export type Wanted = {
  readonly place: Place
  readonly key: string
  /** Null for a list without it: then only what is here changes. */
  readonly file: StreamedFile | null
  readonly path: string
  readonly kind: string
  readonly title: string | null
  readonly description: string | null
  readonly save_as: string | null
  readonly withdrawn: boolean | null
  /** Why people don't see it in the source. */
  readonly held: Sentence | undefined
  readonly isKeyed: boolean
}

const NOTHING = {
  title: null,
  description: null,
  save_as: null,
  withdrawn: null,
  isKeyed: false,
} as const

/** Each folder is a category, also those within folders. */
const folderOf = (path: string): string => {
  const folder = posix.dirname(path)
  return folder === '.' ? '' : folder.split('/').join(' / ')
}

const wantedOf = (file: StreamedFile): Wanted => ({
  ...NOTHING,
  place: file.name,
  key: shortKey(file.name),
  file,
  path: file.name,
  kind: folderOf(file.name),
  held: holdingText('', file.name),
})

/** The rows of a list in their order. Files that it does not name are left out. */
function wantedIn({ name, table, fields }: FileTable, { files }: Folder, losses: Loss[]): Wanted[] {
  const find = finderIn(files)
  const named = new Set<string>()
  const headers = new Map(Array.from(fields, ([header, field]) => [field, header]))
  const found = table.rows.map((row) => {
    const of = (field: ListField) => {
      const header = headers.get(field)
      return header === undefined ? null : cellOf(table, row, header)
    }
    const typed = of('file') ?? ''
    const file = find(typed) ?? null
    const path = file?.name ?? pathIn(typed)
    if (file !== null) named.add(file.name)
    const withdrawn = of('withdrawn')
    const [says] = table.headers.flatMap((header) => {
      const field = fields.has(header) ? undefined : fieldOfName(header)
      return holding(header, cellOf(table, row, header), field) ?? []
    })
    return {
      place: said('transfer.place.list_row', { name, number: row.number }),
      key: shortKey(of('key') || path),
      isKeyed: Boolean(of('key')),
      file,
      path,
      kind: of('kind') || folderOf(path),
      title: of('title') || null,
      description: of('description'),
      save_as: of('save_as') || null,
      withdrawn: withdrawn === null ? null : withdrawn !== '' && !NO.test(withdrawn),
      held: says ?? holdingText('', path),
      order: orderIn(of('order') ?? ''),
    }
  })
  for (const header of table.headers)
    if (!fields.has(header) && fieldOfName(header) !== 'held')
      losses.push({ place: name, problem: said('transfer.column_left_out', { name: header }) })
  for (const place of files.keys())
    if (!named.has(place)) losses.push({ place, problem: said('transfer.file_unnamed') })
  return found.toSorted((a, b) => a.order - b.order)
}

/** Without rows that name no file, or one a second time. */
function each(wanted: readonly Wanted[], losses: Loss[]): Wanted[] {
  const keys = new Set<string>()
  return wanted.filter(({ key, place, path, isKeyed }) => {
    if (keys.has(key)) losses.push({ place, problem: said('transfer.first_counts', { key }) })
    else if (path === '' && !isKeyed)
      losses.push({ place, problem: said('transfer.row_names_no_file') })
    else return keys.add(key)
    return false
  })
}

/** The files of a folder that are wanted. @param losses are added to it */
export function listWanted(folder: Folder, losses: Loss[]): ListedFiles {
  const { list, files } = folder
  losses.push(...guessedNames(files.values()))
  if (list === null || !('table' in list)) {
    const wanted = [...files.values()].map(wantedOf).toSorted((a, b) => compare(a.path, b.path))
    return { wanted, isOrdered: false }
  }
  for (const loss of list.table.losses) losses.push(loss)
  const wanted = each(wantedIn(list, folder, losses), losses)
  return { wanted, isOrdered: [...list.fields.values()].includes('order') }
}

/** `isOrdered`: a list says so. */
type ListedFiles = { readonly wanted: readonly Wanted[]; readonly isOrdered: boolean }

const compare = (one: string, other: string): number =>
  one.localeCompare(other, 'en', { numeric: true })
