import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useListQuickEntriesQuery, useListQuickSubcategoriesQuery } from '#src/store/rules/api.ts'
import { FilterBar, IdSelect } from './FilterBar.tsx'
import { groupEntries } from './groupEntries.ts'
import { RuleList } from './RuleList.tsx'
import { EntryLinks, RuleSection } from './RuleSection.tsx'
import { queryOf, type RuleListProps, type RuleTabProps } from './ruleFilters.ts'

/** The quick tab: its dropdown lists sub-categories under the name Category (ruling 26). */
export function QuickRules({ filters, ...list }: RuleTabProps) {
  const { t } = useTranslation()
  const { data: subcategories } = useListQuickSubcategoriesQuery()
  return (
    <>
      <FilterBar search={filters.search} onChange={list.onChange}>
        <IdSelect
          label={t('rules.category')}
          searchLabel={t('rules.search_categories')}
          choices={subcategories}
          value={filters.subcategory}
          onChange={(subcategory) => list.onChange({ subcategory })}
        />
      </FilterBar>
      <QuickList {...list} />
    </>
  )
}

/** The quick rules under the names of their sub-categories. Memoised: not rendered while the visitor types. */
const QuickList = memo(function QuickList(props: RuleListProps) {
  const { t } = useTranslation()
  const { data: subcategories, isLoading } = useListQuickSubcategoriesQuery()
  const result = useListQuickEntriesQuery(queryOf(props.applied))
  return (
    <RuleList {...props} result={result} isNamed={!isLoading}>
      {(entries) =>
        groupEntries(entries)
          .flatMap(({ groups }) => groups)
          .map(({ subcategory: id, entries: ofGroup }) => {
            const name = subcategories?.find((each) => each.id === id)?.name
            const heading = name ?? t('rules.quick_entries')
            return (
              <RuleSection key={id} heading={heading} category={{ id, name }}>
                <EntryLinks entries={ofGroup} term={props.applied.search} />
              </RuleSection>
            )
          })
      }
    </RuleList>
  )
})
