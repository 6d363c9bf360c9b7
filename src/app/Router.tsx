import { useRef } from 'react'
import { matchPath, Navigate, Route, Routes, useLocation } from 'react-router'
import { useAppSelector } from '#src/store/hooks.ts'
import { selectHasLeft, selectIsMember } from '#src/store/session/slice.ts'
import { RoutePage } from './RoutePage.tsx'
import { routes, urlOf } from './routes.ts'
import { Frame } from './shell/Frame.tsx'

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
