import { useTranslation } from 'react-i18next'
import { Hero } from '#src/ui/Hero.tsx'
import { PageHeading } from '#src/ui/PageHeading.tsx'
import { FileBrowser } from './FileBrowser.tsx'

/** Downloads (behaviour 2). */
export function DownloadsPage() {
  const { t } = useTranslation()
  return (
    <>
      <title>{t('navbar.page_title', { heading: t('downloads.title') })}</title>
      <Hero picture="downloads">
        <PageHeading lead={t('downloads.lead')}>{t('downloads.title')}</PageHeading>
      </Hero>
      <div className="mx-auto max-w-4xl px-4 pt-8 pb-24 sm:pt-10">
        <FileBrowser />
      </div>
    </>
  )
}
