import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLoadTexts } from '#src/i18n/useLoadTexts.ts'
import type { FoundRules } from '#src/store/rules/api.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { type LoadResult, LoadState } from '#src/ui/LoadState.tsx'
import { joined } from '#src/ui/look.ts'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { Suggestions } from '#src/ui/Suggestions.tsx'
import { RulesDrawing } from './RuleSections.tsx'
import { emptyMessage, type RuleFilters } from './ruleFilters.ts'
import { useScrollRestoration } from './useScrollPosition.ts'

type Props<Entry> = {
  /** `data` may belong to earlier filters, `currentData` belongs to these. */
  result: LoadResult & { data?: FoundRules<Entry>; currentData?: FoundRules<Entry> }
  /** The names of the headings are loaded, or failed to load. */
  isNamed: boolean
  applied: RuleFilters
  onSearch: (text: string) => void
  children: (entries: Entry[]) => ReactNode
}

/** A list in all its states. Old entries stay until the new ones are loaded: no layout shift. */
export function RuleList<Entry>({ result, isNamed, applied, onSearch, children }: Props<Entry>) {
  const { t } = useTranslation()
  const { data, currentData, error, isFetching } = result
  const shown = currentData ?? (error === undefined ? data : undefined)
  const isEmpty = shown?.entries.length === 0
  const isReady = isEmpty ? currentData !== undefined : isNamed
  useScrollRestoration(isNamed && data !== undefined)
  return (
    <div className="mt-8 min-h-96">
      <LoadState
        result={result}
        data={isReady ? shown?.entries : undefined}
        texts={useLoadTexts()}
        skeleton={<ListSkeleton />}
        empty={
          <NoRules
            message={t(emptyMessage(applied))}
            suggestions={shown?.suggestions ?? []}
            onSearch={onSearch}
          />
        }
      >
        {(entries) => (
          <div className={joined('transition-opacity', isFetching && 'opacity-60')}>
            {children(entries)}
          </div>
        )}
      </LoadState>
    </div>
  )
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

type NoRulesProps = {
  message: string
  suggestions: readonly string[]
  onSearch: (text: string) => void
}

/** One of the four sentences of an empty list, with titles close to the search term if the server sends some. */
function NoRules({ message, suggestions, onSearch }: NoRulesProps) {
  const { t } = useTranslation()
  const hasSuggestions = suggestions.length > 0
  return (
    <EmptyState
      message={message}
      hint={hasSuggestions ? undefined : t('rules.empty_hint')}
      drawing={<RulesDrawing />}
      action={
        hasSuggestions && (
          <Suggestions label={t('rules.suggestions')} titles={suggestions} onChoose={onSearch} />
        )
      }
    />
  )
}
