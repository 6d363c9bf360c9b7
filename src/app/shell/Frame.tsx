import {
  type FocusEvent,
  lazy,
  type RefObject,
  Suspense,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router'
import { hasConsent, storeConsent } from '#src/platform/cookies.ts'
import { legalUrl } from '#src/platform/env.ts'
import { dropServedHead } from '#src/platform/languages.ts'
import { focusOrHeading, scrollToTop } from '#src/platform/page.ts'
import { useAppSelector } from '#src/store/hooks.ts'
import { selectIsLoading } from '#src/store/http/loading.ts'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { joined } from '#src/ui/look.ts'
import { MarkLogo } from '#src/ui/MarkLogo.tsx'
import { useBrowserFact } from '#src/ui/useKit.ts'
import { FramePart } from '../Boundary.tsx'
import { useIsOnTheWay } from '../PageRouter.tsx'
import { SiteHeader } from './SiteHeader.tsx'

// Loaded after the first paint, because it is below the fold.
const FooterControls = lazy(async () => ({
  default: (await import(/* webpackChunkName: "after-paint" */ './FooterControls.tsx'))
    .FooterControls,
}))

function SiteFooter() {
  const { t } = useTranslation()
  const notice = t('footer.funding')
  return (
    <footer className="drawn-late on-night bg-night py-12 text-snow print:hidden">
      <div className="mx-auto flex max-w-page flex-col gap-8 px-4 md:flex-row md:items-center md:justify-between">
        <div className="flex max-w-measure items-start gap-4">
          <MarkLogo className="mt-1 h-10 text-gold-light" />
          {notice && <p className="font-sans text-sm text-mist">{notice}</p>}
        </div>
        <ul className="flex flex-wrap gap-x-6">
          {(['footer.privacy_policy', 'footer.disclaimer'] as const).map((label) => (
            <li key={label}>
              <a
                href={legalUrl()}
                target="_blank"
                rel="noreferrer"
                className="inline-flex min-h-tap items-center gap-2 font-sans text-ui text-snow underline decoration-gold-light/60 underline-offset-4 hover:text-gold-light"
              >
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
