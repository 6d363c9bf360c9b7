import type { ChangedField, FieldChange } from '#contract/transfer.ts'
import { isOneOf } from '../db/search.ts'
import {
  type FlatSection,
  rewriteSections,
  type SectionTable,
  searchColumns,
  sectionsOf,
} from '../desk/sections.ts'
import { aliasesIn, type TranslatedTable } from '../desk/translations.ts'
import { said } from '../text/sentence.ts'
import {
  differs,
  type EntryTable,
  type Ids,
  type Keyed,
  keyedRows,
  type NotedEntry,
  upsertRows,
  type Writing,
} from './keyedRows.ts'
import { linkedKeys, withKeys, withPaths } from './links.ts'
import { type FileRow, nested, type Reader, TransferPart } from './reading.ts'
import { bodyOf } from './sources/light.ts'

/* Shared code of the importers. */

type Named = { readonly key: string; readonly name: string }

export const namedColumns = (rows: readonly FileRow<Named>[]) =>
  rows.map(({ row }, position) => ({
    key: row.key,
    columns: { name: row.name.trim(), position },
  }))

type Rows = ReadonlyMap<string | null, { readonly id: number; readonly name: string }>
export const nameIn = (rows: Rows, id: number): string | undefined =>
  [...rows.values()].find((row) => row.id === id)?.name

type Part = Named & { readonly parent: string; readonly position: number }

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

type Entry<T extends EntryTable> = Required<Keyed<T>> & {
  /** The place in the file. */
  readonly path: string
  /** Null for entries of a table without descriptions. */
  readonly description: string | null
  readonly title: string
  readonly sections: readonly FlatSection[]
}
type EntryTables<T extends EntryTable> = {
  readonly table: T
  /** Undefined for entries that are one text, and are searched in another way. */
  readonly sectionTable?: SectionTable
  /** The path of an entry, to which links between entries lead. */
  readonly pathOf: (id: number) => string
  readonly nameOf: (column: string, id: number) => string | undefined
}

/**
 * Adds and changes entries and, where they differ, replaces their sections.
 * @returns the ids by key
 */
export async function writeEntries<T extends EntryTable>(
  w: Writing,
  { table, sectionTable, pathOf, nameOf }: EntryTables<T>,
  sent: readonly Entry<T>[],
): Promise<Ids> {
  const entries = sectionTable ? sent.map(unindexed) : sent
  const known = await keyedRows(w, table)
  const before = sectionTable
    ? await sectionsOf({ db: w.db }, sectionTable, [...known.values()])
    : () => []
  const note: Writing['noteChange'] = (name, id, row) =>
    w.noteChange?.(name, id, row && { ...row, sections: before(id) })
  const pictured = entries.map((entry) => withPicture(w, entry, known.get(entry.key)))
  const made = new Map<Entry<T>, Entry<T>>()
  const linked = (entry: Entry<T>, ids: Ids): Entry<T> => {
    if (linkedKeys(textsOf(entry)).length === 0) return entry
    const done = made.get(entry)
    if (done) return done
    const placed = (text: string) =>
      withPaths(text, (key) => {
        const id = ids.get(key) ?? known.get(key)?.id
        if (id === undefined) w.reader.complain(entry.path, said('transfer.no_such_key', { key }))
        return id === undefined ? undefined : pathOf(id)
      })
    const { title } = entry
    const description = entry.description === null ? null : placed(entry.description)
    const sections = entry.sections.map((one) => ({ ...one, content: placed(one.content) }))
    const columns = {
      ...entry.columns,
      ...(description !== null && { description }),
      ...(sectionTable && searchColumns(title, description, sections)),
    }
    const whole = { ...entry, columns, description, sections }
    made.set(entry, whole)
    return whole
  }
  const ids = await upsertRows({ ...w, noteChange: note }, table, {
    rows: pictured,
    progress: w.progress,
    columnsOf: (entry, all) => linked(entry, all).columns,
  })
  const changed = new Map<number, readonly FlatSection[]>()
  for (const entry of pictured) {
    const id = ids.get(entry.key)
    if (id === undefined) continue
    const whole = linked(entry, ids)
    const row = known.get(entry.key)
    const isSame = areEqual(before(id), whole.sections)
    w.noteEntry?.(notedOf(whole, row && { columns: row, sections: before(id), isSame }, nameOf))
    if (isSame) continue
    changed.set(id, whole.sections)
    if (row !== undefined) note(table, id, row)
  }
  if (sectionTable) await rewriteSections({ db: w.db }, sectionTable, changed)
  return ids
}

/** The entry with its own picture, if it has none here. */
function withPicture<T extends EntryTable>(
  w: Writing,
  entry: Entry<T>,
  row: object | undefined,
): Entry<T> {
  if (w.ownPictures === undefined) return entry
  const { picture = null } = (row ?? {}) as { readonly picture?: string | null }
  const own = picture === null ? w.ownPictures.take(entry.key) : null
  if (row === undefined) return { ...entry, whenNew: { ...entry.whenNew, picture: own } }
  return own === null ? entry : { ...entry, columns: { ...entry.columns, picture: own } }
}

/** A new entry with links is written again when all ids are known: its index is made only then, since it takes longest. */
const unindexed = <T extends EntryTable>(entry: Entry<T>): Entry<T> =>
  linkedKeys(textsOf(entry)).length === 0
    ? entry
    : { ...entry, columns: { ...entry.columns, search_text: '' } }

/** An entry as it is here. */
type Known = Version & { readonly isSame: boolean }

function notedOf<T extends EntryTable>(
  { title, columns, description, sections }: Entry<T>,
  known: Known | undefined,
  nameOf: EntryTables<T>['nameOf'],
): NotedEntry {
  const isSame = known?.isSame && !differs(known.columns, columns)
  return {
    title,
    fate: known === undefined ? 'new' : isSame ? 'same' : 'changed',
    changes: () => (known === undefined ? [] : changesOf(known, { columns, sections }, nameOf)),
    text: () => bodyOf(description ?? '', nested(sections)),
  }
}

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

type Translated = {
  readonly key: string
  readonly path: string
  readonly columns: {
    readonly language: string | null
    readonly translation_group: string | null
  }
}

const placeOf = ({ language, translation_group }: Translated['columns']): string =>
  JSON.stringify([translation_group, language])

/** Complains of each row of a file whose language another of its translations has. */
export async function checkTranslations(
  w: Pick<Writing, 'db' | 'reader'>,
  table: TranslatedTable,
  rows: readonly Translated[],
): Promise<void> {
  const linked = rows.filter(({ columns }) => columns.translation_group !== null)
  if (linked.length === 0) return
  const groups = linked.flatMap(({ columns }) => columns.translation_group ?? [])
  const here = await w.db
    .selectFrom(table)
    .select(['transfer_key', 'language', 'translation_group'])
    .where(isOneOf(w.db, 'translation_group', groups))
    .execute()
  const sent = new Set<string | null>(rows.map(({ key }) => key))
  const taken = new Set(here.filter((row) => !sent.has(row.transfer_key)).map(placeOf))
  for (const { path, columns } of linked) {
    const place = placeOf(columns)
    if (taken.has(place))
      w.reader.complain(`${path}.translation`, said('transfer.translation_there'))
    taken.add(place)
  }
}

/** What people call the columns of an entry. Others, such as times of changes, are no field of an entry. */
const FIELDS: Readonly<Record<string, ChangedField>> = {
  title: 'title',
  kind: 'kind',
  category_id: 'kind',
  type_id: 'kind',
  subcategory_id: 'part',
  quick_subcategory_id: 'part',
  subtype_id: 'part',
  aliases: 'aliases',
  format: 'format',
  language: 'language',
  picture: 'picture',
  position: 'order',
  approved_at: 'state',
  rejected_at: 'state',
  short_description: 'summary',
  publish_at: 'published',
  starts_at: 'starts',
  ends_at: 'ends',
  location: 'location',
  event_kind_id: 'kind',
  series_id: 'starts',
  part_id: 'starts',
  is_own: 'starts',
  planned_at: 'starts',
  access: 'location',
  event_scope: 'scope',
  event_type: 'attendance',
  seats: 'seats',
  waiting_max: 'seats',
  registration_closes_at: 'seats',
  confirm_hours: 'seats',
  companions_max: 'seats',
  companion_names: 'seats',
  guests: 'seats',
  slots: 'starts',
  slot: 'starts',
  questions: 'seats',
  unpublished_at: 'state',
  cancelled_at: 'state',
  description: 'description',
}
const BARE = new Set([
  ...['picture', 'position', 'series_id', 'part_id', 'planned_at', 'is_own'],
  ...['approved_at', 'rejected_at', 'unpublished_at', 'cancelled_at'],
  ...['waiting_max', 'registration_closes_at', 'confirm_hours', 'questions'],
  ...['companions_max', 'companion_names', 'guests'],
  ...['slots', 'takes_offers', 'parent_id', 'slot', 'table_facts'],
])

type Version = { readonly columns: object; readonly sections: readonly FlatSection[] }

/**
 * Fields of an entry that differ.
 * @param nameOf the name of the category or type to which a column refers
 */
function changesOf(
  before: Version,
  after: Version,
  nameOf: (column: string, id: number) => string | undefined,
): FieldChange[] {
  const known = new Map<string, unknown>(Object.entries(before.columns))
  const shown = (column: string, value: unknown): string | null => {
    if (typeof value === 'number') return nameOf(column, value) ?? null
    if (typeof value !== 'string') return null
    return (column === 'aliases' ? aliasesIn(value).join(', ') : value) || null
  }
  const fields = Object.entries(after.columns).flatMap(([column, value]): FieldChange[] => {
    const field = FIELDS[column]
    if (field === undefined || known.get(column) === value) return []
    const [was, is] = BARE.has(column)
      ? [null, null]
      : [shown(column, known.get(column)), shown(column, value)]
    return [{ field, name: '', before: was, after: is }]
  })
  return [...once(fields), ...sectionChanges(before.sections, after.sections)]
}

/** Several columns of a state, or of a registration, are one field: that with values counts. */
const once = (changes: readonly FieldChange[]): FieldChange[] =>
  [...Map.groupBy(changes, ({ field }) => field).values()].flatMap((same) => {
    const readable = same.filter(({ before, after }) => before !== null || after !== null)
    return readable.length > 0 ? readable : same.slice(0, 1)
  })

/** Sections are the same by their titles; of several with one title the first is that of the first. */
function sectionChanges(before: readonly FlatSection[], after: readonly FlatSection[]) {
  const left = [...before]
  const changes: FieldChange[] = []
  const add = (name: string, was: string | null, is: string | null) =>
    changes.push({ field: 'section', name, before: was, after: is })
  for (const { title, content, level } of after) {
    const at = left.findIndex((one) => one.title === title)
    const [known] = at < 0 ? [] : left.splice(at, 1)
    if (known === undefined) add(title, null, content)
    else if (known.content !== content) add(title, known.content, content)
    else if (known.level !== level) add(title, null, null)
  }
  for (const { title, content } of left) add(title, content, null)
  return changes
}
