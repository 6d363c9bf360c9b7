import type { BasicRuleEntry, QuickRuleEntry } from '#contract/schemas/rules.ts'

export type RuleEntry = BasicRuleEntry | QuickRuleEntry

/** The key of entries without a category, such as all quick ones. Never shown (ruling 27). */
export const QUICK_ENTRIES = 'quick_entries'

const subcategoryOf = (entry: RuleEntry): number | null =>
  entry.type === 'quick' ? entry.quick_subcategory : entry.subcategory
const categoryOf = (entry: RuleEntry): number | typeof QUICK_ENTRIES =>
  (entry.type === 'basic' ? entry.category : null) ?? QUICK_ENTRIES

export function groupEntries<Entry extends RuleEntry>(entries: readonly Entry[]) {
  // Keys are in the order of their first entry.
  return [...Map.groupBy(entries, categoryOf)].map(([category, ofCategory]) => ({
    category,
    groups: [...Map.groupBy(ofCategory, subcategoryOf)].map(([subcategory, ofSubcategory]) => ({
      subcategory,
      entries: ofSubcategory,
    })),
  }))
}
