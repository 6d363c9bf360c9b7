import { useTranslation } from 'react-i18next'
import { Hero } from '#src/ui/Hero.tsx'
import { PageHeading } from '#src/ui/PageHeading.tsx'
import { useUrlFilters } from '#src/ui/useUrlFilters.ts'
import { NewsFilterBar } from './NewsFilterBar.tsx'
import { NewsList } from './NewsList.tsx'
import { newsFilters } from './newsFilters.ts'
import { SubscribeLine } from './SubscribeLine.tsx'

/** News and events (behaviour 2, 4). */
export function NewsPage() {
  const { t } = useTranslation()
  const { filters, change } = useUrlFilters(newsFilters, { debounceMs: 0 })
  return (
    <>
      <title>{t('navbar.page_title', { heading: t('news.title') })}</title>
      <Hero picture="news">
        <PageHeading lead={t('news.lead')}>{t('news.title')}</PageHeading>
      </Hero>
      <div className="mx-auto max-w-page px-4 pt-8 pb-24 sm:pt-10">
        <NewsFilterBar filters={filters} onChange={change} />
        <NewsList filters={filters} onShowMore={(count) => change({ count })} />
        <SubscribeLine />
      </div>
    </>
  )
}
