import { useTranslation } from 'react-i18next'
import { LATEST_MAX } from '#contract/limits.ts'
import { useListLatestQuery } from '#src/store/content/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { LatestItem } from './LatestItem.tsx'

const grid = 'mt-10 grid gap-6 md:grid-cols-3 lg:gap-8'
const places = Array.from({ length: LATEST_MAX }, (_, place) => place)

/** At most three items and the way to all of them (behaviour 2). */
export function LatestNews() {
  const { t } = useTranslation()
  const { data, isLoading, isFetching, isError, refetch } = useListLatestQuery()
  const items = data?.slice(0, LATEST_MAX) ?? []

  return (
    <section aria-labelledby="latest-news" className="border-t border-line py-20 sm:py-28">
      <div className="mx-auto max-w-page px-4">
        <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
          <div>
            <h2 id="latest-news" className="font-heading text-3xl font-bold sm:text-4xl">
              {t('landing_page.latest_news')}
            </h2>
            <p className="mt-2 text-lg text-ink-soft">{t('landing_page.latest_news_lead')}</p>
          </div>
          <LinkButton to="/discordia/news&events/">{t('landing_page.see_all_news')}</LinkButton>
        </div>
        {isLoading && (
          <Skeleton className={grid}>
            {places.map((place) => (
              <div key={place}>
                <SkeletonBlock className="aspect-3/2" />
                <SkeletonBlock className="mt-5 h-6 w-4/5" />
                <SkeletonBlock className="mt-4 h-20" />
              </div>
            ))}
          </Skeleton>
        )}
        {items.length > 0 && (
          <div className={grid}>
            {items.map((item) => (
              <LatestItem key={item.id} item={item} />
            ))}
          </div>
        )}
        {!isLoading && items.length === 0 && (
          // As specified: the same words for no items and for no answer (behaviour 8; ruling 31).
          <EmptyState
            drawing={<img src="/images/empty-news.svg" alt="" width={160} height={120} />}
            message={t('landing_page.news_error')}
            className="mt-6"
            action={
              isError && (
                <Button busy={isFetching} onClick={() => void refetch()}>
                  {t('errors.retry')}
                </Button>
              )
            }
          />
        )}
      </div>
    </section>
  )
}
