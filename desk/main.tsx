import { CacheProvider } from '@emotion/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import './fonts.css'
import { dropLateUpdates } from './frame/lateUpdates.ts'
import { followTranslators } from './frame/translatedTexts.ts'
import { speak } from './i18n.ts'
import { makeAuthProvider } from './session/authProvider.ts'
import { makeClient } from './session/client.ts'
import { makeDataProvider } from './session/dataProvider.ts'
import { makeStyleCache } from './theme/styleCache.ts'

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
