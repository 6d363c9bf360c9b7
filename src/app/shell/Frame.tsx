import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router'
import { useAppSelector } from '#src/store/hooks.ts'
import { selectIsLoading } from '#src/store/http/loading.ts'
import { LoadingOverlay } from '#src/ui/LoadingOverlay.tsx'
import { joined } from '#src/ui/look.ts'
import { SkipLink } from '#src/ui/SkipLink.tsx'
import { CookieBanner } from './CookieBanner.tsx'
import { PageStart } from './PageStart.tsx'
import { SiteFooter } from './SiteFooter.tsx'
import { SiteHeader } from './SiteHeader.tsx'

// No toast before the first click or response: loaded after the first paint.
const ToastLayer = lazy(async () => ({
  default: (await import(/* webpackChunkName: "after-paint" */ './ToastLayer.tsx')).ToastLayer,
}))

/** Around every page: header, footer, consent, toasts, loading overlay. */
export function Frame({ className }: { className: string }) {
  const { t } = useTranslation()
  const isLoading = useAppSelector(selectIsLoading)
  const { pathname } = useLocation()

  return (
    <div className="flex min-h-screen flex-col">
      <PageStart key={pathname} />
      <SkipLink target="main" label={t('navbar.skip')} />
      <SiteHeader />
      <main
        id="main"
        tabIndex={-1}
        aria-busy={isLoading}
        className={joined('flex-1 outline-none', className)}
      >
        <Outlet />
      </main>
      <SiteFooter />
      <CookieBanner />
      {isLoading && <LoadingOverlay text={t('landing_page.loading')} />}
      <Suspense>
        <ToastLayer />
      </Suspense>
    </div>
  )
}
