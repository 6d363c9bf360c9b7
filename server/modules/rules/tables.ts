import type { Generated } from 'kysely'
import type {
  QuickSubcategoryId,
  RuleCategoryId,
  RuleEntryId,
  RuleSubcategoryId,
  RuleSubEntryId,
} from '#contract/ids.ts'
import type { RuleKind } from '#contract/sets.ts'
import type {
  Formatted,
  Named,
  Picture,
  Section,
  TransferKey,
  Translated,
  WithAliases,
} from '../../db/columns.ts'

declare module '../../db/schema.ts' {
  interface DB {
    rule_categories: Named<RuleCategoryId>
    rule_subcategories: Named<RuleSubcategoryId> & { category_id: RuleCategoryId }
    quick_subcategories: Named<QuickSubcategoryId>
    /** Both kinds in one table: one id sequence, so that an id names one entry only (ruling 23). */
    rule_entries: TransferKey &
      Formatted &
      WithAliases &
      Translated &
      Picture & {
        id: Generated<RuleEntryId>
        kind: RuleKind
        title: string
        /** The next two belong to basic entries; the sub-category is one of the category. */
        category_id: RuleCategoryId | null
        subcategory_id: RuleSubcategoryId | null
        quick_subcategory_id: QuickSubcategoryId | null
        /** Position among the entries of the same sub-category. */
        position: number
        /** `titleKey` of the title. */
        title_key: string
        /** `titledText` of the title and of titles and contents of the sub-entries. */
        search_text: string
        created_at: number
        updated_at: number
      }
    rule_sub_entries: Section<RuleSubEntryId, RuleEntryId>
    rule_videos: {
      id: Generated<number>
      title: string
      position: number
      /** Keys of public files: the names in their URLs. */
      file_key: string
      webm_key: string | null
      captions_key: string | null
      poster_key: string | null
      created_at: number
      updated_at: number
    }
  }
}
