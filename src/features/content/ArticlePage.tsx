import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import type { ContentId } from '#contract/ids.ts'
import { ID_MAX } from '#contract/limits.ts'
import { useGetArticleQuery, useListNextQuery } from '#src/store/content/api.ts'
import { statusOf } from '#src/store/http/errors.ts'
import { ArticleHero } from './ArticleHero.tsx'
import { ArticleText } from './ArticleText.tsx'
import { MissingArticle } from './MissingArticle.tsx'
import { MoreArticles } from './MoreArticles.tsx'

const idFrom = (text: string | undefined): ContentId | null => {
  const number = Number(text)
  return Number.isInteger(number) && number > 0 && number <= ID_MAX ? (number as ContentId) : null
}

/** Single news page (behaviour 2): the news detail and the event detail in turn, silently (behaviour 7; ruling 22). */
export function ArticlePage() {
  const { t } = useTranslation()
  const id = idFrom(useParams().news_id)
  const skip = { skip: id === null }
  const {
    currentData: story,
    isFetching,
    error,
    refetch,
  } = useGetArticleQuery(id ?? (0 as ContentId), skip)
  const { currentData: upcoming } = useListNextQuery(id ?? (0 as ContentId), skip)
  const isMissing = id === null || statusOf(error) === 404
  const isFailed = !story && !isFetching && (isMissing || error !== undefined)
  const heading =
    story?.title ?? (isFailed ? t(isMissing ? 'news.missing_title' : 'news.failed_title') : '')
  const named = story?.cancelled_at ? t('news.cancelled_title', { title: heading }) : heading

  return (
    <>
      {heading !== '' && <title>{t('navbar.page_title', { heading: named })}</title>}
      <ArticleHero story={story} heading={heading} />
      {/* As high as the window while it is empty: what comes must not push the footer. */}
      <div className="mx-auto grid min-h-screen max-w-page content-start gap-x-16 gap-y-14 px-4 pt-12 pb-24 sm:pt-16 lg:grid-cols-[minmax(0,1fr)_18rem] print:block print:min-h-0 print:py-0">
        {story && <ArticleText story={story} />}
        {isFailed && (
          <MissingArticle
            isMissing={isMissing}
            isBusy={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {(story || isFailed) && upcoming && upcoming.length > 0 && (
          <MoreArticles upcoming={upcoming} />
        )}
      </div>
    </>
  )
}
