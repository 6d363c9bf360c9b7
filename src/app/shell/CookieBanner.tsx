import { type FocusEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasConsent, storeConsent } from '#src/platform/cookies.ts'
import { focusOrHeading } from '#src/platform/page.ts'
import { Button } from '#src/ui/Button.tsx'
import { useBrowserFact } from '#src/ui/servedFacts.ts'

/** Consent: whether a cookie has it (behaviour 4.13), and what stores that cookie. */
export function useConsent() {
  const isStored = useBrowserFact(hasConsent, (facts) => facts.hasConsent)
  const [isClicked, setIsClicked] = useState(false)
  const accept = () => {
    storeConsent()
    setIsClicked(true)
  }
  return { isAccepted: isStored || isClicked, accept }
}

/** As specified, accepting is the only button (ruling 50). */
export function CookieBanner({ onAccept }: { onAccept: () => void }) {
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
