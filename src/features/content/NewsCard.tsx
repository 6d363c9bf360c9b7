import { useTranslation } from 'react-i18next'
import type { ContentItem } from '#contract/schemas/content.ts'
import { pictureOf } from '#src/store/content/selectors.ts'
import { Button } from '#src/ui/Button.tsx'
import { joined } from '#src/ui/look.ts'
import { MediaCard } from '#src/ui/MediaCard.tsx'
import { Picture } from '#src/ui/Picture.tsx'
import { Stamp } from '#src/ui/Stamp.tsx'
import { ArticleMeta } from './ArticleMeta.tsx'

type Props = { story: ContentItem; isBusy: boolean; onRead: (button: HTMLElement) => void }

export function NewsCard({ story, isBusy, onRead }: Props) {
  const { t } = useTranslation()
  return (
    <MediaCard
      picture={
        <>
          <Picture
            {...pictureOf(story)}
            alt=""
            width={960}
            height={640}
            sizes="(min-width: 1152px) 34rem, (min-width: 768px) 50vw, 100vw"
            className={joined('size-full', story.cancelled_at && 'grayscale')}
          />
          {story.cancelled_at && (
            <Stamp className="absolute start-3 top-3">{t('news.cancelled_mark')}</Stamp>
          )}
        </>
      }
      eyebrow={<ArticleMeta story={story} className="contents" />}
      title={story.title}
      footer={
        <Button busy={isBusy} onClick={(event) => onRead(event.currentTarget)}>
          {t('news.read_more')}
        </Button>
      }
    >
      <p>{story.short_description}</p>
    </MediaCard>
  )
}
