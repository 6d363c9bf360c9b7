import type { Generated } from 'kysely'
import type { GlossaryEntryId, GlossarySubtypeId, GlossaryTypeId, MemberId } from '#contract/ids.ts'

export type GlossaryTypesTable = {
  id: Generated<GlossaryTypeId>
  name: string
  /** Name of a drawing that the site has. */
  icon: string | null
  position: number
  /** Names the row in files of the desk; see docs/transfer-format.md. */
  transfer_key: string | null
}

export type GlossarySubtypesTable = {
  id: Generated<GlossarySubtypeId>
  type_id: GlossaryTypeId
  name: string
  position: number
  /** Names the row in files of the desk; see docs/transfer-format.md. */
  transfer_key: string | null
}

/**
 * Pending until one of `approved_at` and `rejected_at` is set. The search tables of SQLite follow by
 * triggers.
 */
export type GlossaryEntriesTable = {
  id: Generated<GlossaryEntryId>
  title: string
  /** Empty for entries made by users (ruling 36). */
  description: string
  /** JSON of `StoredPicture`. */
  picture: string | null
  type_id: GlossaryTypeId
  /** One of the type's. */
  subtype_id: GlossarySubtypeId | null
  created_by: MemberId
  created_at: number
  updated_at: number
  approved_at: number | null
  rejected_at: number | null
  rejection_reason: string | null
  /** `titleKey` of the title. */
  title_key: string
  /** `searchText` of title, description, and titles and contents of the sub-entries. */
  search_text: string
  /** The same until the approval, for the author alone and without an index; then null. */
  pending_text: string | null
  /** Names the row in files of the desk; see docs/transfer-format.md. */
  transfer_key: string | null
}

export type GlossarySubEntriesTable = {
  id: Generated<number>
  entry_id: GlossaryEntryId
  position: number
  title: string
  content: string
  /** 0: a section of the entry; 1: a section within the one before, and so on. */
  level: Generated<number>
}
