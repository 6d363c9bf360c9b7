import type { SearchGroup } from '#contract/siteSearch.ts'
import type { Titled } from '../text/nearTitles.ts'

/**
 * A module's part in the search of the whole site (`search` of its face). Terms are folded by `termKey` and not empty.
 */
export type SearchSource = {
  /**
   * Finds rows that every visitor may see.
   * @param limit of hits of each kind
   */
  readonly find: (term: string, limit: number) => Promise<SearchGroup[]>
  /** Titles for `nearTitles`. */
  readonly titles: (term: string) => Promise<readonly Titled[]>
  /** Time at which its hits change without a write; epoch milliseconds. */
  readonly until?: () => Promise<number>
}
