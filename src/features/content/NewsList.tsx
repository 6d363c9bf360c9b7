import { lazy, memo, type ReactNode, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContentItem } from '#contract/content.ts'
import type { ContentId } from '#contract/ids.ts'
import { useListEventsQuery, useListNewsQuery } from '#src/store/content/api.ts'
import { articlePicture } from '#src/store/http/pictures.ts'
import { Button } from '#src/ui/Button.tsx'
import { FormError } from '#src/ui/FieldError.tsx'
import { EmptyState } from '#src/ui/LoadState.tsx'
import { MediaCard } from '#src/ui/MediaCard.tsx'
import { ShowMore } from '#src/ui/ShowMore.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { StampedPicture } from '#src/ui/StampedPicture.tsx'
import { useTextLanguage } from '#src/ui/useTextLanguage.ts'
import { FirstItem } from '../desk/FirstItem.tsx'
import { ArticleMeta } from './ArticleMeta.tsx'
import { NEWS_PAGE, type NewsFilters, visibleArticles } from './newsFilters.ts'
import { useArticleDialog } from './useArticleDialog.ts'

type NewsCardProps = {
  article: ContentItem
  isBusy: boolean
  /** Whether it is far below the first view. */
  isLate: boolean
  onRead: (article: ContentItem, button: HTMLElement) => void
}

/** Memoised: not rendered while another card is opened. */
const NewsCard = memo(function NewsCard({ article, isBusy, isLate, onRead }: NewsCardProps) {
  const { t } = useTranslation()
  const langOf = useTextLanguage()
  return (
    <MediaCard
      picture={
        <StampedPicture
          {...articlePicture(article)}
          stamp={article.cancelled_at && t('news.cancelled_mark')}
          start={article.type === 'Event' ? article.date : undefined}
          isLate={isLate}
          width={960}
          height={640}
          sizes="(min-width: 1152px) 34rem, (min-width: 768px) 50vw, 100vw"
          className="size-full"
        />
      }
      eyebrow={<ArticleMeta article={article} className="contents" />}
      title={article.title}
      lang={langOf(article.language)}
      footer={
        <Button busy={isBusy} onClick={(event) => onRead(article, event.currentTarget)}>
          {t('news.read_more')}
        </Button>
      }
    >
      <p>{article.short_description}</p>
    </MediaCard>
  )
})

function NewsSkeleton() {
  return (
    <Skeleton count={NEWS_PAGE} className="grid gap-6 md:grid-cols-2 lg:gap-8">
      <div className="pb-5">
        <SkeletonBlock className="aspect-3/2" />
        <SkeletonBlock className="mt-5 h-4 w-2/5" />
        <SkeletonBlock className="mt-3 h-7 w-4/5" />
        <SkeletonBlock className="mt-3 h-16" />
        <SkeletonBlock className="mt-4 h-tap w-32" />
      </div>
    </Skeleton>
  )
}

type Props = { filters: NewsFilters; onChange: (changed: Partial<NewsFilters>) => void }

/** The cards whose pictures can be in the first view. */
const IN_VIEW = 1

const NONE: ContentItem[] = []

// Dialogs weigh more than the rest of the page; this one is fetched together with its first article.
const loadDialog = () => import(/* webpackChunkName: "article-dialog" */ './ArticleDialog.tsx')
const ArticleDialog = lazy(async () => ({ default: (await loadDialog()).ArticleDialog }))

/** Memoised: not rendered while the controls of the filters are. */
export const NewsList = memo(function NewsList({ filters, onChange }: Props) {
  const { t } = useTranslation()
  const news = useListNewsQuery()
  const events = useListEventsQuery()
  const { article, hasOpened, fetchingId, open, close } = useArticleDialog(loadDialog)
  const lists = [...(filters.hasNews ? [news] : []), ...(filters.hasEvents ? [events] : [])]
  const articles = visibleArticles(news.data ?? NONE, events.data ?? NONE, filters)
  const failedLists = lists.filter((list) => list.isError && !list.data)

  const handleRetry = () => failedLists.forEach((list) => void list.refetch())
  const retry = failedLists.length > 0 && (
    <Button busy={failedLists.some((list) => list.isFetching)} onClick={handleRetry}>
      {t('errors.retry')}
    </Button>
  )
  const content = () => {
    if (lists.some((list) => list.isLoading)) return <NewsSkeleton />
    if (articles.length === 0) {
      const isWhole = news.data?.length === 0 && events.data?.length === 0
      return <NoArticles isWhole={isWhole} retry={retry} />
    }
    return (
      <>
        {retry && (
          <div className="mb-8 flex flex-wrap items-center gap-4">
            <FormError message={t('news.partly_failed')} />
            {retry}
          </div>
        )}
        <NewsCards
          articles={articles}
          count={filters.count}
          fetchingId={fetchingId}
          onRead={open}
          onShowMore={() => onChange({ count: filters.count + NEWS_PAGE })}
        />
      </>
    )
  }
  return (
    <section aria-labelledby="news-list" className="min-h-128 pt-8">
      <h2 id="news-list">
        <span className="sr-only">{t('news.list')}</span>
      </h2>
      {content()}
      {hasOpened && (
        <Suspense>
          <ArticleDialog article={article} onClose={close} />
        </Suspense>
      )}
    </section>
  )
})

/** @param isWhole there is nothing under other filters either */
function NoArticles({ isWhole, retry }: { isWhole: boolean; retry: ReactNode }) {
  const { t } = useTranslation()
  const hint = t(isWhole ? 'news.first_hint' : 'news.empty_hint')
  return (
    <EmptyState
      drawing="news"
      message={t('news.empty')}
      hint={retry ? undefined : hint}
      action={retry}
    >
      {isWhole && <FirstItem resource="contents" label={t('news.add_first')} />}
    </EmptyState>
  )
}

type NewsCardsProps = {
  articles: readonly ContentItem[]
  count: number
  fetchingId: ContentId | null
  onRead: (article: ContentItem, button: HTMLElement) => void
  onShowMore: () => void
}

function NewsCards({ articles, count, fetchingId, onRead, onShowMore }: NewsCardsProps) {
  const { t } = useTranslation()
  return (
    <>
      <div className="grid gap-6 md:grid-cols-2 lg:gap-8">
        {articles.slice(0, count).map((article, index) => (
          <NewsCard
            key={article.id}
            article={article}
            isLate={index >= IN_VIEW}
            isBusy={article.id === fetchingId}
            onRead={onRead}
          />
        ))}
      </div>
      {articles.length > count && <ShowMore label={t('news.show_more')} onShowMore={onShowMore} />}
    </>
  )
}
