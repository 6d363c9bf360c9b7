import type { KeptReason } from '#contract/transfer.ts'
import type { FlatSection } from '../sections.ts'
import type { KeyedTable } from './keyedRows.ts'

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
