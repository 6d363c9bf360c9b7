import { useTranslation } from 'react-i18next'
import type { ContentDetail } from '#contract/content.ts'
import { articlePicture } from '#src/store/http/pictures.ts'
import { Button, LinkButton } from '#src/ui/Button.tsx'
import { Modal } from '#src/ui/Modal.tsx'
import { StampedPicture } from '#src/ui/StampedPicture.tsx'
import { useTextLanguage } from '#src/ui/useLanguage.ts'
import { EventRegistration } from '../registration/EventRegistration.tsx'
import { ArticleBody, EventExtras } from './ArticleBody.tsx'
import { ArticleMeta } from './ArticleMeta.tsx'

type Props = { article: ContentDetail | null; onClose: () => void }

export function ArticleDialog({ article, onClose }: Props) {
  const { t } = useTranslation()
  const langOf = useTextLanguage()
  return (
    <Modal
      open={article !== null}
      onClose={onClose}
      title={article?.title ?? ''}
      titleLang={article ? langOf(article.language) : undefined}
      closeLabel={t('news.close_dialog')}
      size="large"
      footer={
        <>
          {article && (
            <LinkButton to={`/discordia/news/${article.id}`} variant="quiet">
              {t('news.open_page')}
            </LinkButton>
          )}
          <Button onClick={onClose}>{t('news.close')}</Button>
        </>
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
              className="aspect-2/1 w-full rounded"
            />
          </div>
          <ArticleMeta
            article={article}
            isDetailed
            className="mt-5 flex flex-wrap items-center gap-x-4 gap-y-1 font-sans text-ui text-ink-soft"
          />
          <EventExtras article={article} className="mt-4" />
          <ArticleBody article={article} level={3} className="mt-5" />
          <EventRegistration
            article={article}
            className="mt-8 max-w-measure border-t border-line pt-6"
          />
        </>
      )}
    </Modal>
  )
}
