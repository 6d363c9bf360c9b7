import {
  type FocusEvent,
  lazy,
  type RefObject,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { Link, matchPath, Navigate, Outlet, Route, Routes, useLocation } from 'react-router'
import { hasConsent, storeConsent } from '#src/platform/cookies.ts'
import { legalUrl } from '#src/platform/env.ts'
import { dropServedHead } from '#src/platform/languages.ts'
import { focusOrHeading, hides, scrollToTop } from '#src/platform/page.ts'
import { useAppSelector } from '#src/store/hooks.ts'
import { selectIsLoading } from '#src/store/http/loading.ts'
import { remembers } from '#src/store/session/features.ts'
import { selectHasLeft, selectIsMember } from '#src/store/session/slice.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { joined } from '#src/ui/look.ts'
import { MarkLogo } from '#src/ui/MarkLogo.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { useBrowserFact, useKit } from '#src/ui/useKit.ts'
import { Boundary, Broken, FramePart } from './Boundary.tsx'
import { useIsOnTheWay } from './PageRouter.tsx'
import { pages } from './pages.ts'
import { type RoutePath, routes, urlOf } from './routes.ts'
import { SiteHeader } from './shell/SiteHeader.tsx'

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

// Loaded after the first paint, because it is below the fold.
const FooterControls = lazy(async () => ({
  default: (await import(/* webpackChunkName: "after-paint" */ './shell/FooterControls.tsx'))
    .FooterControls,
}))

const FOOTER_LINK =
  'inline-flex min-h-tap items-center gap-2 font-sans text-ui text-snow underline decoration-gold-light/60 underline-offset-4 hover:text-gold-light'

/** The place in which members write to the team. */
const LETTER = 'dashboard?tab=settings&section=letter#section-letter'
const remembersReports = () => remembers('reports')

function SiteFooter() {
  const { t } = useTranslation()
  const isMember = useAppSelector(selectIsMember)
  const kit = useKit()
  const hasTeam = useBrowserFact(remembersReports, () => false)
  const notice = t('footer.funding')
  return (
    <footer className="drawn-late on-night bg-night py-12 text-snow print:hidden">
      <div className="mx-auto flex max-w-page flex-col gap-8 px-4 md:flex-row md:items-center md:justify-between">
        <div className="flex max-w-measure items-start gap-4">
          <MarkLogo className="mt-1 h-10 text-gold-light" />
          {notice && <p className="font-sans text-sm text-mist">{notice}</p>}
        </div>
        <ul className="flex flex-wrap gap-x-6">
          {(isMember ? hasTeam : !hides('contact', kit)) && (
            <li>
              <Link to={HOME + (isMember ? LETTER : '#contact')} className={FOOTER_LINK}>
                {t(isMember ? 'footer.team' : 'contact.title')}
              </Link>
            </li>
          )}
          {(['footer.privacy_policy', 'footer.disclaimer'] as const).map((label) => (
            <li key={label}>
              <a href={legalUrl()} target="_blank" rel="noreferrer" className={FOOTER_LINK}>
                <span>{t(label)}</span>
                <Icon name="external" className="size-4" />
              </a>
            </li>
          ))}
        </ul>
      </div>
      <div className="mx-auto mt-8 flex max-w-page flex-col gap-x-8 gap-y-6 px-4 text-mist lg:flex-row lg:items-center lg:justify-between">
        <p className="font-sans text-xs">{t('footer.credits')}</p>
        <div className="min-h-12">
          <FramePart>
            <Suspense>
              <FooterControls />
            </Suspense>
          </FramePart>
        </div>
      </div>
    </footer>
  )
}

/** Consent: whether a cookie has it (behaviour 4.13), and what stores that cookie. */
function useConsent() {
  const isStored = useBrowserFact(hasConsent, (facts) => facts.hasConsent)
  const [isClicked, setIsClicked] = useState(false)
  const accept = () => {
    storeConsent()
    setIsClicked(true)
  }
  return { isAccepted: isStored || isClicked, accept }
}

/** As specified, accepting is the only button (ruling 50). */
function CookieBanner({ onAccept }: { onAccept: () => void }) {
  const { t } = useTranslation()
  const previousFocus = useRef<Element | null>(null)
  const handleFocus = (event: FocusEvent) => {
    previousFocus.current = event.relatedTarget
  }
  const handleAccept = () => {
    onAccept()
    focusOrHeading(previousFocus.current)
  }
  return (
    <section
      aria-label={t('cookies.title')}
      onFocus={handleFocus}
      className="on-night sticky bottom-0 flex min-h-(--bottom-bar) items-center z-header border-t border-gold/40 bg-dusk text-snow shadow-float print:hidden"
    >
      <div className="mx-auto flex w-full max-w-page items-center justify-between gap-4 px-4 py-3">
        <p className="max-w-measure font-sans text-sm font-medium sm:text-ui">
          {t('cookies.text')}
        </p>
        <Button variant="primary" onClick={handleAccept} className="shrink-0">
          {t('cookies.accept')}
        </Button>
      </div>
    </section>
  )
}

// Loaded after the first paint: no toast appears before the first click or response.
const AfterPaint = lazy(async () => ({
  default: (await import(/* webpackChunkName: "after-paint" */ './shell/AfterPaint.tsx'))
    .AfterPaint,
}))

type FrameProps = {
  /** Null until the first page of a visit is drawn. */
  firstEntryRef: RefObject<string | null>
  className: string
}

function Frame({ firstEntryRef, className }: FrameProps) {
  const { t } = useTranslation()
  const isCalling = useAppSelector(selectIsLoading)
  const isOnTheWay = useIsOnTheWay()
  const isLoading = isCalling || isOnTheWay
  const { pathname } = useLocation()
  const { isAccepted, accept } = useConsent()

  return (
    // An attribute of the frame, not of the banner: a part of the page may be painted before the banner has arrived.
    <div className="flex min-h-screen flex-col" data-bottom-bar={isAccepted ? undefined : ''}>
      <PageStart key={pathname} firstEntryRef={firstEntryRef} />
      <a href="#main" className="skip-link">
        {t('navbar.skip')}
      </a>
      <FramePart>
        <SiteHeader />
      </FramePart>
      <main
        id="main"
        tabIndex={-1}
        aria-busy={isLoading}
        className={joined('flex-1 outline-none', className)}
      >
        <Outlet />
      </main>
      <FramePart>
        <SiteFooter />
      </FramePart>
      <FramePart>{!isAccepted && <CookieBanner onAccept={accept} />}</FramePart>
      {isLoading && <LoadingOverlay text={t('landing_page.loading')} />}
      <FramePart>
        <Suspense>
          <AfterPaint />
        </Suspense>
      </FramePart>
    </div>
  )
}

/** The loading overlay: transparent, lets clicks through, and fades in late so that a short wait stays invisible. */
export function LoadingOverlay({ text }: { text: string }) {
  return (
    <div
      role="status"
      aria-label={text}
      className="pointer-events-none fixed inset-0 z-dropdown flex items-end justify-center p-4 transition-opacity delay-300 duration-200 starting:opacity-0 print:hidden"
    >
      <span className="flex items-center gap-2 rounded-full border border-line bg-vellum py-2 ps-3 pe-4 font-sans text-sm text-ink shadow-float">
        <MarkLogo className="h-5 animate-pulse text-gold-deep" />
        <span>{text}</span>
      </span>
    </div>
  )
}

/**
 * Keyed by the path: every route starts at its top, and leaving the served page drops its head. The first page of a
 * visit is left to the browser, which knows the anchor or, after a reload, the position.
 */
function PageStart({ firstEntryRef }: Pick<FrameProps, 'firstEntryRef'>) {
  useLayoutEffect(() => {
    if (firstEntryRef.current !== null) scrollToTop()
    return dropServedHead
  }, [firstEntryRef])
  return null
}
