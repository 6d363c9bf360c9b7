import { HEADINGS_MAX } from '#contract/formatting.ts'
import type { MemberId } from '#contract/ids.ts'
import { TransferPart } from '#contract/schemas/transfer.ts'
import type { Db } from '../../db/schema.ts'
import {
  type FlatSection,
  rewriteSections,
  type SectionTable,
  searchColumns,
  sectionsOf,
} from '../sections.ts'
import {
  differs,
  type Ids,
  type Keyed,
  type KeyedTable,
  keyedRows,
  type NotedEntry,
  upsertRows,
  type Writing,
} from './keyedRows.ts'
import { linkedKeys, withKeys, withPaths } from './links.ts'
import type { FileRow, Reader } from './reading.ts'
import type { Names, SourceRecord } from './sources/records.ts'

/* Shared code of the importers of rules and glossary. */

/** One area's file: see docs/transfer-format.md. */
export type TransferFormat = {
  /** Imports and exports of the area, and reordering its first level, wait for each other's lock of this table. */
  readonly lock: KeyedTable
  /**
   * Validates as much as possible without the database, so that the transaction is short.
   * @param importer the author of entries whose author has no account here
   * @returns the function that writes the file; it adds problems to the reader, and the caller rolls back then
   * @throws BadFile
   */
  readonly read: (
    file: unknown,
    reader: Reader,
    importer: MemberId,
  ) => (writing: Writing) => Promise<void>
  /** Limits of an entry in characters, and of its other names. */
  readonly limits: { readonly titleMax: number; readonly aliasesMax: number }
  /** Names that are here, with their keys: a file of another program has names alone. */
  readonly names: (tx: Db) => Promise<Names>
  /** A file of the area, of entries of another program. */
  readonly fileOf: (records: readonly SourceRecord[]) => object
  /** The inverse of `fileOf`. @param file of an export */
  readonly recordsOf: (file: object) => readonly SourceRecord[]
  /** Rows without a key get one, so that the file can be imported again. */
  readonly export: (tx: Db) => Promise<object>
}

/** @param module of the area; it exports its `format` */
export const loadFormat = async (module: URL | string): Promise<TransferFormat> =>
  ((await import(String(module))) as { readonly format: TransferFormat }).format

type Named = { readonly key: string; readonly name: string }

/** The columns of names in an order. */
export const namedColumns = (rows: readonly FileRow<Named>[]) =>
  rows.map(({ row }, position) => ({
    key: row.key,
    columns: { name: row.name.trim(), position },
  }))

export type Part = Named & { readonly parent: string; readonly position: number }

/** The rows within rows, such as the sub-types of types. Their keys are unique among all of them. */
export function readParts<Row extends { readonly key: string }>(
  reader: Reader,
  parents: readonly FileRow<Row>[],
  field: keyof Row & string,
): Part[] {
  const seen = new Set<string>()
  return parents.flatMap(({ row, path }) => {
    const list = row[field]
    return reader
      .rows(TransferPart, Array.isArray(list) ? list : undefined, `${path}.${field}`, seen)
      .map(({ row: { key, name } }, position) => ({ key, name, position, parent: row.key }))
  })
}

type EntryTable = 'rule_entries' | 'glossary_entries'
type Entry<T extends EntryTable> = Keyed<T> & {
  /** The place in the file. */
  readonly path: string
  /** Null for entries of a table without descriptions. */
  readonly description: string | null
  readonly title: string
  readonly sections: readonly FlatSection[]
}
type EntryTables<T extends EntryTable> = {
  readonly table: T
  readonly sectionTable: SectionTable
  /** The path of an entry, to which links between entries lead. */
  readonly pathOf: (id: number) => string
}

/** Adds and changes entries and, where they differ, replaces their sections. */
export async function writeEntries<T extends EntryTable>(
  writing: Writing,
  reader: Reader,
  { table, sectionTable, pathOf }: EntryTables<T>,
  sent: readonly Entry<T>[],
): Promise<void> {
  const { tx, noteChange, noteEntry, progress } = writing
  const entries = sent.map(unindexed)
  const known = await keyedRows(tx, table)
  const before = await sectionsOf(tx, sectionTable, [...known.values()])
  const note: Writing['noteChange'] = (name, id, row) =>
    noteChange?.(name, id, row && { ...row, sections: before(id) })
  const made = new Map<Entry<T>, Entry<T>>()
  const linked = (entry: Entry<T>, ids: Ids): Entry<T> => {
    if (linkedKeys(textsOf(entry)).length === 0) return entry
    const done = made.get(entry)
    if (done) return done
    const placed = (text: string) =>
      withPaths(text, (key) => {
        const id = ids.get(key) ?? known.get(key)?.id
        if (id === undefined) reader.complain(entry.path, `There is no "${key}".`)
        return id === undefined ? undefined : pathOf(id)
      })
    const { title } = entry
    const description = entry.description === null ? null : placed(entry.description)
    const sections = entry.sections.map((one) => ({ ...one, content: placed(one.content) }))
    const columns = {
      ...entry.columns,
      ...(description !== null && { description }),
      ...searchColumns(title, description, sections),
    }
    const whole = { ...entry, columns, description, sections }
    made.set(entry, whole)
    return whole
  }
  const ids = await upsertRows({ ...writing, noteChange: note }, table, entries, {
    progress,
    columnsOf: (entry, all) => linked(entry, all).columns,
  })
  const changed = new Map<number, readonly FlatSection[]>()
  for (const entry of entries) {
    const id = ids.get(entry.key)
    if (id === undefined) continue
    const whole = linked(entry, ids)
    const row = known.get(entry.key)
    const isSame = areEqual(before(id), whole.sections)
    noteEntry?.(notedOf(whole, row as KnownRow | undefined, before(id), isSame))
    if (isSame) continue
    changed.set(id, whole.sections)
    if (row !== undefined) note(table, id, row)
  }
  await rewriteSections(tx, sectionTable, changed)
}

/** A new entry with links is written again when all ids are known: its index is made only then, since it takes longest. */
const unindexed = <T extends EntryTable>(entry: Entry<T>): Entry<T> =>
  linkedKeys(textsOf(entry)).length === 0
    ? entry
    : { ...entry, columns: { ...entry.columns, search_text: '' } }

type KnownRow = { readonly title: string; readonly description?: string }

function notedOf<T extends EntryTable>(
  { title, columns, description, sections }: Entry<T>,
  row: KnownRow | undefined,
  known: readonly FlatSection[],
  areSectionsSame: boolean,
): NotedEntry {
  const fate =
    row === undefined ? 'new' : areSectionsSame && !differs(row, columns) ? 'same' : 'changed'
  return {
    title,
    fate,
    before: row && (() => ({ title: row.title, text: wholeText(row.description ?? null, known) })),
    text: () => wholeText(description, sections),
  }
}

/** The texts of an entry as one. */
const wholeText = (description: string | null, sections: readonly FlatSection[]): string =>
  [
    description ?? '',
    ...sections.flatMap(({ title, content, level }) => [
      `${'#'.repeat(Math.min(level + 1, HEADINGS_MAX))} ${title}`,
      content,
    ]),
  ]
    .filter((text) => text.trim() !== '')
    .join('\n\n')

/** The inverse: links to the entries of an export name them by key. */
export function keyedLinks(
  entries: readonly { readonly id: number; readonly transfer_key: string | null }[],
  pathOf: (id: number) => string,
) {
  const keys = new Map(entries.map(({ id, transfer_key }) => [id, transfer_key ?? undefined]))
  const text = (typed: string) => withKeys(typed, pathOf, (id) => keys.get(id))
  const section = <Section extends FlatSection>(one: Section) => ({
    ...one,
    content: text(one.content),
  })
  return { text, section }
}

const textsOf = ({ description, sections }: Entry<EntryTable>): string =>
  [description ?? '', ...sections.map(({ content }) => content)].join('\n')

const areEqual = (one: readonly FlatSection[], other: readonly FlatSection[]): boolean =>
  one.length === other.length &&
  one.every(({ title, content, level }, index) => {
    const twin = other[index]
    return twin?.title === title && twin.content === content && twin.level === level
  })
