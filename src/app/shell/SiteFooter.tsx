import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { legalUrl } from '#src/platform/env.ts'
import { Icon } from '#src/ui/Icon.tsx'
import { MarkLogo } from '#src/ui/MarkLogo.tsx'
import { FramePart } from '../Boundary.tsx'

// Loaded after the first paint, because it is below the fold.
const FooterControls = lazy(async () => ({
  default: (await import(/* webpackChunkName: "after-paint" */ './FooterControls.tsx'))
    .FooterControls,
}))

export function SiteFooter() {
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
