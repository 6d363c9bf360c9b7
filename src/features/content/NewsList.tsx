import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { NEWS_PAGE } from '#contract/limits.ts'
import type { ContentItem } from '#contract/schemas/content.ts'
import { useListEventsQuery, useListNewsQuery } from '#src/store/content/api.ts'
import { Button } from '#src/ui/Button.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { FormError } from '#src/ui/FormError.tsx'
import { ShowMore } from '#src/ui/ShowMore.tsx'
import { VisuallyHidden } from '#src/ui/VisuallyHidden.tsx'
import { NewsCard } from './NewsCard.tsx'
import { NewsSkeleton } from './NewsSkeleton.tsx'
import type { NewsFilters } from './newsFilters.ts'
import { useArticleDialog } from './useArticleDialog.ts'
import { storiesToShow } from './visibleArticles.ts'

type Props = { filters: NewsFilters; onShowMore: (count: number) => void }

const NONE: ContentItem[] = []

// Dialogs weigh more than the rest of the page; this one is fetched together with the first story to read.
const loadDialog = () => import(/* webpackChunkName: "story-dialog" */ './ArticleDialog.tsx')
const ArticleDialog = lazy(async () => ({ default: (await loadDialog()).ArticleDialog }))

/** The cards, four more at a press, and the dialog that one of them opens (behaviour 2, 4). */
export function NewsList({ filters, onShowMore }: Props) {
  const { t } = useTranslation()
  const news = useListNewsQuery()
  const events = useListEventsQuery()
  const { story, hasOpened, fetchingId, open, close } = useArticleDialog(loadDialog)
  const wanted = [...(filters.hasNews ? [news] : []), ...(filters.hasEvents ? [events] : [])]
  const stories = storiesToShow(news.data ?? NONE, events.data ?? NONE, filters)
  const failed = wanted.filter((list) => list.isError && !list.data)

  const retry = failed.length > 0 && (
    <Button
      busy={failed.some((list) => list.isFetching)}
      onClick={() => {
        for (const list of failed) void list.refetch()
      }}
    >
      {t('errors.retry')}
    </Button>
  )
  return (
    <section aria-labelledby="news-list" className="min-h-128 pt-8">
      <h2 id="news-list">
        <VisuallyHidden>{t('news.list')}</VisuallyHidden>
      </h2>
      {wanted.some((list) => list.isLoading) ? (
        <NewsSkeleton />
      ) : stories.length === 0 ? (
        <EmptyState
          drawing={<img src="/images/empty-news.svg" alt="" width={160} height={120} />}
          message={t('news.empty')}
          hint={failed.length === 0 ? t('news.empty_hint') : undefined}
          action={retry}
        />
      ) : (
        <>
          {failed.length > 0 && (
            <div className="mb-8 flex flex-wrap items-center gap-4">
              <FormError message={t('news.partly_failed')} />
              {retry}
            </div>
          )}
          <div className="grid gap-6 md:grid-cols-2 lg:gap-8">
            {stories.slice(0, filters.count).map((each) => (
              <NewsCard
                key={each.id}
                story={each}
                isBusy={each.id === fetchingId}
                onRead={(button) => void open(each, button)}
              />
            ))}
          </div>
          {stories.length > filters.count && (
            <ShowMore
              label={t('news.show_more')}
              onShowMore={() => onShowMore(filters.count + NEWS_PAGE)}
            />
          )}
        </>
      )}
      {hasOpened && (
        <Suspense>
          <ArticleDialog story={story} onClose={close} />
        </Suspense>
      )}
    </section>
  )
}
