import type { RawBuilder, SqlBool } from 'kysely'
import type { GlossaryEntryId, GlossarySubtypeId, GlossaryTypeId, MemberId } from '#contract/ids.ts'

export type EntryFilters = {
  /** Null: all entries. */
  readonly id: GlossaryEntryId | null
  /** All entries of one author; null: the approved ones of all authors. */
  readonly author: MemberId | null
  /** Only entries of authors who are not staff now (ruling 55). */
  readonly isUserMade: boolean
  readonly type: GlossaryTypeId | null
  readonly subtype: GlossarySubtypeId | null
  /** Folded by `searchKey` and trimmed; empty finds everything. */
  readonly term: string
}
export type Order = {
  readonly column: 'title_key' | 'created_at'
  readonly direction: 'asc' | 'desc'
}
/** The position of an entry in an order. */
export type Cursor = { readonly key: string | number; readonly id: GlossaryEntryId }

/** The search term of the filters as a condition; see `textFilter` of search.ts. */
export type TextFilter = {
  readonly condition: RawBuilder<SqlBool> | null
  /** More than `TOTAL_CAP` rows match: reading the list in order finds them soon enough. */
  readonly isCommon: boolean
  readonly isNothing: boolean
}
