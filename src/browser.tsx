import './styles/site.css'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { preloadScreenAt } from './app/pages.ts'
import { SiteTree } from './app/SiteTree.tsx'
import { readServed } from './app/served.ts'
import { startI18n } from './i18n/i18n.ts'
import { shownLanguage } from './i18n/language.ts'
import { isDebugging } from './platform/debugSwitch.ts'
import type { RootState } from './store/reducer.ts'
import { storedState } from './store/session/tokenStorage.ts'
import { setupStore } from './store/store.ts'

/** How long the first paint waits for the first screen's chunk. */
const SCREEN_WITHIN_MS = 500

const firstScreen = preloadScreenAt(window.location.pathname)
const { i18n, ready, texts } = startI18n()
const served = readServed(Date.now())
const stored = storedState()
// The server renders for visitors; for anybody else its page is replaced, and its answers are kept.
const isVisitor =
  stored.session.status === 'anonymous' && !stored.staff.isStaff && !stored.staff.isSuperuser
const store = setupStore(
  {
    ...stored,
    ...((isVisitor ? served?.state : { api: served?.state.api }) as Partial<RootState>),
  },
  { language: shownLanguage, devTools: isDebugging() },
)
store.connect()

// For screen readers: the language of the rendered texts.
const nameLanguage = () => {
  document.documentElement.lang = i18n.resolvedLanguage ?? 'en'
}
i18n.on('languageChanged', nameLanguage)

const soon = new Promise((resolve) => setTimeout(resolve, SCREEN_WITHIN_MS))
// A page of the server is there to be read: it waits for its texts and its code.
void Promise.all(served ? [texts, firstScreen] : [ready, Promise.race([firstScreen, soon])]).then(
  () => {
    const root = document.getElementById('root')
    if (!root) return
    nameLanguage()
    const isSame = isVisitor && served?.facts.language === i18n.resolvedLanguage
    const tree = (
      <SiteTree
        i18n={i18n}
        store={store}
        facts={isSame ? (served?.facts ?? null) : null}
        router={(site) => <BrowserRouter>{site}</BrowserRouter>}
      />
    )
    if (isSame) startTransition(() => void hydrateRoot(root, tree))
    else createRoot(root).render(tree)
  },
)
