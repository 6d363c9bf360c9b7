import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import type { ContentId } from '#contract/ids.ts'
import { idIn } from '#src/platform/idIn.ts'
import { useGetArticleQuery, useListNextQuery } from '#src/store/content/api.ts'
import { statusOf } from '#src/store/http/errors.ts'
import { ArticleHero } from './ArticleHero.tsx'
import { ArticleText } from './ArticleText.tsx'
import { MissingArticle } from './MissingArticle.tsx'
import { MoreArticles } from './MoreArticles.tsx'

/** Single news page (behaviour 2): the news detail, else the event detail (behaviour 7; ruling 22). */
export function ArticlePage() {
  const { t } = useTranslation()
  const id = idIn<ContentId>(useParams().news_id)
  const skip = { skip: id === null }
  const {
    currentData: article,
    isFetching,
    error,
    refetch,
  } = useGetArticleQuery(id ?? (0 as ContentId), skip)
  const { currentData: upcoming } = useListNextQuery(id ?? (0 as ContentId), skip)
  const isMissing = id === null || statusOf(error) === 404
  const isFailed = !article && !isFetching && (isMissing || error !== undefined)
  const heading =
    article?.title ?? (isFailed ? t(isMissing ? 'news.missing_title' : 'news.failed_title') : '')
  const pageTitle = article?.cancelled_at ? t('news.cancelled_title', { title: heading }) : heading

  return (
    <>
      {heading !== '' && <title>{t('navbar.page_title', { heading: pageTitle })}</title>}
      <ArticleHero article={article} heading={heading} />
      {/* As high as the window while it is empty: no layout shift of the footer. */}
      <div className="mx-auto grid min-h-screen max-w-page content-start gap-x-16 gap-y-14 px-4 pt-12 pb-24 sm:pt-16 lg:grid-cols-[minmax(0,1fr)_18rem] print:block print:min-h-0 print:py-0">
        {article && <ArticleText article={article} />}
        {isFailed && (
          <MissingArticle
            isMissing={isMissing}
            isBusy={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {(article || isFailed) && upcoming && upcoming.length > 0 && (
          <MoreArticles upcoming={upcoming} />
        )}
      </div>
    </>
  )
}
