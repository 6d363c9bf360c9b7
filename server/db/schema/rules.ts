import type { Generated } from 'kysely'
import type {
  QuickSubcategoryId,
  RuleCategoryId,
  RuleEntryId,
  RuleSubcategoryId,
  RuleSubEntryId,
} from '#contract/ids.ts'
import type { RuleKind } from '#contract/sets.ts'

export type RuleCategoriesTable = {
  id: Generated<RuleCategoryId>
  name: string
  position: number
  /** Names the row in files of the desk; see docs/transfer-format.md. */
  transfer_key: string | null
}

export type RuleSubcategoriesTable = {
  id: Generated<RuleSubcategoryId>
  category_id: RuleCategoryId
  name: string
  position: number
  /** Names the row in files of the desk; see docs/transfer-format.md. */
  transfer_key: string | null
}

export type QuickSubcategoriesTable = {
  id: Generated<QuickSubcategoryId>
  name: string
  position: number
  /** Names the row in files of the desk; see docs/transfer-format.md. */
  transfer_key: string | null
}

/** Both kinds in one table: one id sequence, so that an id names one entry only (ruling 23). */
export type RuleEntriesTable = {
  id: Generated<RuleEntryId>
  kind: RuleKind
  title: string
  /** Basic entries alone have the next two; the sub-category is one of the category. */
  category_id: RuleCategoryId | null
  subcategory_id: RuleSubcategoryId | null
  quick_subcategory_id: QuickSubcategoryId | null
  /** Among the entries of the same sub-category. */
  position: number
  /** JSON of `StoredPicture`. */
  picture: string | null
  /** `titleKey` of the title. */
  title_key: string
  /** `searchText` of the title and of titles and contents of the sub-entries. */
  search_text: string
  created_at: number
  updated_at: number
  /** Names the row in files of the desk; see docs/transfer-format.md. */
  transfer_key: string | null
}

export type RuleSubEntriesTable = {
  id: Generated<RuleSubEntryId>
  entry_id: RuleEntryId
  position: number
  title: string
  /** May be empty: the page has a text for that (behaviour 2). */
  content: string
  /** 0: a section of the entry; 1: a section within the one before, and so on. */
  level: Generated<number>
}

export type RuleVideosTable = {
  id: Generated<number>
  title: string
  position: number
  /** Public files, by the names in their URLs. */
  file_key: string
  webm_key: string | null
  captions_key: string | null
  poster_key: string | null
  created_at: number
  updated_at: number
}
