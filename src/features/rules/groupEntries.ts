import type { BasicRuleEntry, QuickRuleEntry } from '#contract/rules.ts'

export type RuleEntry = BasicRuleEntry | QuickRuleEntry

/** The key of entries without a category, such as all quick ones. Never shown (ruling 27). */
export const QUICK_ENTRIES = 'quick_entries'

const subcategoryOf = (entry: RuleEntry): number | null =>
  entry.type === 'quick' ? entry.quick_subcategory : entry.subcategory
const categoryOf = (entry: RuleEntry): number | typeof QUICK_ENTRIES =>
  (entry.type === 'basic' ? entry.category : null) ?? QUICK_ENTRIES

export function groupEntries<Entry extends RuleEntry>(entries: readonly Entry[]) {
  return grouped(entries, categoryOf).map(([category, ofCategory]) => ({
    category,
    groups: grouped(ofCategory, subcategoryOf).map(([subcategory, ofSubcategory]) => ({
      subcategory,
      entries: ofSubcategory,
    })),
  }))
}

/** Keys are in the order of their first entry. */
const grouped = <Entry, Key>(entries: readonly Entry[], keyOf: (entry: Entry) => Key) =>
  [...new Set(entries.map(keyOf))].map(
    (key) => [key, entries.filter((entry) => keyOf(entry) === key)] as const,
  )
