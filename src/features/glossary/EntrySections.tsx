import { useTranslation } from 'react-i18next'
import type { GlossaryEntryId } from '#contract/ids.ts'
import { useListGlossarySubEntriesQuery } from '#src/store/glossary/api.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Prose } from '#src/ui/Prose.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'

/** The sub-entries, fetched when their card is opened. */
export function EntrySections({ entryId }: { entryId: GlossaryEntryId }) {
  const { t } = useTranslation()
  const { data: sections, isError, isFetching, refetch } = useListGlossarySubEntriesQuery(entryId)
  if (!sections)
    return isError ? (
      <ErrorState
        message={t('errors.load_failed')}
        retryLabel={t('errors.retry')}
        onRetry={refetch}
        isBusy={isFetching}
      />
    ) : (
      <Skeleton className="space-y-3">
        <SkeletonBlock className="h-6 w-40" />
        <SkeletonBlock className="h-4 w-4/5" />
        <SkeletonBlock className="h-4 w-3/5" />
      </Skeleton>
    )
  return sections
    .map((section, position) => ({ ...section, position }))
    .map(({ title, content, position }) => (
      <div key={position} className="mb-6 last:mb-0">
        <h4 className="font-heading text-lg font-bold wrap-anywhere">{title}</h4>
        <Prose text={content} className="mt-1" />
      </div>
    ))
}
