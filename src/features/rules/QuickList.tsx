import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useListQuickEntriesQuery, useListQuickSubcategoriesQuery } from '#src/store/rules/api.ts'
import { categoryIcon } from './categoryIcon.ts'
import { EntryLinks } from './EntryLinks.tsx'
import { groupEntries } from './groupEntries.ts'
import { RuleList } from './RuleList.tsx'
import { RuleSection } from './RuleSection.tsx'
import { queryOf, type RuleListProps } from './ruleFilters.ts'

/** The quick rules under the names of their sub-categories. Memoised: not rendered while the visitor types. */
export const QuickList = memo(function QuickList({ applied, onChange }: RuleListProps) {
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
