import { ID_MAX } from '#contract/fields.ts'
import type { ContentId } from '#contract/ids.ts'
import type { KeptReason } from '#contract/transfer.ts'
import { type LooseFile, pictureFiles } from '../db/looseFiles.ts'
import { findRow, hasRow, type TableName } from '../db/rows.ts'
import type { HasDb, Read } from '../db/schema.ts'
import { isOneOf } from '../db/search.ts'
import type { FlatSection } from '../desk/sections.ts'
import { CHUNK, type KeyedTable } from './keyedRows.ts'

/* What the audit log keeps of an import and of undoing it: each row with its key, what happened to it, and what it was. */

export type RowState = { readonly row: object; readonly sections: readonly FlatSection[] }

/** Rows of one row of the log. */
const LOGGED_MAX = 1000
/** Characters of a value; longer texts are named alone. */
const VALUE_MAX = 200
/** Columns that follow from others, or that every change has. */
const DERIVED = new Set(['updated_at', 'sequence', 'title_key', 'search_text', 'pending_text'])

type LoggedRow = {
  readonly table: KeyedTable
  readonly key: unknown
  readonly act: 'added' | 'changed' | 'restored' | 'deleted' | 'kept'
  /** The author of an entry, whose deletion blanks the row of the log; see `auditData`. */
  readonly created_by?: unknown
  /** Why a row stays as it is. */
  readonly reason?: KeptReason
  readonly fields?: readonly string[]
  readonly before?: object
  readonly after?: object
}

type Values = Readonly<Record<string, unknown>>
const valuesOf = ({ row }: RowState): Values => ({ ...row })

/** @param actor entries of others, and those that are not approved, go with their authors */
export function loggedRow(
  table: KeyedTable,
  act: LoggedRow['act'],
  state: RowState,
  before: RowState | null,
  actor: number | null,
): LoggedRow {
  const row = valuesOf(state)
  const { transfer_key: key, created_by, approved_at } = row
  const known = { table, key, act }
  const owned = typeof created_by === 'number' && (created_by !== actor || approved_at === null)
  const named = owned ? { ...known, created_by } : known
  const old = before && valuesOf(before)
  if (old === null) {
    const { publish_at } = row
    return publish_at == null ? named : { ...named, after: { publish_at } }
  }
  const differing = Object.keys(row).filter(
    (column) => !DERIVED.has(column) && old[column] !== row[column],
  )
  const short = (values: Values) =>
    Object.fromEntries(
      differing.flatMap((column) => {
        const value = values[column]
        return typeof value === 'string' && value.length > VALUE_MAX ? [] : [[column, value]]
      }),
    )
  const hasOtherSections = textsOf(before) !== textsOf(state)
  const fields = [...differing, ...(hasOtherSections ? ['sections'] : [])]
  return { ...named, fields, before: short(old), after: short(row) }
}

const textsOf = (state: RowState | null): string =>
  JSON.stringify(state?.sections.map(({ title, content, level }) => [title, content, level]))

/** What was changed comes first. */
export function boundedLog(rows: readonly LoggedRow[]) {
  const sorted = rows.toSorted((a, b) => Number(a.act === 'added') - Number(b.act === 'added'))
  return { rows: sorted.slice(0, LOGGED_MAX), more_rows: Math.max(0, rows.length - LOGGED_MAX) }
}

/** Rows that belong to others, by the column that says to which. */
const BELONGINGS: readonly (readonly [table: TableName, column: string, to: KeyedTable])[] = [
  ['rule_subcategories', 'category_id', 'rule_categories'],
  ['rule_entries', 'category_id', 'rule_categories'],
  ['rule_entries', 'subcategory_id', 'rule_subcategories'],
  ['rule_entries', 'quick_subcategory_id', 'quick_subcategories'],
  ['glossary_subtypes', 'type_id', 'glossary_types'],
  ['glossary_entries', 'type_id', 'glossary_types'],
  ['glossary_entries', 'subtype_id', 'glossary_subtypes'],
  ['registrations', 'content_id', 'contents'],
  ['registration_messages', 'content_id', 'contents'],
]

/** Whether rows belong to this one, such as entries to a category, or seats to an event. */
export async function isFilled(w: HasDb, of: KeyedTable, id: number): Promise<boolean> {
  for (const [table, column, to] of BELONGINGS)
    if (to === of && (await hasRow(w.db, table, { [column]: id }))) return true
  return false
}

/** Whether something to which a row belonged is deleted. @param row as it was */
export async function isOrphaned(w: HasDb, of: KeyedTable, row: object): Promise<boolean> {
  const values = new Map<string, unknown>(Object.entries(row))
  for (const [table, column, to] of BELONGINGS) {
    const id = table === of ? values.get(column) : null
    if (typeof id === 'number' && (await findRow(w.db, to, id)) === undefined) return true
  }
  return false
}

/* News and events have readers elsewhere: in mails, calendars and feeds. */

/**
 * Articles that appear with an import are not new: subscribers get no mail about what another site has published.
 * @param now the time of the import
 */
export async function markAnnounced(w: Read, articles: readonly number[]): Promise<void> {
  for (let from = 0; from < articles.length; from += CHUNK)
    await w.db
      .insertInto('announcements')
      .values(
        articles.slice(from, from + CHUNK).map((id) => ({
          content_id: id as ContentId,
          started_at: w.now,
          finished_at: w.now,
        })),
      )
      .onConflict((conflict) => conflict.column('content_id').doUpdateSet({ finished_at: w.now }))
      .execute()
}

/** Undoes it for articles that are drafts again. @param at the time of the import */
export async function unmarkAnnounced(
  w: HasDb,
  articles: readonly number[],
  at: number,
): Promise<void> {
  await w.db
    .deleteFrom('announcements')
    .where(isOneOf(w.db, 'content_id', articles))
    .where('started_at', '=', at)
    .where('finished_at', '=', at)
    .execute()
}

/** Columns that grow when an article becomes what it was: calendars and feeds compare them. */
export const columnsAgain = (row: { readonly sequence?: number }, now: number) =>
  row.sequence === undefined
    ? {}
    : { sequence: Math.min(row.sequence + 1, ID_MAX), updated_at: now }

type Openness = { readonly seats?: number | null; readonly publish_at?: number | null }

/** Whether members could sign up for an event. */
export const wasOpen = ({ seats = null, publish_at = null }: Openness, now: number): boolean =>
  seats !== null && publish_at !== null && publish_at <= now

/** Pictures that the import has brought. */
export function newPictures(row: object, before: object | null): LooseFile[] {
  const of = (one: { readonly picture?: string | null }) => pictureFiles(one.picture ?? null)
  return of(row).filter(({ key }) => of(before ?? {})[0]?.key !== key)
}
