import type { RawBuilder, SqlBool } from 'kysely'
import type { GlossaryEntryId, GlossarySubtypeId, GlossaryTypeId, MemberId } from '#contract/ids.ts'

export type EntryFilters = {
  /** One entry alone. */
  readonly id: GlossaryEntryId | null
  /** Everything of one author; null: what is approved, of everybody. */
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
/** Where an entry stands in an order. */
export type Place = { readonly key: string | number; readonly id: GlossaryEntryId }

/** The search term of the filters as a condition; see `textFilter` of listRepository.ts. */
export type TextFilter = {
  readonly condition: RawBuilder<SqlBool> | null
  /** More than `TOTAL_CAP` rows match: they are found by reading the list in order. */
  readonly isCommon: boolean
  readonly isNothing?: boolean
}
