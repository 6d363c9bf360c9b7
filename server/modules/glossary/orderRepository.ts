import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { GlossaryEntryId, GlossarySubtypeId, GlossaryTypeId, MemberId } from '#contract/ids.ts'
import { storedTrees } from '../../db/linkedTexts.ts'
import { type Placeholders, prepared } from '../../db/prepared.ts'
import type { HasDb } from '../../db/schema.ts'
import { idList, inOrderOf, isAfter, isInList } from '../../db/search.ts'

export type EntryFilters = {
  /** Null: all entries. */
  readonly id: GlossaryEntryId | null
  /** All entries of one author; null: the approved ones of all authors. */
  readonly author: MemberId | null
  /** Limits the list to authors who are not staff now (ruling 55). */
  readonly isUserMade: boolean
  readonly type: GlossaryTypeId | null
  readonly subtype: GlossarySubtypeId | null
  /** Folded by `termKey`; empty finds everything. */
  readonly term: string
}
export type Order = {
  readonly column: 'title_key' | 'created_at'
  readonly direction: 'asc' | 'desc'
}
/** The position of an entry in an order. */
export type Cursor = { readonly key: string | number; readonly id: GlossaryEntryId }

/** Characters; enough for the first line of a text. */
const OPENING_MAX = 400
const BLANKS = ' \t\r\n'

/** The beginning of the first section of an entry without a description. Select it only for the rows of a page. */
export const opening = sql<
  string | null
>`case when trim(e.description, ${sql.lit(BLANKS)}) = '' then (
  select substr(s.content, 1, ${sql.lit(OPENING_MAX)}) from glossary_sub_entries as s
  where s.entry_id = e.id order by s.position, s.id limit 1) end`

/** Conditions of all filters but the term. */
export function conditionOf({
  id,
  author,
  isUserMade,
  type,
  subtype,
}: EntryFilters): RawBuilder<SqlBool> {
  const staff = sql`(select id from users where role <> 'player')`
  return sql`(${sql.join(
    [
      author === null ? sql`e.approved_at is not null` : sql`e.created_by = ${author}`,
      ...(id === null ? [] : [sql`e.id = ${id}`]),
      ...(type === null ? [] : [sql`e.type_id = ${type}`]),
      ...(subtype === null ? [] : [sql`e.subtype_id = ${subtype}`]),
      ...(isUserMade ? [sql`e.created_by not in ${staff}`] : []),
    ],
    sql` and `,
  )})`
}

/** Entries that match all filters but the term. */
export const filtered = (w: HasDb, filters: EntryFilters) =>
  w.db.selectFrom('glossary_entries as e').where(conditionOf(filters))

/** Ids and keys of entries in an order, from a cursor or the beginning. */
export const ordered = (
  w: HasDb,
  filters: EntryFilters,
  { column, direction }: Order,
  after: Cursor | null,
) =>
  filtered(w, filters)
    .$if(after !== null, (q) =>
      after === null ? q : q.where(isAfter([`e.${column}`, 'e.id'], direction, after)),
    )
    .select(['e.id', `e.${column} as key`])
    .orderBy(`e.${column}`, direction)
    .orderBy('e.id', direction)

export type EntryRow = Awaited<ReturnType<typeof rowsOf>>[number]

const rowsOf = prepared((db, { ids }: Placeholders<{ readonly ids: unknown }>) =>
  db
    .selectFrom('glossary_entries as e')
    .innerJoin('users as u', 'u.id', 'e.created_by')
    .innerJoin('glossary_types as t', 't.id', 'e.type_id')
    .leftJoin('glossary_subtypes as s', 's.id', 'e.subtype_id')
    .select(['e.id', 'e.title', 'e.description', 'e.picture', 'e.type_id', 'e.format'])
    .select('e.language')
    .select(['t.name as type_name', 't.icon as type_icon'])
    .select(['e.subtype_id', 's.name as subtype_name', 'u.username', 'u.role'])
    .select(['e.approved_at', 'e.rejected_at', 'e.rejection_reason', opening.as('opening')])
    .select(storedTrees('glossary', 'e.id').as('trees'))
    .where(isInList(db, 'e.id', ids)),
)

export async function entriesOf(
  w: HasDb,
  places: readonly { readonly id: GlossaryEntryId }[],
): Promise<EntryRow[]> {
  if (places.length === 0) return []
  const ids = places.map(({ id }) => id)
  return inOrderOf(places, await rowsOf(w.db, { ids: idList(w.db, ids) }))
}
