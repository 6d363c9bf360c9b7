import {
  lazy,
  memo,
  type ReactNode,
  Suspense,
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { type ContentDetail, type ContentItem, FEED_PATHS } from '#contract/content.ts'
import type { ContentId } from '#contract/ids.ts'
import { ANY } from '#contract/lists.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { withLateStyles } from '#src/platform/lateStyles.ts'
import { announces } from '#src/platform/page.ts'
import { contentApi } from '#src/store/content/api.ts'
import { articlePicture } from '#src/store/http/pictures.ts'
import type { PageData } from '#src/store/reducer.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { FormError } from '#src/ui/Field.tsx'
import { Hero } from '#src/ui/Hero.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import type { IconName } from '#src/ui/icons.ts'
import { Late } from '#src/ui/Late.tsx'
import { EmptyState } from '#src/ui/LoadState.tsx'
import { MediaCard } from '#src/ui/MediaCard.tsx'
import { namedOptions, Select } from '#src/ui/Select.tsx'
import { ShowMore } from '#src/ui/ShowMore.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { StampedPicture } from '#src/ui/StampedPicture.tsx'
import { Tabs } from '#src/ui/Tabs.tsx'
import { useListedIn, useTextLanguage } from '#src/ui/useLanguage.ts'
import { useUrlFilters } from '#src/ui/useUrlFilters.ts'
import { FirstItem } from '../desk/FirstItem.tsx'
import { ArticleMeta, EVENT_LABELS } from './ArticleMeta.tsx'
import {
  kindsOf,
  MODES,
  NEWS_PAGE,
  type NewsFilters,
  newsFilters,
  SCOPES,
  VIEWS,
  visibleArticles,
} from './newsFilters.ts'

const { listNews, listEvents } = contentApi.endpoints

export const pageData: PageData = {
  queryOf: (query) => newsFilters.write(newsFilters.read(query)),
  fetch: (dispatch, { listedIn }) =>
    Promise.all([dispatch(listNews.initiate(listedIn)), dispatch(listEvents.initiate(listedIn))]),
}

function NewsPage() {
  const { t } = useTranslation()
  const { filters, change } = useUrlFilters(newsFilters, { debounceMs: 0 })
  // Deferred: the pressed filter is painted before the cards.
  const shown = { filters: useDeferredValue(filters), onChange: change }
  const panelOf = (view: NewsFilters['view']) => [
    <NewsFilterBar key="filters" filters={{ ...filters, view }} onChange={change} />,
    view === 'list' ? (
      <NewsList key="list" {...shown} />
    ) : (
      <Late key="month" load={loadMonth} props={shown} waiting={<NewsSkeleton />} />
    ),
  ]
  return (
    <>
      <title>{t('navbar.page_title', { heading: t('news.title') })}</title>
      <Hero picture="news" heading={t('news.title')} lead={t('news.lead')} />
      <div className="mx-auto max-w-page px-4 pt-8 pb-24 sm:pt-10">
        {announces('month_view') ? (
          <Tabs
            label={t('news.view')}
            tabs={VIEWS.map((id) => ({ id, label: t(`news.view_${id}`), panel: panelOf(id) }))}
            selected={filters.view}
            onSelect={(view) => change({ view })}
          />
        ) : (
          panelOf('list')
        )}
        <SubscribeLine />
      </div>
    </>
  )
}

const loadMonth = async () =>
  (await withLateStyles(import(/* webpackChunkName: "month-view" */ './MonthView.tsx'))).MonthView

const FEEDS = [
  { url: FEED_PATHS.news, label: 'news.feed_news', icon: 'rss' },
  { url: FEED_PATHS.events, label: 'news.feed_events', icon: 'rss' },
  { url: FEED_PATHS.calendar, label: 'news.feed_calendar', icon: 'calendar' },
] as const satisfies readonly { url: string; label: MessageKey; icon: IconName }[]

function SubscribeLine() {
  const { t } = useTranslation()
  const { language } = useListedIn()
  if (!announces('feeds')) return null
  return (
    <section
      aria-labelledby="subscribe"
      className="mt-14 border-t border-line pt-5 font-sans text-ui print:hidden"
    >
      <div className="flex flex-wrap items-center gap-x-6">
        <h2 id="subscribe" className="font-bold">
          {t('news.subscribe')}
        </h2>
        <ul className="flex flex-wrap gap-x-6">
          {FEEDS.map(({ label, icon, url }) => (
            <li key={url}>
              <a
                href={language === undefined ? url : `${url}?language=${language}`}
                className="inline-flex min-h-tap items-center gap-2 text-gold-deep underline underline-offset-4 hover:text-ink"
              >
                <Icon name={icon} />
                <span>{t(label)}</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
      <p className="mt-1 max-w-measure text-sm text-ink-soft">{t('news.subscribe_hint')}</p>
    </section>
  )
}

const NONE: ContentItem[] = []

type Props = { filters: NewsFilters; onChange: (changed: Partial<NewsFilters>) => void }

type Choice = (typeof SCOPES)[number] | (typeof MODES)[number]

const labelOf = (choice: Choice): MessageKey => (choice === ANY ? 'news.any' : EVENT_LABELS[choice])

/** Each change resets the count to four cards (behaviour 4.9). */
function NewsFilterBar({ filters, onChange }: Props) {
  const { t } = useTranslation()
  const options = <T extends Choice>(values: readonly T[]) =>
    values.map((value) => ({ value, label: t(labelOf(value)) }))
  const change = (changed: Partial<NewsFilters>) => onChange({ ...changed, count: NEWS_PAGE })
  const { data: events = NONE } = contentApi.useListEventsQuery(useListedIn())
  const kinds = [...options([ANY]), ...namedOptions(kindsOf(events))]

  return (
    <div className="flex flex-wrap items-end gap-x-8 gap-y-4 border-b border-line pb-6 sm:min-h-28">
      <div hidden={filters.view === 'month'} className="flex flex-wrap gap-x-6">
        <Checkbox
          label={t('news.show_news')}
          checked={filters.hasNews}
          onChange={(hasNews) => change({ hasNews })}
        />
        <Checkbox
          label={t('news.show_events')}
          checked={filters.hasEvents}
          onChange={(hasEvents) => change({ hasEvents })}
        />
      </div>
      {(filters.view === 'month' || filters.hasEvents) && (
        <div className="grid w-full grid-cols-2 gap-4 sm:ms-auto sm:flex sm:w-auto">
          <Select
            label={t('news.location')}
            value={filters.location}
            options={options(SCOPES)}
            onChange={(location) => change({ location })}
            className="sm:w-44"
          />
          <Select
            label={t('news.type')}
            value={filters.type}
            options={options(MODES)}
            onChange={(type) => change({ type })}
            className="sm:w-44"
          />
          {kinds.length > 1 && (
            <Select
              label={t('news.kind')}
              value={kinds.some(({ value }) => value === filters.kind) ? filters.kind : ANY}
              options={kinds}
              onChange={(kind) => change({ kind })}
              className="sm:w-44"
            />
          )}
        </div>
      )}
    </div>
  )
}

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

/** The cards whose pictures can be in the first view. */
const IN_VIEW = 1

// Dialogs weigh more than the rest of the page; this one is fetched together with its first article.
const loadDialog = () =>
  withLateStyles(import(/* webpackChunkName: "article-dialog" */ './ArticleDialog.tsx'))
const ArticleDialog = lazy(async () => ({ default: (await loadDialog()).ArticleDialog }))

/** Memoised: not rendered while the controls of the filters are. */
const NewsList = memo(function NewsList({ filters, onChange }: Props) {
  const { t } = useTranslation()
  const listedIn = useListedIn()
  const news = contentApi.useListNewsQuery(listedIn)
  const events = contentApi.useListEventsQuery(listedIn)
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

/**
 * The article in the dialog. As specified: the dialog opens after the detail fetch, whether that succeeded or failed;
 * after a failure it shows the data of the list (behaviour 4.9).
 * @param loadDialog fetches the dialog's code together with the detail
 */
function useArticleDialog(loadDialog: () => Promise<unknown>) {
  const [fetchNews] = contentApi.useLazyGetNewsQuery()
  const [fetchEvent] = contentApi.useLazyGetEventQuery()
  const [fetchingId, setFetchingId] = useState<ContentId | null>(null)
  const [hasOpened, setHasOpened] = useState(false)
  const [article, setArticle] = useState<ContentDetail | null>(null)
  const lastId = useRef<ContentId | null>(null)
  const opener = useRef<HTMLElement | null>(null)

  // The dialog returns the focus itself, except the first time: it was mounted after the focus had moved.
  useEffect(() => {
    if (article === null) opener.current?.focus({ preventScroll: true })
  }, [article])

  const open = useCallback(
    async (item: ContentItem, button: HTMLElement) => {
      lastId.current = item.id
      opener.current = button
      setFetchingId(item.id)
      // Rendering the dialog retries a failed chunk and shows the error.
      loadDialog().catch(() => {})
      const { data } = await (item.type === 'News' ? fetchNews : fetchEvent)(item.id)
      // Another card may have been clicked during the call.
      if (lastId.current !== item.id) return
      // The detail may be cached: a transition lets the press itself be painted first.
      startTransition(() => {
        setFetchingId(null)
        setArticle({ ...item, ...data })
        setHasOpened(true)
      })
    },
    [fetchNews, fetchEvent, loadDialog],
  )
  return { article, hasOpened, fetchingId, open, close: () => setArticle(null) }
}

export { NewsPage as Screen }
