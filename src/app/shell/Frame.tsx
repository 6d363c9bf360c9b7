import { lazy, type RefObject, Suspense, useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router'
import { scrollToTop } from '#src/platform/page.ts'
import { dropServedHead } from '#src/platform/servedHead.ts'
import { useAppSelector } from '#src/store/hooks.ts'
import { selectIsLoading } from '#src/store/http/loading.ts'
import { joined } from '#src/ui/look.ts'
import { MarkLogo } from '#src/ui/MarkLogo.tsx'
import { FramePart } from '../Boundary.tsx'
import { useIsOnTheWay } from '../PageRouter.tsx'
import { CookieBanner, useConsent } from './CookieBanner.tsx'
import { SiteFooter } from './SiteFooter.tsx'
import { SiteHeader } from './SiteHeader.tsx'

// Loaded after the first paint: no toast appears before the first click or response.
const AfterPaint = lazy(async () => ({
  default: (await import(/* webpackChunkName: "after-paint" */ './AfterPaint.tsx')).AfterPaint,
}))

type FrameProps = {
  /** Null until the first page of a visit is drawn. */
  firstEntryRef: RefObject<string | null>
  className: string
}

export function Frame({ firstEntryRef, className }: FrameProps) {
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
      <SkipLink target="main" label={t('navbar.skip')} />
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

function SkipLink({ target, label }: { target: string; label: string }) {
  return (
    <a href={`#${target}`} className="skip-link">
      {label}
    </a>
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
