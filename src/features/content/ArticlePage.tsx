import { skipToken } from '@reduxjs/toolkit/query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import type { ContentDetail, ContentItem } from '#contract/content.ts'
import type { ContentId } from '#contract/ids.ts'
import { idIn } from '#src/platform/idIn.ts'
import { contentApi, useGetArticleQuery, useListNextQuery } from '#src/store/content/api.ts'
import { statusOf } from '#src/store/http/errors.ts'
import type { PageData } from '#src/store/pageData.ts'
import { Button, LinkButton } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { useTextLanguage } from '#src/ui/useTextLanguage.ts'
import { EventRegistration } from '../registration/EventRegistration.tsx'
import { ArticleBody } from './ArticleBody.tsx'
import { ArticleHero } from './ArticleHero.tsx'
import { EventExtras } from './EventExtras.tsx'

const MORE_ARTICLES_MAX = 3

const { getArticle, listNext } = contentApi.endpoints

export const pageData: PageData = {
  fetch: async (dispatch, { params }) => {
    const id = idIn<ContentId>(params['news_id'])
    if (id === null) return
    await Promise.all([dispatch(getArticle.initiate(id)), dispatch(listNext.initiate(id))])
  },
}

/** The news detail, else the event detail (behaviour 7.5; ruling 22). */
export function ArticlePage() {
  const { t } = useTranslation()
  const id = idIn<ContentId>(useParams().news_id)
  const result = useGetArticleQuery(id ?? skipToken)
  const { currentData: article, isFetching, error } = result
  const { currentData: upcoming } = useListNextQuery(id ?? skipToken)
  const isMissing = id === null || statusOf(error) === 404
  // Still true during a retry, so that the reader keeps the message and the focused button.
  const isFailed = !article && (isMissing || error !== undefined)
  const heading =
    article?.title ?? (isFailed ? t(isMissing ? 'news.missing_title' : 'news.failed_title') : '')
  const pageTitle = article?.cancelled_at ? t('news.cancelled_title', { title: heading }) : heading

  return (
    <>
      {heading !== '' && <title>{t('navbar.page_title', { heading: pageTitle })}</title>}
      <ArticleHero article={article} heading={heading} />
      {/* Fills the window while it is empty: no layout shift of the footer. */}
      <div className="mx-auto grid min-h-screen max-w-page content-start gap-x-8 gap-y-10 px-4 pt-8 pb-24 sm:pt-16 lg:grid-cols-[minmax(0,1fr)_16rem] lg:grid-rows-[auto_1fr] print:block print:min-h-0 print:py-0">
        {article && <EventActions article={article} />}
        {article && <ArticleText article={article} />}
        {isFailed && (
          <MissingArticle
            isMissing={isMissing}
            isBusy={isFetching}
            onRetry={() => void result.refetch()}
          />
        )}
        {(article || isFailed) && upcoming && upcoming.length > 0 && (
          <MoreArticles upcoming={upcoming} />
        )}
      </div>
    </>
  )
}

type ArticleProps = { article: ContentDetail }

/** What a reader can do about an event: above its text, beside it on wide windows. */
const EventActions = ({ article }: ArticleProps) =>
  article.type === 'Event' && (
    <div className="flex flex-col gap-6 empty:hidden lg:col-start-2 lg:row-start-1">
      <EventRegistration article={article} className="" />
      <EventExtras article={article} />
    </div>
  )

function ArticleText({ article }: ArticleProps) {
  const { t } = useTranslation()
  return (
    <article
      aria-label={t('news.article')}
      className="lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:border-e lg:border-line lg:pe-8"
    >
      <ArticleBody article={article} level={2} className="text-lg leading-relaxed" />
    </article>
  )
}

type Props = {
  isMissing: boolean
  isBusy: boolean
  onRetry: () => void
}

function MissingArticle({ isMissing, isBusy, onRetry }: Props) {
  const { t } = useTranslation()
  return (
    <div className="max-w-measure">
      <p role="status" className="text-lg">
        {t(isMissing ? 'news.missing_text' : 'news.failed_text')}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        {!isMissing && (
          <Button busy={isBusy} onClick={onRetry}>
            {t('errors.retry')}
          </Button>
        )}
        <LinkButton to="/discordia/news&events/" icon="arrowLeft">
          {t('news.back')}
        </LinkButton>
      </div>
    </div>
  )
}

/** As specified: Next Article is the first upcoming item, More Articles are the first three of them (behaviour 2.7). */
function MoreArticles({ upcoming }: { upcoming: readonly ContentItem[] }) {
  const { t } = useTranslation()
  const langOf = useTextLanguage()
  const [next] = upcoming
  return (
    <div className="print:hidden lg:col-start-2">
      {next && (
        <LinkButton to={`/discordia/news/${next.id}`} variant="quiet" className="-ms-5">
          {t('news.next_article')}
          <Icon name="arrowRight" />
        </LinkButton>
      )}
      <section aria-labelledby="more-articles" className="mt-4">
        <h2 id="more-articles" className="font-heading text-xl font-bold">
          {t('news.more_articles')}
        </h2>
        <ul className="mt-3">
          {upcoming.slice(0, MORE_ARTICLES_MAX).map(({ id, title, language }) => (
            <li key={id} className="border-t border-line">
              <Link
                to={`/discordia/news/${id}`}
                lang={langOf(language)}
                className="flex min-h-tap items-center py-3 text-ink no-underline wrap-anywhere hover:text-gold-deep hover:underline hover:underline-offset-4"
              >
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </section>
    </div>
  )
}
