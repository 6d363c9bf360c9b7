import { sql } from 'kysely'
import { ID_MAX } from '#contract/fields.ts'
import type { ContentId } from '#contract/ids.ts'
import type { KeptReason } from '#contract/transfer.ts'
import { DAY_MS } from '../config/time.ts'
import { type LooseFile, pictureFiles, releaseFiles } from '../db/looseFiles.ts'
import {
  chunksOf,
  deleteRow,
  findRow,
  type HasDb,
  hasRow,
  type Read,
  type RowOf,
  type TableName,
  updateRow,
} from '../db/rows.ts'
import { idsOf, isOneOf } from '../db/search.ts'
import {
  type FlatSection,
  rewriteSections,
  type SectionTable,
  sectionsOf,
} from '../desk/sections.ts'
import { sha256 } from '../text/secrets.ts'
import { CHUNK, type KeyedTable, NAME_COLUMNS, VOLATILE } from './keyedRows.ts'
import { linkedIds } from './links.ts'

/* What an import has changed, kept for a day, so that the whole of it can be undone. */

export const UNDO_MS = DAY_MS

type RowState = { readonly row: object; readonly sections: readonly FlatSection[] }

type Before = { readonly table: KeyedTable; readonly id: number; readonly state: RowState | null }

const SECTIONS: Readonly<Partial<Record<KeyedTable, SectionTable>>> = {
  rule_entries: 'rule_sub_entries',
  glossary_entries: 'glossary_sub_entries',
}
/** Rows that others name come last. `tables`: contents whose event is one of the contents. */
const UNDO_ORDER = [
  'rule_entries',
  'glossary_entries',
  'rule_subcategories',
  'quick_subcategories',
  'glossary_subtypes',
  'rule_categories',
  'glossary_types',
  'tables',
  'contents',
  'event_kinds',
] as const satisfies readonly (KeyedTable | 'tables')[]

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
      const states = await statesOf(w, table, idsOf(rows))
      const kept = rows.flatMap(({ id, state }) => {
        const after = states.get(id)
        const before = state && JSON.stringify(state)
        if (after === undefined) return []
        const digest = digestOf(after)
        logged.push(loggedRow({ actor, table, act: state ? 'changed' : 'added' }, after, state))
        return [{ import_id, table_name: table, row_id: id, before, after: digest }]
      })
      for (const some of chunksOf(kept, CHUNK))
        await w.db.insertInto('import_rows').values(some).execute()
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
  for (const some of chunksOf(ids, CHUNK)) {
    const found = sql<RowOf<KeyedTable>>`select * from ${sql.table(table)}
      where ${isOneOf(w.db, 'id', some)}`
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
type Kept = { readonly name: string; readonly reason: KeptReason }

/** The import that is undone. */
type Undoing = {
  readonly id: number
  /** Epoch milliseconds. */
  readonly created_at: number
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
  for (const step of UNDO_ORDER) {
    const table = step === 'tables' ? 'contents' : step
    const all = noted.filter(({ table_name }) => table_name === table)
    const states = await statesOf(
      w,
      table,
      all.map(({ row_id }) => row_id),
    )
    const rows = all.filter(({ row_id }) => isTable(states.get(row_id)) === (step === 'tables'))
    const reasons = await reasonsToStay(w, table, { states, rows })
    for (const { row_id, before } of rows) {
      const state = states.get(row_id)
      // It has been deleted since: there is nothing to undo.
      if (state === undefined) continue
      const reason = reasons.get(row_id)
      const old = before === null ? null : (JSON.parse(before) as RowState)
      const act = reason === undefined ? (old === null ? 'deleted' : 'restored') : 'kept'
      const was = act === 'restored' ? state : null
      logged.push(loggedRow({ ...undoing, table, act, reason }, was && old ? old : state, was))
      if (reason !== undefined) kept.push({ name: nameOf(table, state.row), reason })
      else {
        await restore(w, state.row, { table, old, importedAt: undoing.created_at })
        released.push(...newPictures(state.row, old?.row ?? null))
        undone++
      }
    }
  }
  await releaseFiles(w.db, released)
  return { undone, kept, released, log: boundedLog(logged) }
}

const isTable = (state: RowState | undefined): boolean =>
  state !== undefined && valuesOf(state).parent_id != null

type Noted = {
  readonly row_id: number
  /** Null for a row that the import has added. */
  readonly before: string | null
  readonly after: string
}

type Rows = { readonly states: ReadonlyMap<number, RowState>; readonly rows: readonly Noted[] }

/** Rows that stay, with why. An added row stays, too, if a text that stays has a link to it. */
async function reasonsToStay(
  w: Read,
  table: KeyedTable,
  { states, rows }: Rows,
): Promise<ReadonlyMap<number, KeptReason>> {
  const reasons = new Map<number, KeptReason>()
  for (const row of rows) {
    const state = states.get(row.row_id)
    const reason = state && (await reasonToStay(w, table, { ...row, state }))
    if (reason) reasons.set(row.row_id, reason)
  }
  const going = rows.filter(({ row_id }) => states.has(row_id) && !reasons.has(row_id))
  const ids = (isAdded: boolean) =>
    going.flatMap(({ row_id, before }) => ((before === null) === isAdded ? [row_id] : []))
  const added = ids(true)
  const linked = await linkedIds(w, table, { added, changed: ids(false) })
  for (const id of added) if (linked.has(id)) reasons.set(id, 'linked')
  return reasons
}

async function reasonToStay(
  w: Read,
  table: KeyedTable,
  row: Noted & { readonly state: RowState },
): Promise<KeptReason | null> {
  if (digestOf(row.state) !== row.after) return 'edited'
  if (await isNeeded(w, table, row)) return 'filled'
  const isLost = row.before !== null && (await isOrphaned(w, table, rowIn(row.before)))
  return isLost ? 'orphaned' : null
}

/** A row that was here is needed if members have signed up for an event that was not open before. */
async function isNeeded(w: Read, table: KeyedTable, { row_id, before }: Noted): Promise<boolean> {
  if (before === null) return isFilled(w, table, row_id)
  if (table !== 'contents' || wasOpen(w, rowIn(before))) return false
  return hasRow(w.db, 'registrations', { content_id: row_id as ContentId })
}

const rowIn = (json: string): object => (JSON.parse(json) as RowState).row

const nameOf = (table: KeyedTable, row: object): string =>
  new Map<string, string>(Object.entries(row)).get(NAME_COLUMNS[table]) ?? ''

type Restoring = {
  readonly table: KeyedTable
  readonly old: RowState | null
  readonly importedAt: number
}

async function restore(w: Read, current: object, { table, old, importedAt }: Restoring) {
  const { id } = current as RowOf<KeyedTable>
  if (old === null) return deleteRow(w.db, table, id)
  const { id: _id, ...columns } = old.row as RowOf<KeyedTable>
  await updateRow(w.db, table, id, { ...columns, ...columnsAgain(w, current) })
  const sectionTable = SECTIONS[table]
  if (sectionTable) await rewriteSections(w, sectionTable, new Map([[id, old.sections]]))
  if (table === 'contents') await unmarkAnnounced(w, id, importedAt)
}

/* What the audit log keeps of an import and of undoing it: each row with its key, what happened to it, and what it was. */

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

type Logged = Pick<LoggedRow, 'table' | 'act' | 'reason'> & {
  /** The one who imports or undoes: entries of others, and those that are not approved, go with their authors. */
  readonly actor: number | null
}

export function loggedRow(
  { actor, table, act, reason }: Logged,
  state: RowState,
  before: RowState | null,
): LoggedRow {
  const row = valuesOf(state)
  const { transfer_key: key, created_by, approved_at } = row
  const known = { table, key, act, ...(reason && { reason }) }
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
  ['contents', 'event_kind_id', 'event_kinds'],
  ['contents', 'parent_id', 'contents'],
  ['registrations', 'content_id', 'contents'],
  ['registration_messages', 'content_id', 'contents'],
]

/** Whether rows belong to this one, such as entries to a category, or seats to an event. */
async function isFilled(w: HasDb, of: KeyedTable, id: number): Promise<boolean> {
  for (const [table, column, to] of BELONGINGS)
    if (to === of && (await hasRow(w.db, table, { [column]: id }))) return true
  return false
}

/** Whether something to which a row belonged is deleted. @param row as it was */
async function isOrphaned(w: HasDb, of: KeyedTable, row: object): Promise<boolean> {
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
 */
export async function markAnnounced(w: Read, articles: readonly number[]): Promise<void> {
  for (const some of chunksOf(articles, CHUNK))
    await w.db
      .insertInto('announcements')
      .values(
        some.map((id) => ({
          content_id: id as ContentId,
          started_at: w.now,
          finished_at: w.now,
        })),
      )
      .onConflict((conflict) => conflict.column('content_id').doUpdateSet({ finished_at: w.now }))
      .execute()
}

/** Undoes it for an article that is a draft again. @param at the time of the import */
const unmarkAnnounced = (w: HasDb, article: number, at: number) =>
  w.db
    .deleteFrom('announcements')
    .where((is) => is.and({ content_id: article as ContentId, started_at: at, finished_at: at }))
    .execute()

/** Columns that grow when an article becomes what it was: calendars and feeds compare them. */
const columnsAgain = (w: Read, row: { readonly sequence?: number }) =>
  row.sequence === undefined
    ? {}
    : { sequence: Math.min(row.sequence + 1, ID_MAX), updated_at: w.now }

type Openness = { readonly seats?: number | null; readonly publish_at?: number | null }

/** Whether members could sign up for an event. */
const wasOpen = (w: Read, { seats = null, publish_at = null }: Openness): boolean =>
  seats !== null && publish_at !== null && publish_at <= w.now

function newPictures(row: object, before: object | null): LooseFile[] {
  const of = (one: { readonly picture?: string | null }) => pictureFiles(one.picture ?? null)
  return of(row).filter(({ key }) => of(before ?? {})[0]?.key !== key)
}
