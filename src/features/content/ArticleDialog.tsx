import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContentDetail } from '#contract/content.ts'
import { articlePicture } from '#src/store/http/pictures.ts'
import { Button, LinkButton } from '#src/ui/Button.tsx'
import { joined } from '#src/ui/look.ts'
import { Modal } from '#src/ui/Modal.tsx'
import { StampedPicture } from '#src/ui/StampedPicture.tsx'
import { useTextLanguage } from '#src/ui/useLanguage.ts'
import { EventRegistration } from '../registration/EventRegistration.tsx'
import { AccessNote, ArticleBody, EventExtras, SeriesDates } from './ArticleBody.tsx'
import { ArticleMeta } from './ArticleMeta.tsx'

type Props = { article: ContentDetail | null; onClose: () => void }

export function ArticleDialog({ article, onClose }: Props) {
  const { t } = useTranslation()
  const langOf = useTextLanguage()
  const isEvent = article?.type === 'Event'
  const [foot, setFoot] = useState<HTMLElement | null>(null)
  return (
    <Modal
      open={article !== null}
      onClose={onClose}
      title={article?.title ?? ''}
      titleLang={article ? langOf(article.language) : undefined}
      closeLabel={t('news.close_dialog')}
      size="large"
      footer={
        <div className="flex w-full flex-wrap-reverse items-center justify-end gap-x-3 gap-y-2">
          <div className="flex gap-2 max-sm:flex-1 max-sm:*:flex-1">
            {article && (
              <LinkButton to={`/discordia/news/${article.id}`}>{t('news.open_page')}</LinkButton>
            )}
            <Button onClick={onClose}>{t('news.close')}</Button>
          </div>
          {article?.registration && (
            <div
              ref={setFoot}
              className="flex min-h-12 flex-auto items-center justify-end gap-3 font-sans text-ui"
            />
          )}
        </div>
      }
    >
      {article && (
        <>
          <div className="relative">
            <StampedPicture
              {...articlePicture(article)}
              stamp={article.cancelled_at && t('news.cancelled_mark')}
              width={960}
              height={480}
              sizes="(min-width: 600px) 44rem, 100vw"
              className={joined('w-full rounded', isEvent ? 'aspect-4/1' : 'aspect-2/1')}
            />
          </div>
          <ArticleMeta
            article={article}
            isDetailed
            className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-1 font-sans text-ui text-ink-soft"
          />
          <EventExtras article={article} className="mt-4" />
          <SeriesDates article={article} level={3} className="mt-4" />
          <AccessNote article={article} level={3} className="mt-4" />
          <ArticleBody article={article} level={3} className="mt-5" />
          <EventRegistration
            article={article}
            foot={foot}
            className="mt-8 max-w-measure border-t border-line pt-6"
          />
        </>
      )}
    </Modal>
  )
}
