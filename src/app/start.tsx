import { type BackendModule, createInstance, type i18n as I18n } from 'i18next'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { isDraftStamp } from '#contract/siteKit.ts'
import { addDateWords, type DateWords } from '#shared/dateWords.ts'
import { shownLanguage } from '#src/i18n/language.ts'
import { nameLanguage } from '#src/platform/direction.ts'
import { kitIn, kitText, kitUrl } from '#src/platform/kit.ts'
import { rememberForServer } from '#src/platform/languages.ts'
import { readKey, writeKey } from '#src/platform/storage.ts'
import { currentUrl } from '#src/platform/url.ts'
import type { AppDispatch, RootState } from '#src/store/reducer.ts'
import { storedState } from '#src/store/session/tokenStorage.ts'
import { setupStore } from '#src/store/store.ts'
import { commonOptions, detectedLanguage, languageOf } from '../i18n/language.ts'
import { isProduction } from '../platform/env.ts'
import { readTabValue, writeTabValue } from '../platform/storage.ts'
import { openHistory, PageRouter } from './PageRouter.tsx'
import { preloadScreenAt } from './pages.ts'
import type { Chunk } from './routes.ts'
import { SiteTree } from './SiteTree.tsx'
import { readServed } from './served.ts'

type Texts = { readonly dates?: DateWords }

/**
 * Reads the texts of a language for i18next, whose own connector retries and limits the reads. A server that fails or
 * cannot be reached is retried; a missing or truncated file is final (behaviour 1.4).
 */
const textsBackend: BackendModule = {
  type: 'backend',
  callbackApi: true,
  init() {},
  read(language, namespace, callback) {
    const fail = (mayPass: boolean) => (error: unknown) => callback(String(error), mayPass)
    const file = kitUrl(`/locales/${language}/${namespace}.json`, kitIn(kitText()))
    fetch(file).then(
      (response) =>
        response.ok
          ? response.json().then((texts: Texts) => {
              addDateWords(language, texts.dates)
              callback(null, texts)
            }, fail(false))
          : fail(response.status >= 500)(response.status),
      fail(true),
    )
  },
}

/** How long the first paint waits for texts; then the keys are shown. */
const TEXTS_WITHIN_MS = 3000

/**
 * Starts the languages of a browser: detected in the order of behaviour 1.3, fetched from /locales, with English as
 * fallback. `texts` resolves with the first texts, because the response for a missing language is late or never comes.
 * `ready` does not wait longer than `TEXTS_WITHIN_MS`.
 */
export function startI18n(): { i18n: I18n; texts: Promise<void>; ready: Promise<void> } {
  if (languageOf(readKey('selectedLanguage')) === null) writeKey('selectedLanguage', null)

  const i18n = createInstance()
  i18n.use(textsBackend).use(initReactI18next)
  i18n.on('languageChanged', storeChoice)
  const ended = i18n.init({
    ...commonOptions,
    lng: detectedLanguage(),
    initAsync: false,
    // The connector's defaults: five retries, after 350 ms and then twice as long each time, ten reads at once
    // (behaviour 1.4).
  })

  const texts = new Promise<void>((resolve) => {
    i18n.store.on('added', () => resolve())
    void ended.finally(resolve)
  })
  const limit = new Promise<void>((resolve) => setTimeout(resolve, TEXTS_WITHIN_MS))
  return { i18n, texts, ready: Promise.race([texts, limit]) }
}

/** `selectedLanguage2` has no use of its own: written beside the first, never read for logic (ruling 40). */
function storeChoice(language: string): void {
  // The preview of a draft is in the language of the texts that the desk shows.
  if (isDraftStamp(kitIn(kitText())?.stamp ?? '')) return
  for (const key of ['selectedLanguage', 'selectedLanguage2'] as const) {
    if (readKey(key) !== language) writeKey(key, language)
  }
  rememberForServer(language)
}

const SWITCH = 'devtools'

/** Whether Redux DevTools may attach: in development, and in production from `?devtools` to `?devtools=off` or the end of the tab. */
export function isDebugging(
  search: string = globalThis.location?.search ?? '',
  production: boolean = isProduction,
): boolean {
  if (!production) return true
  const param = new URLSearchParams(search).get(SWITCH)
  if (param !== null) writeTabValue(SWITCH, param === 'off' ? null : 'on')
  return param === null ? readTabValue(SWITCH) === 'on' : param !== 'off'
}

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
    devTools: isDebugging() && (await debugTools()),
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
  await chunk?.pageData?.fetch(dispatch, { params: {}, query })
}

/** Few visitors need them: not part of the first load. */
const debugTools = async () => (await import('#src/store/devtools.ts')).devToolsOptions
