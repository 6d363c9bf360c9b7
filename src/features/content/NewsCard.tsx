import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContentItem } from '#contract/content.ts'
import { articlePicture } from '#src/store/http/pictures.ts'
import { Button } from '#src/ui/Button.tsx'
import { MediaCard } from '#src/ui/MediaCard.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { StampedPicture } from '#src/ui/StampedPicture.tsx'
import { useTextLanguage } from '#src/ui/useTextLanguage.ts'
import { ArticleMeta } from './ArticleMeta.tsx'
import { NEWS_PAGE } from './newsFilters.ts'

type Props = {
  article: ContentItem
  isBusy: boolean
  /** Whether it is far below the first view. */
  isLate: boolean
  onRead: (article: ContentItem, button: HTMLElement) => void
}

/** Memoised: not rendered while another card is opened. */
export const NewsCard = memo(function NewsCard({ article, isBusy, isLate, onRead }: Props) {
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

export function NewsSkeleton() {
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
