import { useTranslation } from 'react-i18next'
import type { ContentDetail } from '#contract/content.ts'
import { articlePath } from '#contract/publicPages.ts'
import { announces } from '#src/platform/pageFeatures.ts'
import { articlePicture } from '#src/store/http/pictures.ts'
import { LinkButton } from '#src/ui/Button.tsx'
import { Hero } from '#src/ui/Hero.tsx'
import { joined } from '#src/ui/look.ts'
import { Picture } from '#src/ui/Picture.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { Stamp } from '#src/ui/StampedPicture.tsx'
import { TranslationLinks } from '#src/ui/TranslationLinks.tsx'
import { useTextLanguage } from '#src/ui/useTextLanguage.ts'
import { ArticleMeta } from './ArticleMeta.tsx'

type Props = {
  /** Undefined while it loads and when it does not exist: the default picture is shown. */
  article: ContentDetail | undefined
  heading: string
}

const noArticle = { type: 'News', background_image: null } as const

export function ArticleHero({ article, heading }: Props) {
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
              className="-ms-5 mb-2"
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
