import { watchLinks } from '#src/platform/links.ts'
import { previewToken } from '#src/platform/previewToken.ts'
import { savesData } from '#src/platform/savesData.ts'
import { currentUrl } from '#src/platform/url.ts'
import { prefetcher } from '#src/store/prefetch.ts'
import type { AppThunk } from '#src/store/reducer.ts'
import { pages } from './pages.ts'
import { routeAt } from './routes.ts'

/** Window (= `keepUnusedDataFor`) and most pages prefetched in it. */
const PERIOD_MS = 60_000
const PAGES_MAX = 12

/** Prefetches code and data of pages whose links the visitor is about to follow. Returns a function that stops it. */
export const prefetchLinks = (): AppThunk<() => void> => (dispatch) => {
  const prefetch = dispatch(prefetcher())
  /** Time of the prefetch by path and query, for the pages of the last minute. */
  const fetched = new Map<string, number>()

  async function prefetchPage({ pathname, searchParams: query }: URL): Promise<void> {
    const isPreview = query.has('preview') || previewToken() !== null
    const found = routeAt(pathname)
    if (!found) return
    const { pageData: data } = await pages[found.entry.path].load()
    const fetch = data?.prefetch ?? data?.fetch
    // The calls of a preview are made with the token in the URL of the page.
    if (fetch && !isPreview)
      await prefetch((through) => fetch(through, { params: found.params, query }))
  }

  return watchLinks((target) => {
    const url = target.pathname + target.search
    const now = Date.now()
    for (const [each, at] of fetched) if (now - at >= PERIOD_MS) fetched.delete(each)
    const isHere = url === currentUrl()
    if (isHere || fetched.has(url) || fetched.size >= PAGES_MAX || savesData()) return
    fetched.set(url, now)
    // The page retries what failed, and shows the error.
    prefetchPage(target).catch(() => undefined)
  })
}
