import { useTranslation } from 'react-i18next'
import type { ContentDetail } from '#contract/schemas/content.ts'
import { Prose } from '#src/ui/Prose.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { EventExtras } from './EventExtras.tsx'

/** The description; its outline while it is on the way. */
export function ArticleText({ story }: { story: ContentDetail | undefined }) {
  const { t } = useTranslation()
  return (
    <article aria-label={t('news.article')} className="min-h-80">
      {story ? (
        <>
          <EventExtras story={story} className="mb-8" />
          <Prose text={story.description} className="text-lg leading-relaxed" />
        </>
      ) : (
        <Skeleton className="max-w-measure space-y-4">
          <SkeletonBlock className="h-5" />
          <SkeletonBlock className="h-5 w-11/12" />
          <SkeletonBlock className="h-5" />
          <SkeletonBlock className="h-5 w-2/3" />
        </Skeleton>
      )}
    </article>
  )
}
