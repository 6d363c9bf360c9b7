import type { SearchGroup } from '#contract/schemas/search.ts'
import type { Titled } from '../text/nearTitles.ts'

/** What a module lends to the search of the whole site (`search` of its face). Terms are folded by `termKey` and not empty. */
export type SearchSource = {
  /** What every visitor may see. @param limit of hits of each kind */
  readonly find: (term: string, limit: number) => Promise<SearchGroup[]>
  /** For `nearTitles`. */
  readonly titles: (term: string) => Promise<readonly Titled[]>
  /** When its hits change by themselves; epoch milliseconds. */
  readonly until?: () => Promise<number>
}
