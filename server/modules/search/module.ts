import {
  type FoundOnSite,
  SEARCH_HITS,
  type SiteSearch,
  searchCalls,
} from '#contract/siteSearch.ts'
import { termKey } from '#shared/search.ts'
import { asJson, JSON_TYPE, sending } from '../../http/cache/sendCached.ts'
import { type App, type Deps, forVisitors } from '../../http/deps.ts'
import { mainLanguage } from '../../text/contentLanguage.ts'
import { routesOn } from '../../work/work.ts'
import type { Module } from '../face.ts'
import { findOnSite } from './findOnSite.ts'

export const search = {
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
  { query: { q = '', limit = SEARCH_HITS, language } }: { readonly query: SiteSearch },
) {
  const term = termKey(q)
  return responseCache.get('search', JSON.stringify([term, limit, language]), async () => {
    if (term === '') return asJson({ groups: [], suggestions: [] } satisfies FoundOnSite)
    const [now, main] = [clock(), mainLanguage(settings)]
    const sources = searches.map(({ href }) => href)
    const found = await gates.searches(() =>
      findOnSite({ db }, { sources, term, limit, now, main, language }),
    )
    return { ...found, mediaType: JSON_TYPE, compression: 'quick' }
  })
}
