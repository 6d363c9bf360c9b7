import { useTranslation } from 'react-i18next'
import { useAppSelector } from '#src/store/hooks.ts'
import { selectIsMember } from '#src/store/session/slice.ts'
import { Hero } from '#src/ui/Hero.tsx'
import { PageHeading } from '#src/ui/PageHeading.tsx'
import { GlossaryFilters } from './GlossaryFilters.tsx'
import { GlossaryList } from './GlossaryList.tsx'
import { NewEntryDialog } from './NewEntryDialog.tsx'
import { useGlossaryUrl } from './useGlossaryUrl.ts'

/** The glossary of the world (behaviour 2). Its filters are in the store, and in the URL so that it can be shared. */
export function GlossaryPage() {
  const { t } = useTranslation()
  const isMember = useAppSelector(selectIsMember)
  const isRead = useGlossaryUrl()
  return (
    <>
      <title>{t('navbar.page_title', { heading: t('glossary.title') })}</title>
      <Hero picture="world">
        <PageHeading lead={t('glossary.lead')}>{t('glossary.title')}</PageHeading>
      </Hero>
      <div className="mx-auto grid max-w-page gap-x-12 gap-y-8 px-4 pt-8 pb-24 sm:pt-10 lg:grid-cols-[17rem_minmax(0,1fr)]">
        <GlossaryFilters />
        <GlossaryList isReady={isRead} />
      </div>
      {isMember && <NewEntryDialog />}
    </>
  )
}
