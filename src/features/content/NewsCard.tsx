import { useTranslation } from 'react-i18next'
import type { ContentItem } from '#contract/schemas/content.ts'
import { articlePicture } from '#src/store/http/pictures.ts'
import { Button } from '#src/ui/Button.tsx'
import { MediaCard } from '#src/ui/MediaCard.tsx'
import { StampedPicture } from '#src/ui/StampedPicture.tsx'
import { ArticleMeta } from './ArticleMeta.tsx'

type Props = { article: ContentItem; isBusy: boolean; onRead: (button: HTMLElement) => void }

export function NewsCard({ article, isBusy, onRead }: Props) {
  const { t } = useTranslation()
  return (
    <MediaCard
      picture={
        <StampedPicture
          {...articlePicture(article)}
          stamp={article.cancelled_at && t('news.cancelled_mark')}
          width={960}
          height={640}
          sizes="(min-width: 1152px) 34rem, (min-width: 768px) 50vw, 100vw"
          className="size-full"
        />
      }
      eyebrow={<ArticleMeta article={article} className="contents" />}
      title={article.title}
      footer={
        <Button busy={isBusy} onClick={(event) => onRead(event.currentTarget)}>
          {t('news.read_more')}
        </Button>
      }
    >
      <p>{article.short_description}</p>
    </MediaCard>
  )
}
