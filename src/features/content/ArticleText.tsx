import { useTranslation } from 'react-i18next'
import type { ContentDetail } from '#contract/schemas/content.ts'
import { Prose } from '#src/ui/Prose.tsx'
import { EventExtras } from './EventExtras.tsx'

/** The description, in full (behaviour 2). */
export function ArticleText({ story }: { story: ContentDetail }) {
  const { t } = useTranslation()
  return (
    <article aria-label={t('news.article')}>
      <EventExtras story={story} className="mb-8" />
      <Prose text={story.description} className="text-lg leading-relaxed" />
    </article>
  )
}
