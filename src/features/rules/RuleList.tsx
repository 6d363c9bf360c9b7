import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ANY } from '#contract/lists.ts'
import type { FoundRules } from '#src/store/rules/api.ts'
import { EmptyState, type LoadResult, LoadState } from '#src/ui/LoadState.tsx'
import { joined } from '#src/ui/look.ts'
import { Select } from '#src/ui/Select.tsx'
import { Skeleton, SkeletonBlock } from '#src/ui/Skeleton.tsx'
import { FirstItem } from '../desk/FirstItem.tsx'
import { emptyMessage, isUnfiltered, type RuleListProps } from './ruleFilters.ts'
import { useScrollRestoration } from './useScrollPosition.ts'

type Props<Entry> = RuleListProps & {
  /** `data` may belong to earlier filters, `currentData` belongs to these. */
  result: LoadResult<FoundRules<Entry>> & { currentData?: FoundRules<Entry> }
  /** The names of the headings are loaded, or failed to load. */
  isNamed: boolean
  children: (entries: Entry[]) => ReactNode
}

/** A list in all its states. Old entries stay until the new ones are loaded: no layout shift. */
export function RuleList<Entry>({ result, isNamed, applied, onChange, children }: Props<Entry>) {
  const { t } = useTranslation()
  const { data, currentData, error, isFetching } = result
  const shown = currentData ?? (error === undefined ? data : undefined)
  const isEmpty = shown?.entries.length === 0
  const isFirst = isUnfiltered(applied)
  const isReady = isEmpty ? currentData !== undefined : isNamed
  useScrollRestoration(isNamed && data !== undefined)
  return (
    <div className="mt-8 min-h-96">
      <LoadState
        result={{ ...result, data: isReady ? shown?.entries : undefined }}
        skeleton={
          <Skeleton count={3} className="space-y-10">
            <div className="grid gap-4 border-t border-line pt-6 xl:grid-cols-[13rem_1fr]">
              <SkeletonBlock className="h-8 w-40" />
              <div className="grid gap-3 sm:grid-cols-2">
                <SkeletonBlock className="h-9" />
                <SkeletonBlock className="h-9" />
                <SkeletonBlock className="h-9" />
                <SkeletonBlock className="h-9" />
              </div>
            </div>
          </Skeleton>
        }
        empty={
          <EmptyState
            drawing="rules"
            message={t(emptyMessage(applied))}
            hint={t(isFirst ? 'rules.first_hint' : 'rules.empty_hint')}
            suggestions={{
              label: t('rules.suggestions'),
              titles: shown?.suggestions ?? [],
              onChoose: (search) => onChange({ search }),
            }}
          >
            {isFirst && <FirstItem resource="rule-entries" label={t('rules.add_rule')} />}
          </EmptyState>
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

type IdSelectProps = {
  label: string
  searchLabel: string
  choices: ReadonlyArray<{ id: number; name: string }> | undefined
  /** An id in digits, or Any. */
  value: string
  onChange: (value: string) => void
}

export function IdSelect({ choices = [], ...rest }: IdSelectProps) {
  const { t } = useTranslation()
  const options = choices.map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <Select
      {...rest}
      options={[{ value: ANY, label: t('rules.any') }, ...options]}
      emptyText={t('rules.no_option')}
      placeholder={t('rules.option_pending')}
      className="min-w-0 md:w-60"
    />
  )
}
