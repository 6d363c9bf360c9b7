import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LATEST_MAX } from '#contract/limits.ts'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { useListLatestQuery } from '#src/store/content/api.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { LoadState } from '#src/ui/LoadState.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { LatestItem } from './LatestItem.tsx'

const grid = 'mt-10 grid gap-6 md:grid-cols-3 lg:gap-8'
const columns = Array.from({ length: LATEST_MAX }, (_, index) => index)

/** At most three items and a link to all of them (behaviour 2). */
export function LatestNews() {
  const { t } = useTranslation()
  const result = useListLatestQuery()
  // As specified: the same text for no items and for a failed call (behaviour 8; ruling 31).
  const noNews = (retry?: ReactNode) => (
    <EmptyState
      drawing={<img src="/images/empty-news.svg" alt="" width={160} height={120} />}
      message={t('landing_page.news_error')}
      className="mt-6"
      action={retry}
    />
  )

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
        <LoadState
          result={result}
          data={result.data?.slice(0, LATEST_MAX)}
          texts={useLoadTexts()}
          skeleton={
            <Skeleton className={grid}>
              {columns.map((column) => (
                <div key={column}>
                  <SkeletonBlock className="aspect-3/2" />
                  <SkeletonBlock className="mt-5 h-6 w-4/5" />
                  <SkeletonBlock className="mt-4 h-20" />
                </div>
              ))}
            </Skeleton>
          }
          empty={noNews()}
          failed={noNews}
        >
          {(items) => (
            <div className={grid}>
              {items.map((item) => (
                <LatestItem key={item.id} item={item} />
              ))}
            </div>
          )}
        </LoadState>
      </div>
    </section>
  )
}
