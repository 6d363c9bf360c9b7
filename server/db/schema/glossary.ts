import type { Generated } from 'kysely'
import type { GlossaryEntryId, GlossarySubtypeId, GlossaryTypeId, MemberId } from '#contract/ids.ts'
import type { Formatted, Named, Picture, Section, TransferKey, WithAliases } from './columns.ts'

export type GlossaryTables = {
  glossary_types: Named<GlossaryTypeId> & {
    /** Name of a drawing that the site has. */
    icon: string | null
  }
  glossary_subtypes: Named<GlossarySubtypeId> & { type_id: GlossaryTypeId }
  /** Pending until one of `approved_at` and `rejected_at` is set. Triggers update the search tables of SQLite. */
  glossary_entries: TransferKey &
    Formatted &
    WithAliases &
    Picture & {
      id: Generated<GlossaryEntryId>
      title: string
      /** Empty for entries made by users (ruling 36). */
      description: string
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
      /** `titledText` of title, description, and titles and contents of the sub-entries. */
      search_text: string
      /** The same until the approval, for the author alone and without an index; then null. */
      pending_text: string | null
    }
  glossary_sub_entries: Section<number, GlossaryEntryId>
}
