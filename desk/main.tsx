import './fonts.css'
import { CacheProvider } from '@emotion/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import {
  createBrowserRouter,
  type RouterNavigateOptions,
  RouterProvider,
  type To,
} from 'react-router'
import { followTranslators } from './frame/translatedTexts.ts'
import { speak } from './i18n.ts'
import { makeAuthProvider } from './session/authProvider.ts'
import { makeClient } from './session/client.ts'
import { makeDataProvider } from './session/dataProvider.ts'
import { makeStyleCache } from './theme/styleCache.ts'

type Router = ReturnType<typeof createBrowserRouter>

/**
 * Drops navigations of a list that is no longer the current page. react-admin debounces the search of a list by 500 ms
 * and then navigates to the list with the new query, even if another page was opened in the meantime.
 */
function dropLateUpdates(router: Router): Router {
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

async function start(root: HTMLElement): Promise<void> {
  const client = makeClient()
  await speak()
  const styles = await makeStyleCache()
  // Part of this file, and run only now: modules take texts as they are run.
  const { App } = await import(/* webpackMode: "eager" */ './App.tsx')
  // A data router is needed to block a navigation that would lose unsaved changes.
  const router = dropLateUpdates(
    createBrowserRouter([
      {
        path: '*',
        element: (
          <App authProvider={makeAuthProvider(client)} dataProvider={makeDataProvider(client)} />
        ),
      },
    ]),
  )
  followTranslators(root.ownerDocument)
  createRoot(root).render(
    <StrictMode>
      <CacheProvider value={styles}>
        <RouterProvider router={router} />
      </CacheProvider>
    </StrictMode>,
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element #root.')
void start(root)
