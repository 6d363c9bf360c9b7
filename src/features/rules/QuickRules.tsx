import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useListQuickEntriesQuery, useListQuickSubcategoriesQuery } from '#src/store/rules/api.ts'
import { categoryIcon } from './categoryIcon.ts'
import { EntryLinks } from './EntryLinks.tsx'
import { FilterBar, IdSelect } from './FilterBar.tsx'
import { groupEntries } from './groupEntries.ts'
import { RuleList } from './RuleList.tsx'
import { RuleSection } from './RuleSection.tsx'
import { queryOf, type RuleListProps, type RuleTabProps } from './ruleFilters.ts'

/** The quick tab: its dropdown lists sub-categories under the name Category (ruling 26). */
export function QuickRules({ filters, applied, onChange }: RuleTabProps) {
  const { t } = useTranslation()
  const { data: subcategories } = useListQuickSubcategoriesQuery()
  return (
    <>
      <FilterBar search={filters.search} onSearch={(search) => onChange({ search })}>
        <IdSelect
          label={t('rules.category')}
          searchLabel={t('rules.search_categories')}
          choices={subcategories}
          value={filters.subcategory}
          onChange={(subcategory) => onChange({ subcategory })}
        />
      </FilterBar>
      <QuickList applied={applied} onChange={onChange} />
    </>
  )
}

/** The quick rules under the names of their sub-categories. Memoised: not rendered while the visitor types. */
const QuickList = memo(function QuickList({ applied, onChange }: RuleListProps) {
  const { t } = useTranslation()
  const subcategories = useListQuickSubcategoriesQuery()
  const result = useListQuickEntriesQuery(queryOf(applied))
  const nameOf = (id: number | null) => subcategories.data?.find((each) => each.id === id)?.name
  return (
    <RuleList
      result={result}
      isNamed={!subcategories.isLoading}
      applied={applied}
      onSearch={(search) => onChange({ search })}
    >
      {(entries) =>
        groupEntries(entries)
          .flatMap(({ groups }) => groups)
          .map(({ subcategory, entries: ofGroup }) => (
            <RuleSection
              key={subcategory}
              heading={nameOf(subcategory) ?? t('rules.quick_entries')}
              icon={categoryIcon(nameOf(subcategory) ?? '', subcategory ?? 0)}
            >
              <EntryLinks entries={ofGroup} term={applied.search} />
            </RuleSection>
          ))
      }
    </RuleList>
  )
})
