import { useTranslation } from 'react-i18next'
import { legalUrl } from '#src/platform/env.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { MarkLogo } from '#src/ui/MarkLogo.tsx'

/** Funding notice, and two buttons that open the same page in a new tab (SPEC 1). */
export function SiteFooter() {
  const { t } = useTranslation()
  return (
    <footer className="bg-night py-12 text-parchment print:hidden">
      <div className="mx-auto flex max-w-page flex-col gap-8 px-4 md:flex-row md:items-center md:justify-between">
        <div className="flex max-w-measure items-start gap-4">
          <MarkLogo className="mt-1 h-10 text-gold-light" />
          <p className="font-sans text-sm text-mist">{t('footer.funding')}</p>
        </div>
        <ul className="flex flex-wrap gap-x-6">
          {(['footer.privacy_policy', 'footer.disclaimer'] as const).map((label) => (
            <li key={label}>
              <a
                href={legalUrl()}
                target="_blank"
                rel="noreferrer"
                className="inline-flex min-h-tap items-center gap-2 font-sans text-ui text-parchment underline decoration-gold-light/60 underline-offset-4 hover:text-gold-light"
              >
                {t(label)}
                <Icon name="external" className="size-4" />
              </a>
            </li>
          ))}
        </ul>
      </div>
      <p className="mx-auto mt-8 max-w-page px-4 font-sans text-xs text-mist">
        {t('footer.credits')}
      </p>
    </footer>
  )
}
