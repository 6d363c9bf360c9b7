import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { App } from './App.tsx'
import './desk.css'
import { makeAuthProvider } from './session/authProvider.ts'
import { makeClient } from './session/client.ts'
import { makeDataProvider } from './session/dataProvider.ts'

const client = makeClient()
const root = document.getElementById('root')
if (!root) throw new Error('The page has no element #root.')

createRoot(root).render(
  <StrictMode>
    <BrowserRouter>
      <App authProvider={makeAuthProvider(client)} dataProvider={makeDataProvider(client)} />
    </BrowserRouter>
  </StrictMode>,
)
