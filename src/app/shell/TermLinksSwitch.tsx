import { useTranslation } from 'react-i18next'
import { storeTermLinks } from '#src/platform/termLinks.ts'
import { useTermLinks } from '#src/ui/useTermLinks.ts'

/** Switches the links in all texts of this browser on and off. */
export function TermLinksSwitch() {
  const { t } = useTranslation()
  const isOn = useTermLinks()
  return (
    <button
      type="button"
      className="inline-flex min-h-tap cursor-pointer items-center font-sans text-sm text-snow underline decoration-gold-light/60 underline-offset-4 hover:text-gold-light"
      onClick={() => storeTermLinks(!isOn)}
    >
      {t(isOn ? 'linking.switch_on' : 'linking.switch_off')}
    </button>
  )
}
