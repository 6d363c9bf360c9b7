import { useTranslation } from 'react-i18next'
import type { ContentDetail } from '#contract/schemas/content.ts'
import { pictureOf } from '#src/store/content/selectors.ts'
import { Button } from '#src/ui/Button.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { joined } from '#src/ui/look.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { Picture } from '#src/ui/Picture.tsx'
import { Prose } from '#src/ui/Prose.tsx'
import { Stamp } from '#src/ui/Stamp.tsx'
import { ArticleMeta } from './ArticleMeta.tsx'
import { EventExtras } from './EventExtras.tsx'

type Props = { story: ContentDetail | null; onClose: () => void }

/** The large dialog of one item: type, title, date, description, picture (behaviour 2). */
export function ArticleDialog({ story, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Modal
      open={story !== null}
      onClose={onClose}
      title={story?.title ?? ''}
      closeLabel={t('news.close_dialog')}
      size="large"
      footer={
        <>
          {story && (
            <LinkButton to={`/discordia/news/${story.id}`} variant="quiet">
              {t('news.open_page')}
            </LinkButton>
          )}
          <Button onClick={onClose}>{t('news.close')}</Button>
        </>
      }
    >
      {story && (
        <>
          <div className="relative">
            <Picture
              {...pictureOf(story)}
              alt=""
              width={960}
              height={480}
              sizes="(min-width: 600px) 44rem, 100vw"
              className={joined('aspect-2/1 w-full rounded', story.cancelled_at && 'grayscale')}
            />
            {story.cancelled_at && (
              <Stamp className="absolute start-3 top-3">{t('news.cancelled_mark')}</Stamp>
            )}
          </div>
          <ArticleMeta
            story={story}
            isDetailed
            className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-1 font-sans text-ui text-ink-soft"
          />
          <EventExtras story={story} className="mt-4" />
          <Prose text={story.description} className="mt-5" />
        </>
      )}
    </Modal>
  )
}
