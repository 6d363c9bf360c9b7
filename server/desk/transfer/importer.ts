import type { MemberId } from '#contract/ids.ts'
import { TransferPart } from '#contract/schemas/transfer.ts'
import type { Db } from '../../db/schema.ts'
import { type FlatSection, rewriteSections, type SectionTable, sectionsOf } from '../sections.ts'
import {
  type Counts,
  type Keyed,
  type KeyedTable,
  keyedRows,
  type Progress,
  upsertRows,
} from './keyedRows.ts'
import type { FileRow, Reader } from './reading.ts'

/* Shared code of the importers of rules and glossary. */

export type Writing = {
  readonly tx: Db
  readonly now: number
  readonly counts: Counts
  readonly progress?: Progress | undefined
}
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

/** Adds and changes entries and, where they differ, replaces their sections. */
export async function writeEntries<T extends KeyedTable>(
  { tx, counts, progress }: Writing,
  table: T,
  sectionTable: SectionTable,
  entries: readonly (Keyed<T> & { readonly sections: readonly FlatSection[] })[],
): Promise<void> {
  const known = await keyedRows(tx, table)
  const before = await sectionsOf(tx, sectionTable, [...known.values()])
  const ids = await upsertRows(tx, table, entries, counts, progress)
  const changed = new Map<number, readonly FlatSection[]>()
  for (const { key, sections } of entries) {
    const id = ids.get(key)
    if (id !== undefined && !areEqual(before(id), sections)) changed.set(id, sections)
  }
  await rewriteSections(tx, sectionTable, changed)
}

const areEqual = (one: readonly FlatSection[], other: readonly FlatSection[]): boolean =>
  one.length === other.length &&
  one.every(({ title, content, level }, index) => {
    const twin = other[index]
    return twin?.title === title && twin.content === content && twin.level === level
  })
