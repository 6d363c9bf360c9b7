import {
  type FoundOnSite,
  SEARCH_HITS,
  SEARCH_KINDS,
  type SiteSearch,
  searchCalls,
} from '#contract/siteSearch.ts'
import { termKey } from '#shared/search.ts'
import type { Content } from '../../http/cache/cachedResponse.ts'
import { asJson, sending } from '../../http/cache/sendCached.ts'
import type { App, Deps } from '../../http/deps.ts'
import type { SearchSource } from '../../http/searchSource.ts'
import { nearTitles } from '../../text/nearTitles.ts'
import { routesOn } from '../../work/calls.ts'

type Searching = Deps & {
  readonly searches: readonly SearchSource[]
}

/** One search for all that visitors may read (behaviour 12.13). The same for all callers, so it is cached. */
export function searchModule(open: App, deps: Searching): void {
  const route = routesOn(open, deps, searchCalls)
  route('searchSite', sending(readFound))
}

async function readFound(
  { responseCache, gates, searches }: Searching,
  { query: { q = '', limit = SEARCH_HITS } }: { readonly query: SiteSearch },
) {
  const term = termKey(q)
  return responseCache.get('search', JSON.stringify([term, limit]), () =>
    gates.searches(() => find(searches, term, limit)),
  )
}

async function find(
  searches: readonly SearchSource[],
  term: string,
  limit: number,
): Promise<Content> {
  if (term === '') return asJson({ groups: [], suggestions: [] } satisfies FoundOnSite)
  // Compute the expiry first: content that appears meanwhile must still expire this entry.
  const ends = await Promise.all(searches.flatMap(({ until }) => until?.() ?? []))
  const all = await Promise.all(searches.map((source) => source.find(term, limit)))
  const groups = all
    .flat()
    .filter(({ hits }) => hits.length > 0)
    .sort((a, b) => SEARCH_KINDS.indexOf(a.kind) - SEARCH_KINDS.indexOf(b.kind))
  const titles =
    groups.length > 0 ? [] : await Promise.all(searches.map((source) => source.titles(term)))
  const found: FoundOnSite = { groups, suggestions: nearTitles(term, titles.flat()) }
  return { ...asJson(found), until: Math.min(...ends), compression: 'quick' }
}
