import type { createBrowserRouter, RouterNavigateOptions, To } from 'react-router'

type Router = ReturnType<typeof createBrowserRouter>

/**
 * Drops navigations of a list that is no longer the current page. react-admin debounces the search of a list by 500 ms
 * and then navigates to the list with the new query, even if another page was opened in the meantime.
 */
export function dropLateUpdates(router: Router): Router {
  const navigate = router.navigate.bind(router)
  router.navigate = async (to: To | number | null, options?: RouterNavigateOptions) => {
    if (typeof to === 'number') return navigate(to)
    const target = typeof to === 'object' ? to?.pathname : null
    const hasLeft = target && target !== router.state.location.pathname
    if (hasLeft && isListUpdate(options)) return
    return navigate(to, options)
  }
  return router
}

/**
 * Reads the navigation state of react-admin: true for its links, redirects and pages of a list; false for a new filter.
 */
const isListUpdate = (options?: RouterNavigateOptions): boolean => {
  const { _scrollToTop } = (options?.state ?? {}) as { _scrollToTop?: boolean }
  return _scrollToTop === false
}
