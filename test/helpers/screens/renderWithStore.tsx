import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { type ReactElement, type ReactNode, useLayoutEffect } from 'react'
import { I18nextProvider } from 'react-i18next'
import { Provider } from 'react-redux'
import { MemoryRouter, parsePath, useLocation } from 'react-router'
import { UiFrame, useSessionNavigation } from '#src/app/SiteTree.tsx'
import type { RootState } from '#src/store/reducer.ts'
import { setupStore } from '#src/store/store.ts'
import { testI18n } from './testI18n.ts'

/*
 * Renders a screen with the real store, the real texts, and a router in memory.
 *
 *   const { user, store, at } = renderWithStore(<GroupsTab />, { at: '/discordia/dashboard', state: asMember() })
 *
 * `state` comes from siteState.ts (asMember, asStaff) or any part of the state; by default the visitor is logged out.
 * `at()` returns the URL, query included, after redirects and clicks. The network is fakeApi.ts.
 */

type Options = {
  at?: string
  state?: Partial<RootState>
  /** State of the history entry. */
  historyState?: unknown
}
type FrameProps = { onMove: (address: string) => void; children: ReactNode }

function Frame({ onMove, children }: FrameProps) {
  useSessionNavigation()
  const { pathname, search, hash } = useLocation()
  useLayoutEffect(() => onMove(pathname + search + hash))
  return children
}

function Site(props: FrameProps) {
  return (
    <UiFrame>
      <Frame {...props} />
    </UiFrame>
  )
}

export function renderWithStore(ui: ReactElement, { at = '/', state, historyState }: Options = {}) {
  const store = setupStore(state, { devTools: false })
  let address = at
  const handleMove = (moved: string) => {
    address = moved
  }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <I18nextProvider i18n={testI18n}>
      <Provider store={store}>
        <MemoryRouter initialEntries={[{ ...parsePath(at), state: historyState }]}>
          <Site onMove={handleMove}>{children}</Site>
        </MemoryRouter>
      </Provider>
    </I18nextProvider>
  )
  return {
    store,
    user: userEvent.setup({ delay: null }),
    at: () => address,
    ...render(ui, { wrapper }),
  }
}
