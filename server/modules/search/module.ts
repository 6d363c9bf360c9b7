import {
  type FoundOnSite,
  SEARCH_HITS,
  SEARCH_KINDS,
  type SiteSearch,
  searchCalls,
} from '#contract/siteSearch.ts'
import { termKey } from '#shared/search.ts'
import { threaded } from '../../db/readThreads.ts'
import type { HasDb } from '../../db/schema.ts'
import { asJson, JSON_TYPE, sending } from '../../http/cache/sendCached.ts'
import { type App, type Deps, forVisitors } from '../../http/deps.ts'
import type { SearchSource, Sought } from '../../http/searchSource.ts'
import { mainLanguage } from '../../text/contentLanguage.ts'
import { nearTitles } from '../../text/nearTitles.ts'
import { routesOn } from '../../work/calls.ts'
import { at } from '../../work/work.ts'
import type { Module } from '../face.ts'

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
const findOnSite = threaded(
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

export const search = {
  gives: {},
  make: (): Module => ({
    site: (deps) => ({
      open: (open, { searches }) => searchRoutes(open, { ...forVisitors(deps), searches }),
      pageFeatures: ['search'],
    }),
  }),
}

type Searching = Deps & {
  readonly searches: readonly URL[]
}

/** One search for all that visitors may read (behaviour 12.13). The same for all callers, so it is cached. */
function searchRoutes(open: App, deps: Searching): void {
  const route = routesOn(open, deps, searchCalls)
  route('searchSite', sending(readFound))
}

async function readFound(
  { db, clock, settings, responseCache, gates, searches }: Searching,
  { query: { q = '', limit = SEARCH_HITS } }: { readonly query: SiteSearch },
) {
  const term = termKey(q)
  return responseCache.get('search', JSON.stringify([term, limit]), async () => {
    if (term === '') return asJson({ groups: [], suggestions: [] } satisfies FoundOnSite)
    const [now, main] = [clock(), mainLanguage(settings)]
    const sources = searches.map(({ href }) => href)
    const found = await gates.searches(() =>
      findOnSite({ db }, { sources, term, limit, now, main }),
    )
    return { ...found, mediaType: JSON_TYPE, compression: 'quick' }
  })
}
