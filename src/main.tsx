import './styles/site.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { Provider } from 'react-redux'
import { BrowserRouter } from 'react-router'
import { App } from './app/App.tsx'
import { preloadScreenAt } from './app/pages.ts'
import { startI18n } from './i18n/i18n.ts'
import { shownLanguage } from './i18n/language.ts'
import { isDebugging } from './platform/debugSwitch.ts'
import { readTheme, showTheme } from './platform/theme.ts'
import { storedState } from './store/session/tokenStorage.ts'
import { setupStore } from './store/store.ts'

/** How long the first paint waits for the first screen's chunk. */
const SCREEN_WITHIN_MS = 500

showTheme(readTheme())
const firstScreen = Promise.race([
  preloadScreenAt(window.location.pathname),
  new Promise((resolve) => setTimeout(resolve, SCREEN_WITHIN_MS)),
])
const { i18n, ready } = startI18n()
const store = setupStore(storedState(), { language: shownLanguage, devTools: isDebugging() })
store.connect()

// For screen readers: the language of the rendered texts.
const nameLanguage = () => {
  document.documentElement.lang = i18n.resolvedLanguage ?? 'en'
}
i18n.on('languageChanged', nameLanguage)

void Promise.all([ready, firstScreen]).then(() => {
  nameLanguage()
  const root = document.getElementById('root')
  if (root)
    createRoot(root).render(
      <StrictMode>
        <I18nextProvider i18n={i18n}>
          <Provider store={store}>
            <BrowserRouter>
              <App />
            </BrowserRouter>
          </Provider>
        </I18nextProvider>
      </StrictMode>,
    )
})
