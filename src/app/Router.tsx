import { type RefObject, Suspense, useEffect, useRef, useState } from 'react'
import { matchPath, Navigate, Route, Routes, useLocation } from 'react-router'
import { useAppSelector } from '#src/store/hooks.ts'
import { selectHasLeft, selectIsMember } from '#src/store/session/slice.ts'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { Boundary, Broken } from './Boundary.tsx'
import { pages } from './pages.ts'
import { type RoutePath, routes, urlOf } from './routes.ts'
import { Frame } from './shell/Frame.tsx'

type Props = { path: RoutePath }
type PageProps = Props & { firstEntryRef: RefObject<string | null> }

/** One screen in its own error boundary: header, menu and footer survive a broken page. */
function RoutePage({ path, firstEntryRef }: PageProps) {
  const { pathname } = useLocation()
  const { load, isLoaded } = pages[path]
  return (
    <Boundary
      key={pathname}
      instead={(error, again) => (
        <Broken error={error} load={isLoaded() ? undefined : load} again={again} />
      )}
    >
      <Suspense fallback={<PageSkeleton />}>
        <RouteScreen path={path} />
      </Suspense>
      <ArrivalFocus firstEntryRef={firstEntryRef} />
    </Boundary>
  )
}

function RouteScreen({ path }: Props) {
  const [Screen] = useState(() => pages[path].component())
  return <Screen />
}

/** The outline of any page while its code loads; as high as the window, so that the footer does not jump. */
function PageSkeleton() {
  return (
    <Skeleton className="mx-auto min-h-screen max-w-page px-4 py-16">
      <SkeletonBlock className="h-12 w-2/3" />
      <SkeletonBlock className="mt-8 h-5 w-full" />
      <SkeletonBlock className="mt-3 h-5 w-5/6" />
      <SkeletonBlock className="mt-3 h-5 w-3/4" />
    </Skeleton>
  )
}

/** Value of `firstEntryRef` after the first navigation: no key equals it. */
const MOVED = ''

type ArrivalFocusProps = {
  /** Key of the history entry that the visit began with; null before the first page. */
  firstEntryRef: RefObject<string | null>
}

/**
 * Moves the focus to a page when it appears; keyed by the path, so it runs on every route change. The first page of a
 * visit leaves the focus to the browser. No live region is needed: screen readers read what gets the focus.
 */
function ArrivalFocus({ firstEntryRef }: ArrivalFocusProps) {
  const [key] = useState(useLocation().key)
  useEffect(() => {
    firstEntryRef.current ??= key
    if (firstEntryRef.current === key) return
    firstEntryRef.current = MOVED
    // Fetched right after the first paint; without it the browser keeps the focus where it can.
    let stop: (() => void) | undefined
    let hasLeft = false
    import(/* webpackChunkName: "after-paint" */ '#src/platform/pageFocus.ts').then(
      ({ focusNewPage }) => {
        if (!hasLeft) stop = focusNewPage(document.getElementById('main'))
      },
      () => undefined,
    )
    return () => {
      hasLeft = true
      stop?.()
    }
  }, [firstEntryRef, key])
  return null
}

const LOGIN = '/auth/login'

export function Router() {
  const isMember = useAppSelector(selectIsMember)
  const hasLeft = useAppSelector(selectHasLeft)
  const location = useLocation()
  // Here and not in a layout: a change of layout is not a first page.
  const firstEntryRef = useRef<string | null>(null)
  const screensOf = (layout: '/discordia' | '/auth') =>
    routes
      .filter((entry) => entry.layout === layout)
      .map((entry) => <Route key={entry.path} path={urlOf(entry)} element={screen(entry)} />)

  // The flags of the menu are no guards (ruling 12); these two are behaviours of the pages.
  const screen = (entry: (typeof routes)[number]) => {
    if ('isForMembers' in entry && !isMember) {
      const state = hasLeft
        ? undefined
        : { returnTo: location.pathname + location.search + location.hash }
      return <Navigate to={LOGIN} replace state={state} />
    }
    return <RoutePage path={entry.path} firstEntryRef={firstEntryRef} />
  }

  // Logged-in visitors of these pages are sent to /discordia/, or back to where the login was in the way.
  const authFrame = isMember ? (
    <Navigate to={landingFor(location.state)} replace />
  ) : (
    <Frame
      firstEntryRef={firstEntryRef}
      className="bg-dusk bg-[url(/images/hero-auth-1440.avif)] bg-cover bg-center"
    />
  )

  return (
    <Routes>
      <Route element={<Frame firstEntryRef={firstEntryRef} className="bg-parchment" />}>
        {screensOf('/discordia')}
        <Route path={`${UNKNOWN_BELOW}/*`} element={<Navigate to={HOME} replace />} />
      </Route>
      <Route element={authFrame}>
        {screensOf('/auth')}
        <Route path="/auth/*" element={<Navigate to={LOGIN} replace />} />
      </Route>
      <Route path="*" element={<Navigate to={LOGIN} replace />} />
    </Routes>
  )
}

const HOME = '/discordia/'
const UNKNOWN_BELOW = '/discordia'

/** Target of an unknown path (behaviour 2.1). */
export const redirectOf = (path: string): string =>
  matchPath(`${UNKNOWN_BELOW}/*`, path) ? HOME : LOGIN

/**
 * Pages that a login may return to: the dashboard, which requires a login, with any tab or invite link, and an article,
 * which can offer a seat to members.
 */
const RETURNED_TO = /^\/discordia\/(dashboard(\?[^#]*)?(#.*)?|news\/\d+(#registration)?)$/

/** The target of a login with this navigation state, such as after a link in a mail (ruling 86). No other URL counts. */
export function landingFor(state: unknown): string {
  const { returnTo } = (state ?? {}) as Record<string, unknown>
  return typeof returnTo === 'string' && RETURNED_TO.test(returnTo) ? returnTo : HOME
}
