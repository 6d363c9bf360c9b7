import type { i18n as I18n } from 'i18next'
import { type ReactNode, StrictMode } from 'react'
import { I18nextProvider } from 'react-i18next'
import { Provider } from 'react-redux'
import type { PageFacts } from '#contract/pages.ts'
import type { setupStore } from '#src/store/store.ts'
import { ServedFacts } from '#src/ui/servedFacts.ts'
import { App } from './App.tsx'

type Props = {
  i18n: I18n
  store: ReturnType<typeof setupStore>
  /** Facts that the server rendered the page with; null for a page rendered by the browser. */
  facts: PageFacts | null
  /** Called once the page can be used. */
  onReady?: (() => void) | undefined
  /** Puts a router around the site. */
  router: (site: ReactNode) => ReactNode
}

/** The tree of the site: the same in the browser and on the server. */
export const SiteTree = ({ i18n, store, facts, onReady, router }: Props) => (
  <StrictMode>
    <I18nextProvider i18n={i18n}>
      <Provider store={store}>
        <ServedFacts value={facts}>{router(<App onReady={onReady} />)}</ServedFacts>
      </Provider>
    </I18nextProvider>
  </StrictMode>
)
