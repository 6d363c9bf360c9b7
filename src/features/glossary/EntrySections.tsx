import type { GlossaryEntryId } from '#contract/ids.ts'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import { useListGlossarySubEntriesQuery } from '#src/store/glossary/api.ts'
import { LoadState } from '#src/ui/LoadState.tsx'
import { Prose } from '#src/ui/Prose.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'

/** The sub-entries, fetched when their card is expanded. */
export function EntrySections({ entryId }: { entryId: GlossaryEntryId }) {
  const result = useListGlossarySubEntriesQuery(entryId)
  return (
    <LoadState
      result={result}
      data={result.data}
      texts={useLoadTexts()}
      skeleton={
        <Skeleton className="space-y-3">
          <SkeletonBlock className="h-6 w-40" />
          <SkeletonBlock className="h-4 w-4/5" />
          <SkeletonBlock className="h-4 w-3/5" />
        </Skeleton>
      }
    >
      {(sections) =>
        sections
          .map((section, index) => ({ ...section, index }))
          .map(({ title, content, index }) => (
            <div key={index} className="mb-6 last:mb-0">
              <h4 className="font-heading text-lg font-bold wrap-anywhere">{title}</h4>
              <Prose text={content} className="mt-1" />
            </div>
          ))
      }
    </LoadState>
  )
}
