import { useTranslation } from 'react-i18next'
import { useListQuickSubEntriesQuery, useListRuleSubEntriesQuery } from '#src/store/rules/api.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { Prose } from '#src/ui/Prose.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { AnchorHeading } from './AnchorHeading.tsx'
import { anchorsFor } from './anchorsFor.ts'
import type { RuleEntry } from './groupEntries.ts'
import { NoSections } from './NoSections.tsx'
import { useAnchor } from './useAnchor.ts'

/** The sub-entries of a rule: title and content (behaviour 2). */
export function RuleSections({ entry }: { entry: RuleEntry }) {
  const { t } = useTranslation()
  const isQuick = entry.type === 'quick'
  const basic = useListRuleSubEntriesQuery(entry.id, { skip: isQuick })
  const quick = useListQuickSubEntriesQuery(entry.id, { skip: !isQuick })
  const { currentData: sections, isError, isFetching, refetch } = isQuick ? quick : basic
  useAnchor(sections !== undefined)

  if (isError && !sections)
    return (
      <ErrorState
        message={t('errors.load_failed')}
        retryLabel={t('errors.retry')}
        onRetry={refetch}
        isBusy={isFetching}
      />
    )
  if (!sections) return <SectionsSkeleton />
  if (sections.length === 0) return <NoSections />

  const anchors = anchorsFor(sections.map(({ title }) => title))
  return (
    <div className="max-w-measure space-y-10">
      {sections.map(({ id, title, content }, position) => (
        <section key={id}>
          <AnchorHeading anchor={anchors[position] ?? ''}>{title}</AnchorHeading>
          {content.trim() === '' ? (
            <p className="mt-2 text-ink-soft italic">{t('rules.no_content')}</p>
          ) : (
            <Prose text={content} className="mt-2 text-lg leading-relaxed" />
          )}
        </section>
      ))}
    </div>
  )
}

function SectionsSkeleton() {
  return (
    <Skeleton className="max-w-measure space-y-4">
      <SkeletonBlock className="h-8 w-1/2" />
      <SkeletonBlock className="h-5" />
      <SkeletonBlock className="h-5 w-11/12" />
      <SkeletonBlock className="h-5 w-2/3" />
    </Skeleton>
  )
}
