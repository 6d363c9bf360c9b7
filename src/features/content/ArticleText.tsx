import { useTranslation } from 'react-i18next'
import type { ContentDetail } from '#contract/schemas/content.ts'
import { Prose } from '#src/ui/Prose.tsx'
import { EventExtras } from './EventExtras.tsx'

/** The description, in full (behaviour 2). */
export function ArticleText({ article }: { article: ContentDetail }) {
  const { t } = useTranslation()
  return (
    <article aria-label={t('news.article')}>
      <EventExtras article={article} className="mb-8" />
      <Prose text={article.description} className="text-lg leading-relaxed" />
    </article>
  )
}
