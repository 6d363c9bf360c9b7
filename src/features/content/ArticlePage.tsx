import { skipToken } from '@reduxjs/toolkit/query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import type { ContentDetail, ContentItem } from '#contract/content.ts'
import type { ContentId } from '#contract/ids.ts'
import { articlePath } from '#contract/publicPages.ts'
import { announces } from '#src/platform/page.ts'
import { idIn } from '#src/platform/urlParts.ts'
import { contentApi } from '#src/store/content/api.ts'
import { statusOf } from '#src/store/http/errors.ts'
import { articlePicture } from '#src/store/http/pictures.ts'
import type { PageData } from '#src/store/reducer.ts'
import { Button, LinkButton } from '#src/ui/Button.tsx'
import { Hero } from '#src/ui/Hero.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import { joined } from '#src/ui/look.ts'
import { Picture } from '#src/ui/Picture.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { Stamp } from '#src/ui/StampedPicture.tsx'
import { TranslationLinks } from '#src/ui/TranslationLinks.tsx'
import { useListedIn, useTextLanguage } from '#src/ui/useLanguage.ts'
import { EventProgramme, TableOfEvent } from '../programme/EventProgramme.tsx'
import { EventRegistration } from '../registration/EventRegistration.tsx'
import { AccessNote, ArticleBody, EventExtras, SeriesDates } from './ArticleBody.tsx'
import { ArticleMeta } from './ArticleMeta.tsx'

type ArticleHeroProps = {
  /** Undefined while it loads and when it does not exist: the default picture is shown. */
  article: ContentDetail | undefined
  heading: string
}

const noArticle = { type: 'News', background_image: null } as const

function ArticleHero({ article, heading }: ArticleHeroProps) {
  const { t } = useTranslation()
  const lang = useTextLanguage()(article?.language)
  return (
    <Hero
      aria-label={t('news.article_header')}
      size="story"
      picture={{
        element: (
          <Picture
            {...articlePicture(article ?? noArticle)}
            alt=""
            width={1440}
            height={960}
            sizes="100vw"
            isEager
            className={joined('absolute inset-0 size-full', article?.cancelled_at && 'grayscale')}
          />
        ),
      }}
    >
      {heading === '' ? (
        <Waiting />
      ) : (
        <div className="max-w-3xl">
          {announces('list_link') && (
            <LinkButton
              to="/discordia/news&events/"
              variant="quiet"
              icon="arrowLeft"
              className="-ms-5 mb-2 forced-colors:ms-0"
            >
              {t('news.back')}
            </LinkButton>
          )}
          <TranslationLinks translations={article?.translations} pathOf={articlePath} />
          {article?.cancelled_at && <Stamp className="mb-4">{t('news.cancelled_mark')}</Stamp>}
          {article && (
            <ArticleMeta
              article={article}
              isDetailed
              className="flex flex-wrap items-center gap-x-4 gap-y-1 font-sans text-ui text-gold-light"
            />
          )}
          <h1
            lang={lang}
            className="mt-3 font-heading text-4xl font-bold wrap-anywhere sm:text-5xl"
          >
            {heading}
          </h1>
          {article && (
            <p lang={lang} className="mt-4 max-w-measure text-lg text-snow/90">
              {article.short_description}
            </p>
          )}
        </div>
      )}
    </Hero>
  )
}

const Waiting = () => (
  <Skeleton className="w-[85vw] max-w-3xl">
    <SkeletonBlock className="h-5 w-48" />
    <SkeletonBlock className="mt-4 h-12 w-4/5 max-w-2xl" />
    <SkeletonBlock className="mt-4 h-14 w-full max-w-xl" />
  </Skeleton>
)

const MORE_ARTICLES_MAX = 3

const { getArticle, listNext } = contentApi.endpoints

export const pageData: PageData = {
  fetch: async (dispatch, { params, listedIn }) => {
    const id = idIn<ContentId>(params['news_id'])
    if (id === null) return
    await Promise.all([
      dispatch(getArticle.initiate(id)),
      dispatch(listNext.initiate({ id, ...listedIn })),
    ])
  },
}

/** The news detail, else the event detail (behaviour 7.5; ruling 22). */
function ArticlePage() {
  const { t } = useTranslation()
  const id = idIn<ContentId>(useParams().news_id)
  const result = contentApi.useGetArticleQuery(id ?? skipToken)
  const { currentData: article, isFetching, error } = result
  const listedIn = useListedIn()
  const { currentData: upcoming } = contentApi.useListNextQuery(
    id === null ? skipToken : { id, ...listedIn },
  )
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
        {article?.type === 'Event' && (
          // What a reader can do about an event: above its text, beside it on wide windows.
          <div className="flex flex-col gap-6 empty:hidden lg:col-start-2 lg:row-start-1">
            <TableOfEvent article={article} />
            <EventRegistration article={article} className="" />
            <EventExtras article={article} />
            <SeriesDates article={article} level={2} className="" />
            <AccessNote article={article} level={2} />
          </div>
        )}
        {article && (
          <article
            aria-label={t('news.article')}
            className="lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:border-e lg:border-line lg:pe-8"
          >
            <ArticleBody article={article} level={2} className="text-lg leading-relaxed" />
            <EventProgramme article={article} />
          </article>
        )}
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
        <LinkButton
          to={`/discordia/news/${next.id}`}
          variant="quiet"
          className="-ms-5 forced-colors:ms-0"
        >
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

export { ArticlePage as Screen }
