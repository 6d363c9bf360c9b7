import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { FoundRules } from '#src/store/rules/api.ts'
import { ErrorState } from '#src/ui/ErrorState.tsx'
import { joined } from '#src/ui/look.ts'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { NoRules } from './NoRules.tsx'
import { emptyMessage, type RuleFilters } from './ruleFilters.ts'
import { useRestoredScroll } from './useScrollPosition.ts'

type Answer<Entry> = {
  /** What was last shown, perhaps for other filters. */
  data?: FoundRules<Entry>
  /** The answer to these filters. */
  currentData?: FoundRules<Entry>
  isFetching: boolean
  isError: boolean
  refetch: () => unknown
}

type Props<Entry> = {
  answer: Answer<Entry>
  /** The names of the headings are there, or will not come. */
  isNamed: boolean
  asked: RuleFilters
  onSearch: (text: string) => void
  children: (entries: Entry[]) => ReactNode
}

/** A list in all its states. Old entries stay until the new ones are there, so that nothing jumps. */
export function RuleList<Entry>({ answer, isNamed, asked, onSearch, children }: Props<Entry>) {
  const { t } = useTranslation()
  const { data, currentData, isFetching, isError, refetch } = answer
  const entries = (currentData ?? data)?.entries ?? []
  useRestoredScroll(isNamed && data !== undefined)

  const content = () => {
    if (isError && !currentData)
      return (
        <ErrorState
          message={t('errors.load_failed')}
          retryLabel={t('errors.retry')}
          onRetry={refetch}
          isBusy={isFetching}
        />
      )
    if (currentData && entries.length === 0)
      return (
        <NoRules
          message={t(emptyMessage(asked))}
          suggestions={currentData.suggestions}
          onSearch={onSearch}
        />
      )
    if (!isNamed || entries.length === 0) return <ListSkeleton />
    return (
      <div className={joined('transition-opacity', isFetching && 'opacity-60')}>
        {children(entries)}
      </div>
    )
  }
  return <div className="mt-8 min-h-96">{content()}</div>
}

function ListSkeleton() {
  return (
    <Skeleton className="space-y-10">
      {[0, 1, 2].map((group) => (
        <div key={group} className="grid gap-4 border-t border-line pt-6 xl:grid-cols-[13rem_1fr]">
          <SkeletonBlock className="h-8 w-40" />
          <div className="grid gap-3 sm:grid-cols-2">
            <SkeletonBlock className="h-9" />
            <SkeletonBlock className="h-9" />
            <SkeletonBlock className="h-9" />
            <SkeletonBlock className="h-9" />
          </div>
        </div>
      ))}
    </Skeleton>
  )
}
