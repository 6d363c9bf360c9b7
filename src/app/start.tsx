import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { startI18n } from '#src/i18n/i18n.ts'
import { shownLanguage } from '#src/i18n/language.ts'
import { currentUrl } from '#src/platform/firstView.ts'
import { listedIn } from '#src/platform/languages.ts'
import { isDebugging, nameLanguage } from '#src/platform/page.ts'
import type { AppDispatch, RootState } from '#src/store/reducer.ts'
import { storedState } from '#src/store/session/tokenStorage.ts'
import { setupStore } from '#src/store/store.ts'
import { openHistory, PageRouter } from './PageRouter.tsx'
import { preloadScreenAt } from './pages.ts'
import type { Chunk } from './routes.ts'
import { SiteTree } from './SiteTree.tsx'
import { readServed } from './served.ts'

/** How long the first paint waits for the first screen's chunk. */
const SCREEN_WITHIN_MS = 500
/** How long a shell waits for the data of its page. */
const DATA_WITHIN_MS = 2000

/**
 * Starts the site in the page, and takes over what the server has rendered.
 * @param openedAt URL of the page of the server: Back may have left it before the scripts ran
 * @param onListen called when React begins to listen; returns a function that repeats earlier input on the same page
 */
export async function startSite(openedAt: string, onListen: () => () => void): Promise<void> {
  const firstScreen = preloadScreenAt(window.location.pathname)
  const { i18n, ready, texts } = startI18n()
  const served = readServed(Date.now())
  const stored = storedState(window.location.hash)
  const { session, staff } = stored
  // The server renders for visitors. A member's browser renders anew, but uses the responses that were sent.
  const isVisitor = session.status === 'anonymous' && !staff.isStaff && !staff.isSuperuser
  const isAtPage = () => isVisitor && openedAt === currentUrl()
  const sent = isAtPage() ? served?.state : { api: served?.state.api }
  const store = setupStore({ ...stored, ...sent } as Partial<RootState>, {
    language: shownLanguage,
    // Few visitors need them: not part of the first load.
    devTools: isDebugging() && (await import('#src/store/devtools.ts')).devToolsOptions,
  })
  store.connect()
  const nameTexts = () => nameLanguage(i18n.resolvedLanguage ?? 'en')
  i18n.on('languageChanged', nameTexts)

  const soon = pause(SCREEN_WITHIN_MS)
  const root = document.getElementById('root')
  if (!root) return
  // A page rendered by the server is readable meanwhile, so it may wait for its texts and code.
  const isDrawn = root.hasChildNodes()
  await Promise.all(isDrawn ? [texts, firstScreen] : [ready, Promise.race([firstScreen, soon])])
  // A shell stays until the page can take its place as a whole.
  if (isDrawn && !served && session.status === 'member')
    await Promise.race([fetchFirst(store.dispatch, await firstScreen), pause(DATA_WITHIN_MS)])
  nameTexts()
  const hasItsLanguage = served?.facts.language === i18n.resolvedLanguage
  const opened = openHistory()
  // Back may have been pressed during the wait.
  const facts = served && isAtPage() && hasItsLanguage ? served.facts : null
  const repeatInput = onListen()
  // Deferred to its own task: React ignores events during this callback.
  const handleReady = facts ? () => void setTimeout(repeatInput) : undefined
  const tree = (
    <SiteTree
      i18n={i18n}
      onReady={handleReady}
      store={store}
      facts={facts}
      router={(site) => <PageRouter opened={opened}>{site}</PageRouter>}
    />
  )
  if (facts) startTransition(() => void hydrateRoot(root, tree))
  else createRoot(root).render(tree)
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Fetches what the first page shows. The page shows the failure of a call itself. */
async function fetchFirst(dispatch: AppDispatch, chunk: Chunk | undefined): Promise<void> {
  const query = new URLSearchParams(window.location.search)
  await chunk?.pageData?.fetch(dispatch, { params: {}, query, listedIn: listedIn() })
}
