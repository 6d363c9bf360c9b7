import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasConsent, storeConsent } from '#src/platform/cookies.ts'
import { Button } from '#src/ui/Button.tsx'

/** Visible until a consent cookie exists (SPEC 1, 4). As specified, accepting is the only button (SETTLED 50). */
export function CookieBanner() {
  const { t } = useTranslation()
  const [isAccepted, setIsAccepted] = useState(hasConsent)
  if (isAccepted) return null
  const handleAccept = () => {
    storeConsent()
    setIsAccepted(true)
  }
  return (
    <section
      aria-label={t('cookies.title')}
      className="sticky bottom-0 z-header border-t border-line bg-vellum shadow-float print:hidden"
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
