import type { i18n as I18n } from 'i18next'
import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  StrictMode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { I18nextProvider, useTranslation } from 'react-i18next'
import { Provider } from 'react-redux'
import { useLocation, useNavigate } from 'react-router'
import type { PageFacts } from '#contract/pages.ts'
import { sweepTexts } from '#src/platform/keptTexts.ts'
import { listen } from '#src/platform/listen.ts'
import type { HistoryMove } from '#src/platform/page.ts'
import { useAppDispatch, useAppSelector } from '#src/store/hooks.ts'
import type { Services } from '#src/store/session/services.ts'
import { selectOwner } from '#src/store/session/slice.ts'
import type { setupStore } from '#src/store/store.ts'
import { selectIsLostByClosing, selectIsLostByLogout } from '#src/store/unsaved/selectors.ts'
import type { Elements } from '#src/ui/elements.ts'
import { OwnerContext } from '#src/ui/form/useKept.ts'
import { QuestionHost } from '#src/ui/QuestionHost.tsx'
import { ServedFacts } from '#src/ui/useKit.ts'
import { WordsContext } from '#src/ui/words.ts'
import { Boundary, Broken, FramePart } from './Boundary.tsx'
import { Router } from './Router.tsx'

/** Provides what the parts of `ui` need on every page: words, questions, and the member whose texts forms keep. */
export function UiFrame({ children }: { children: Elements }) {
  const { t } = useTranslation()
  const owner = useAppSelector(selectOwner)
  useEffect(sweepTexts, [])
  const words = useMemo(
    () => ({
      yes: t('dashboard.yes'),
      no: t('dashboard.no'),
      close: t('dashboard.close_dialog'),
      failed: t('errors.load_failed'),
      retry: t('errors.retry'),
      kept: t('kept.note'),
      overtaken: t('kept.overtaken'),
      discard: t('kept.discard'),
    }),
    [t],
  )
  return (
    <WordsContext value={words}>
      <OwnerContext value={owner}>
        <QuestionHost>{children}</QuestionHost>
      </OwnerContext>
    </WordsContext>
  )
}

/** Gives listeners the router's navigation, for the end of a session. Called once, by the frame around all pages. */
export function useSessionNavigation(): void {
  const dispatch = useAppDispatch()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  useEffect(
    () =>
      dispatch((_dispatch, _getState, services: Services) => {
        const goTo: Services['goTo'] = (path, state) => void navigate(path, { state })
        services.goTo = goTo
        services.currentPath = () => pathname + search
        return () => {
          if (services.goTo === goTo) services.goTo = () => {}
        }
      }),
    [dispatch, navigate, pathname, search],
  )
}

export function App({ onReady }: { onReady?: (() => void) | undefined }) {
  useSessionNavigation()
  useEffect(() => onReady?.(), [onReady])
  return (
    <UiFrame>
      <Boundary instead={(error, again) => <Broken error={error} again={again} />}>
        <Router />
      </Boundary>
      <FramePart>
        <LeaveGuard />
      </FramePart>
    </UiFrame>
  )
}

type AppProps = { moveRef: RefObject<HistoryMove | null> }

/** Confirms before unsaved text is lost by closing the tab, a link or a logout. */
export function LeaveGuard() {
  const isLostByClosing = useAppSelector(selectIsLostByClosing)
  const isLostByLogout = useAppSelector(selectIsLostByLogout)
  const [Dialog, setDialog] = useState<ComponentType<AppProps> | null>(null)
  const moveRef = useRef<HistoryMove>(null)
  // A layout effect inside the router registers before the router's own: the window calls listeners in that order.
  useLayoutEffect(() => listen(window, { popstate: (event) => moveRef.current?.(event) }), [])
  // Lets the browser confirm before the tab is closed or reloaded.
  useEffect(() => {
    if (isLostByClosing) return listen(window, { beforeunload: (event) => event.preventDefault() })
  }, [isLostByClosing])
  // Fetched with the first unsaved text. `lazy` would delay a late chunk by 300 ms, and break the page if the chunk
  // fails to load; without the dialog there is no confirmation.
  useEffect(() => {
    if (!isLostByLogout) return
    import(/* webpackChunkName: "leave-dialog" */ './LeaveDialog.tsx').then(
      ({ LeaveDialog }) => setDialog(() => LeaveDialog),
      () => undefined,
    )
  }, [isLostByLogout])
  return isLostByLogout && Dialog ? <Dialog moveRef={moveRef} /> : null
}

type Props = {
  i18n: I18n
  store: ReturnType<typeof setupStore>
  /** Facts that the server rendered the page with; null for a page rendered by the browser. */
  facts: PageFacts | null
  /** Called once the page can be used. */
  onReady?: (() => void) | undefined
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
