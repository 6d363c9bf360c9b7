import { sql } from 'kysely'
import type { GlossaryEntryId, GlossarySubtypeId, GlossaryTypeId, MemberId } from '#contract/ids.ts'
import type { HasDb } from '../../db/schema.ts'
import { isAfter } from '../../db/search.ts'

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

/** Entries that match all filters but the term. */
export const filtered = (w: HasDb, { id, author, isUserMade, type, subtype }: EntryFilters) =>
  w.db
    .selectFrom('glossary_entries as e')
    .$if(id !== null, (q) => q.where('e.id', '=', id))
    .$if(author === null, (q) => q.where('e.approved_at', 'is not', null))
    .$if(author !== null, (q) => q.where('e.created_by', '=', author))
    .$if(type !== null, (q) => q.where('e.type_id', '=', type))
    .$if(subtype !== null, (q) => q.where('e.subtype_id', '=', subtype))
    .$if(isUserMade, (q) =>
      q.where(
        'e.created_by',
        'not in',
        w.db.selectFrom('users').select('id').where('role', '<>', 'player'),
      ),
    )

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
