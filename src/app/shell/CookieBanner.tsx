import { type FocusEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasConsent, storeConsent } from '#src/platform/cookies.ts'
import { focusOrHeading, reserveBottom } from '#src/platform/page.ts'
import { Button } from '#src/ui/Button.tsx'

/** Visible until a consent cookie exists (behaviour 4.13). As specified, accepting is the only button (ruling 50). */
export function CookieBanner() {
  const { t } = useTranslation()
  const [isAccepted, setIsAccepted] = useState(hasConsent)
  const banner = useRef<HTMLElement>(null)
  const previousFocus = useRef<Element | null>(null)
  useLayoutEffect(
    () => (banner.current && !isAccepted ? reserveBottom(banner.current) : undefined),
    [isAccepted],
  )
  if (isAccepted) return null
  const handleFocus = (event: FocusEvent) => {
    previousFocus.current = event.relatedTarget
  }
  const handleAccept = () => {
    storeConsent()
    setIsAccepted(true)
    focusOrHeading(previousFocus.current)
  }
  return (
    <section
      ref={banner}
      aria-label={t('cookies.title')}
      onFocus={handleFocus}
      className="on-night sticky bottom-0 z-header border-t border-gold/40 bg-dusk text-snow shadow-float print:hidden"
    >
      <div className="mx-auto flex max-w-page items-center justify-between gap-4 px-4 py-3">
        <p className="max-w-measure font-sans text-sm sm:text-ui">{t('cookies.text')}</p>
        <Button variant="primary" onClick={handleAccept} className="shrink-0">
          {t('cookies.accept')}
        </Button>
      </div>
    </section>
  )
}
