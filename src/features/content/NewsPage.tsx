import { startTransition, useOptimistic } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { Hero } from '#src/ui/Hero.tsx'
import { PageHeading } from '#src/ui/PageHeading.tsx'
import { NewsFilterBar } from './NewsFilterBar.tsx'
import { NewsList } from './NewsList.tsx'
import { type NewsFilters, readFilters, writeFilters } from './newsFilters.ts'
import { SubscribeLine } from './SubscribeLine.tsx'

/** News and events (behaviour 2, 4). */
export function NewsPage() {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  // The URL follows in a transition; until then the controls show what was chosen, and further choices add to it.
  const [filters, showAtOnce] = useOptimistic(readFilters(query))
  // Replaced, not pushed: Back leaves the page, and coming back finds it as it was.
  const handleChange = (changed: Partial<NewsFilters>) =>
    startTransition(() => {
      const chosen = { ...filters, ...changed }
      showAtOnce(chosen)
      setQuery(writeFilters(chosen), { replace: true, preventScrollReset: true })
    })

  return (
    <>
      <title>{t('navbar.page_title', { heading: t('news.title') })}</title>
      <Hero picture="news">
        <PageHeading lead={t('news.lead')}>{t('news.title')}</PageHeading>
      </Hero>
      <div className="mx-auto max-w-page px-4 pt-8 pb-24 sm:pt-10">
        <NewsFilterBar filters={filters} onChange={handleChange} />
        <NewsList filters={filters} onShowMore={(count) => handleChange({ count })} />
        <SubscribeLine />
      </div>
    </>
  )
}
