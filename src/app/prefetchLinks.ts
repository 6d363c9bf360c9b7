import { watchLinks } from '#src/platform/links.ts'
import { previewToken } from '#src/platform/previewToken.ts'
import { savesData } from '#src/platform/savesData.ts'
import { currentUrl } from '#src/platform/url.ts'
import { aheadCaller } from '#src/store/callAhead.ts'
import type { AppThunk } from '#src/store/reducer.ts'
import { pages } from './pages.ts'
import { routeAt } from './routes.ts'

/** As long as an unused response stays in the cache; and the pages that are fetched within it at most. */
const PERIOD_MS = 60_000
const PAGES_MAX = 12

/** Fetches code and data of the pages whose links the visitor is about to follow, until the returned function is called. */
export const prefetchLinks = (): AppThunk<() => void> => (dispatch) => {
  const callAhead = dispatch(aheadCaller())
  /** Path and query of each page fetched in the last minute, with the time. */
  const fetched = new Map<string, number>()

  async function prefetch({ pathname, searchParams: query }: URL): Promise<void> {
    const isPreview = query.has('preview') || previewToken() !== null
    const found = routeAt(pathname)
    if (!found) return
    const { pageData: data } = await pages[found.entry.path].load()
    const fetch = data?.fetchAhead ?? data?.fetch
    // The calls of a preview are made with the token in the URL of the page.
    if (fetch && !isPreview)
      await callAhead((through) => fetch(through, { params: found.params, query }))
  }

  return watchLinks((target) => {
    const url = target.pathname + target.search
    const now = Date.now()
    for (const [each, at] of fetched) if (now - at >= PERIOD_MS) fetched.delete(each)
    const isHere = url === currentUrl()
    if (isHere || fetched.has(url) || fetched.size >= PAGES_MAX || savesData()) return
    fetched.set(url, now)
    // The page itself fetches again what failed, and reports it.
    prefetch(target).catch(() => undefined)
  })
}
