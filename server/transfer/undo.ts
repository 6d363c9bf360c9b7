import { sql } from 'kysely'
import type { KeptReason } from '#contract/transfer.ts'
import { DAY_MS } from '../config/time.ts'
import { type LooseFile, releaseFiles } from '../db/looseFiles.ts'
import { deleteRow, type RowOf, updateRow } from '../db/rows.ts'
import type { HasDb, Read } from '../db/schema.ts'
import { isOneOf } from '../db/search.ts'
import { rewriteSections, type SectionTable, sectionsOf } from '../desk/sections.ts'
import { sha256 } from '../text/secrets.ts'
import { CHUNK, type KeyedTable, NAME_COLUMNS, VOLATILE } from './keyedRows.ts'
import { linkedIds } from './links.ts'
import {
  boundedLog,
  columnsAgain,
  isFilled,
  isOrphaned,
  loggedRow,
  newPictures,
  type RowState,
  unmarkAnnounced,
  wasOpen,
} from './undoRows.ts'

/* What an import has changed, kept for a day, so that the whole of it can be undone. */

export const UNDO_MS = DAY_MS

type Before = { readonly table: KeyedTable; readonly id: number; readonly state: RowState | null }

const SECTIONS: Readonly<Partial<Record<KeyedTable, SectionTable>>> = {
  rule_entries: 'rule_sub_entries',
  glossary_entries: 'glossary_sub_entries',
}
/** Rows that others name come last. */
const UNDO_ORDER: readonly KeyedTable[] = [
  'rule_entries',
  'glossary_entries',
  'rule_subcategories',
  'quick_subcategories',
  'glossary_subtypes',
  'rule_categories',
  'glossary_types',
  'contents',
]

/** The rows that an import changes, each as it was before the first change. */
export class Journal {
  readonly #rows = new Map<string, Before>()

  note(table: KeyedTable, id: number, before: object | null): void {
    const place = `${table} ${id}`
    if (this.#rows.has(place)) return
    this.#rows.set(place, { table, id, state: before && stateOf(before) })
  }

  /**
   * Keeps the rows of an import, as they were and as they are now.
   * @returns what the audit log keeps of them
   */
  async keep(w: HasDb, import_id: number, actor: number | null) {
    const logged: ReturnType<typeof loggedRow>[] = []
    for (const [table, rows] of Map.groupBy(this.#rows.values(), (row) => row.table)) {
      const states = await statesOf(
        w,
        table,
        rows.map(({ id }) => id),
      )
      const kept = rows.flatMap(({ id, state }) => {
        const after = states.get(id)
        const before = state && JSON.stringify(state)
        if (after === undefined) return []
        const digest = digestOf(after)
        logged.push(loggedRow(table, state ? 'changed' : 'added', after, state, actor))
        return [{ import_id, table_name: table, row_id: id, before, after: digest }]
      })
      for (let from = 0; from < kept.length; from += CHUNK)
        await w.db
          .insertInto('import_rows')
          .values(kept.slice(from, from + CHUNK))
          .execute()
    }
    return boundedLog(logged)
  }
}

const stateOf = (before: object): RowState => {
  const { sections, ...row } = before as { sections?: RowState['sections'] }
  return { row, sections: sections ?? [] }
}

async function statesOf(
  w: HasDb,
  table: KeyedTable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, RowState>> {
  const states = new Map<number, RowState>()
  for (let from = 0; from < ids.length; from += CHUNK) {
    const found = sql<RowOf<KeyedTable>>`select * from ${sql.table(table)}
      where ${isOneOf(w.db, 'id', ids.slice(from, from + CHUNK))}`
    const { rows } = await found.execute(w.db)
    const sections = SECTIONS[table]
    const of = sections && (await sectionsOf({ db: w.db }, sections, rows))
    for (const row of rows) states.set(row.id, { row, sections: of?.(row.id) ?? [] })
  }
  return states
}

/** Positions are left out: sorting a list by hand edits no row. */
const digestOf = ({ row, sections }: RowState): string => {
  const columns = Object.entries(row)
    .filter(([name]) => name !== 'position' && !VOLATILE.has(name))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  const texts = sections.map(({ title, content, level }) => [title, content, level])
  return sha256(JSON.stringify([columns, texts]))
}

/** A row that stays as it is, with why. */
export type Kept = { readonly name: string; readonly reason: KeptReason }

/** The import that is undone, and the time of that. Epoch milliseconds. */
type Undoing = {
  readonly id: number
  readonly created_at: number
  readonly now: number
  readonly actor: number | null
}

/**
 * Undoes an import, except for rows that others have worked with since.
 * @returns the number of rows that are as before, those that stay, files that no row names any more, and what is logged
 */
export async function undoRows(w: Read, undoing: Undoing) {
  const noted = await w.db
    .selectFrom('import_rows')
    .selectAll()
    .where('import_id', '=', undoing.id)
    .orderBy('row_id')
    .execute()
  const kept: Kept[] = []
  const released: LooseFile[] = []
  const logged: ReturnType<typeof loggedRow>[] = []
  let undone = 0
  for (const table of UNDO_ORDER) {
    const rows = noted.filter(({ table_name }) => table_name === table)
    const states = await statesOf(
      w,
      table,
      rows.map(({ row_id }) => row_id),
    )
    const reasons = await reasonsToStay(w, states, rows, { ...undoing, table })
    for (const { row_id, before } of rows) {
      const state = states.get(row_id)
      // It has been deleted since: there is nothing to undo.
      if (state === undefined) continue
      const reason = reasons.get(row_id)
      const old = before === null ? null : (JSON.parse(before) as RowState)
      const act = reason === undefined ? (old === null ? 'deleted' : 'restored') : 'kept'
      const was = act === 'restored' ? state : null
      const row = loggedRow(table, act, was && old ? old : state, was, undoing.actor)
      logged.push(reason === undefined ? row : { ...row, reason })
      if (reason !== undefined) kept.push({ name: nameOf(table, state.row), reason })
      else {
        await restore(w, state.row, old, { ...undoing, table })
        released.push(...newPictures(state.row, old?.row ?? null))
        undone++
      }
    }
  }
  await releaseFiles(w.db, released)
  return { undone, kept, released, log: boundedLog(logged) }
}

type Noted = {
  readonly row_id: number
  /** Null for a row that the import has added. */
  readonly before: string | null
  readonly after: string
}

/** Rows that stay, with why. An added row stays, too, if a text that stays has a link to it. */
async function reasonsToStay(
  w: Read,
  states: ReadonlyMap<number, RowState>,
  rows: readonly Noted[],
  { table, ...undoing }: UndoingIn,
): Promise<ReadonlyMap<number, KeptReason>> {
  const reasons = new Map<number, KeptReason>()
  for (const row of rows) {
    const state = states.get(row.row_id)
    const reason = state && (await reasonToStay(w, table, row, state, undoing))
    if (reason) reasons.set(row.row_id, reason)
  }
  const going = rows.filter(({ row_id }) => states.has(row_id) && !reasons.has(row_id))
  const [added = [], changed = []] = [true, false].map((isNew) =>
    going.flatMap(({ row_id, before }) => ((before === null) === isNew ? [row_id] : [])),
  )
  const linked = await linkedIds(w, table, added, changed)
  for (const id of added) if (linked.has(id)) reasons.set(id, 'linked')
  return reasons
}

async function reasonToStay(
  w: HasDb,
  table: KeyedTable,
  row: Noted,
  state: RowState,
  undoing: Undoing,
): Promise<KeptReason | null> {
  if (digestOf(state) !== row.after) return 'edited'
  if (await isNeeded(w, table, row, undoing)) return 'filled'
  const isLost = row.before !== null && (await isOrphaned(w, table, rowIn(row.before)))
  return isLost ? 'orphaned' : null
}

/** A row that was here is needed if members have signed up for an event that was not open before. */
async function isNeeded(
  w: HasDb,
  table: KeyedTable,
  { row_id, before }: Noted,
  { now }: Undoing,
): Promise<boolean> {
  if (before !== null && (table !== 'contents' || wasOpen(rowIn(before), now))) return false
  return isFilled(w, table, row_id)
}

const rowIn = (json: string): object => (JSON.parse(json) as RowState).row

const nameOf = (table: KeyedTable, row: object): string =>
  new Map<string, string>(Object.entries(row)).get(NAME_COLUMNS[table]) ?? ''

type UndoingIn = Undoing & { readonly table: KeyedTable }

async function restore(
  w: Read,
  now: object,
  before: RowState | null,
  { table, ...undoing }: UndoingIn,
) {
  const { id } = now as RowOf<KeyedTable>
  if (before === null) return deleteRow(w.db, table, id)
  const { row, sections } = before
  const { id: _id, ...columns } = row as RowOf<KeyedTable>
  await updateRow(w.db, table, id, { ...columns, ...columnsAgain(now, undoing.now) })
  const sectionTable = SECTIONS[table]
  if (sectionTable) await rewriteSections(w, sectionTable, new Map([[id, sections]]))
  if (table === 'contents') await unmarkAnnounced(w, [id], undoing.created_at)
}
