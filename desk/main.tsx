import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router'
import { App } from './App.tsx'
import './fonts.css'
import { dropLateUpdates } from './frame/lateUpdates.ts'
import { followTranslators } from './frame/translatedTexts.ts'
import { makeAuthProvider } from './session/authProvider.ts'
import { makeClient } from './session/client.ts'
import { makeDataProvider } from './session/dataProvider.ts'

const client = makeClient()
const root = document.getElementById('root')
if (!root) throw new Error('The page has no element #root.')

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
    <RouterProvider router={router} />
  </StrictMode>,
)
