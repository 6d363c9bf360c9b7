import type { SearchGroup } from '#contract/siteSearch.ts'
import type { HasDb, Read } from '../db/rows.ts'
import type { Listed } from '../db/translated.ts'
import type { Titled } from '../text/nearTitles.ts'

/** What is sought on the whole site; plain data. */
export type Sought = Listed & {
  /** Folded by `termKey` and not empty. */
  readonly term: string
  /** Hits of each kind. */
  readonly limit: number
  /** Epoch milliseconds. */
  readonly now: number
}

/** A module's part in the search of the whole site: what every visitor may see. `search` of its face names its file. */
export type SearchSource = {
  readonly find: (w: HasDb, sought: Sought) => Promise<SearchGroup[]>
  readonly near: (w: HasDb, sought: Sought) => Promise<readonly Titled[]>
  /** Time at which its hits change without a write; epoch milliseconds. */
  readonly until?: (w: Read) => Promise<number>
}
