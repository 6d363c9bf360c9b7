import { collectSite } from '#server/compose/collect.ts'
import type { Deps } from '#server/http/deps.ts'
import { describeSite } from '#server/modules/site/site.ts'

/** The heads and the sitemap of the pages of the site, with those of all modules. */
export const describedSite = (deps: Deps) => describeSite(deps, collectSite(deps).all)
