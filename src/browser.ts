import './styles/site.css'
import { keepEarlyInput } from './platform/earlyInput.ts'
import { afterFirstView } from './platform/firstView.ts'
import { currentUrl } from './platform/url.ts'

const openedAt = currentUrl()
const endEarlyInput = keepEarlyInput()

/** The page of the server holds its own texts; the scripts need all of them. */
const isServed = document.getElementById('served') !== null

/** Into the cache of the browser, where the languages find them. */
const preloadTexts = () => fetch(`/locales/${document.documentElement.lang}/translation.json`)

/**
 * Each part is fetched and evaluated on its own: one long task would block the first touches of a phone. A page of the
 * server is there to be read, and its links work: the scripts wait for its pictures.
 */
async function load(): Promise<void> {
  if (isServed) void preloadTexts().catch(() => undefined)
  const [{ startSite }] = await Promise.all([
    import(/* webpackChunkName: "start" */ './app/start.tsx'),
    import(/* webpackChunkName: "react-dom" */ 'react-dom/client'),
  ])
  await startSite(openedAt, endEarlyInput)
}

if (isServed) afterFirstView(load)
else void load()
