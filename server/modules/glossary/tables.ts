import type { Generated } from 'kysely'
import type { GlossaryEntryId, GlossarySubtypeId, GlossaryTypeId, MemberId } from '#contract/ids.ts'
import type {
  Formatted,
  InLanguage,
  Named,
  Picture,
  Section,
  TransferKey,
  WithAliases,
} from '../../db/columns.ts'

declare module '../../db/schema.ts' {
  interface DB {
    /** The reviewer of an entry, and the last decision. An entry without either has no row. */
    glossary_reviews: {
      entry_id: GlossaryEntryId
      claimed_by: MemberId | null
      claimed_until: number | null
      decided_by: MemberId | null
      decided_at: number | null
      /** Null for a plain approval or rejection. */
      decided_how: 'edited' | 'changes' | null
      /** JSON of `EntryTexts`: what the author had sent, where it was approved with edits. */
      author_version: string | null
    }
    glossary_types: Named<GlossaryTypeId> & {
      /** Name of a drawing that the site has. */
      icon: string | null
    }
    glossary_subtypes: Named<GlossarySubtypeId> & { type_id: GlossaryTypeId }
    /** Pending until one of `approved_at` and `rejected_at` is set. Triggers update the search tables of SQLite. */
    glossary_entries: TransferKey &
      Formatted &
      WithAliases &
      InLanguage &
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
}
