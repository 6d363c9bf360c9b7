import type { createBrowserRouter, RouterNavigateOptions, To } from 'react-router'

type Router = ReturnType<typeof createBrowserRouter>

/**
 * A list of react-admin puts its filter into the URL by a timer, half a second after the last key. Whoever has left the
 * list by then would be brought back to it: such an update counts only on the page of the list.
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

/** Links and redirects scroll to the top, changes of a list do not. */
const isListUpdate = (options?: RouterNavigateOptions): boolean => {
  const { _scrollToTop } = (options?.state ?? {}) as { _scrollToTop?: boolean }
  return _scrollToTop === false
}
