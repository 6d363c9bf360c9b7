import type { FoundOnSite } from '#contract/siteSearch.ts'
import { SEARCH_KINDS } from '#contract/siteSearch.ts'
import { threaded } from '../../db/readThreads.ts'
import type { HasDb } from '../../db/rows.ts'
import type { SearchSource, Sought } from '../../http/searchSource.ts'
import { nearTitles } from '../../text/nearTitles.ts'
import { at } from '../../work/work.ts'

type Asked = Sought & {
  /** URLs of files that export a `source`. */
  readonly sources: readonly string[]
}
type Found = {
  /** `FoundOnSite` as JSON. */
  readonly text: string
  /** Time at which the hits change without a write; epoch milliseconds. */
  readonly until: number
}

/** Searches all sources, in a thread. */
export const findOnSite = threaded(
  import.meta.url,
  'findOnSite',
  async (w: HasDb, { sources: urls, ...sought }: Asked): Promise<Found> => {
    const sources = await Promise.all(
      urls.map(async (url) => ((await import(url)) as { readonly source: SearchSource }).source),
    )
    // The expiry comes first: content that appears meanwhile must still expire this response.
    const ends = await Promise.all(sources.flatMap(({ until }) => until?.(at(w, sought.now)) ?? []))
    const all = await Promise.all(sources.map((source) => source.find(w, sought)))
    const groups = all
      .flat()
      .filter(({ hits }) => hits.length > 0)
      .sort((a, b) => SEARCH_KINDS.indexOf(a.kind) - SEARCH_KINDS.indexOf(b.kind))
    const near =
      groups.length > 0 ? [] : await Promise.all(sources.map((source) => source.near(w, sought)))
    const suggestions = nearTitles(sought.term, near.flat())
    const text = JSON.stringify({ groups, suggestions } satisfies FoundOnSite)
    return { text, until: Math.min(...ends) }
  },
)
