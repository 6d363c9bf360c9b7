import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type RuleCategoryTree,
  useListRuleCategoriesQuery,
  useListRuleEntriesQuery,
} from '#src/store/rules/api.ts'
import { categoryIcon } from './categoryIcon.ts'
import { EntryLinks } from './EntryLinks.tsx'
import { groupEntries, QUICK_ENTRIES } from './groupEntries.ts'
import { RuleList } from './RuleList.tsx'
import { RuleSection } from './RuleSection.tsx'
import { RuleSubsection } from './RuleSubsection.tsx'
import { queryOf, type RuleListProps } from './ruleFilters.ts'

const NONE: RuleCategoryTree[] = []

/** The basic rules under their categories and sub-categories. Memoised: not rendered while the visitor types. */
export const BasicList = memo(function BasicList({ applied, onChange }: RuleListProps) {
  const { t } = useTranslation()
  const { data: categories = NONE, isLoading } = useListRuleCategoriesQuery()
  const result = useListRuleEntriesQuery(queryOf(applied))
  const nameOf = (list: ReadonlyArray<{ id: number; name: string }>, id: unknown) =>
    list.find((each) => each.id === id)?.name
  const subcategories = categories.flatMap((category) => category.subcategories)
  return (
    <RuleList
      result={result}
      isNamed={!isLoading}
      applied={applied}
      onSearch={(search) => onChange({ search })}
    >
      {(entries) =>
        groupEntries(entries).map(({ category, groups }) => (
          <RuleSection
            key={category}
            heading={
              category === QUICK_ENTRIES ? t('rules.quick_entries') : nameOf(categories, category)
            }
            icon={categoryIcon(nameOf(categories, category) ?? '', Number(category) || 0)}
          >
            {groups.map(({ subcategory, entries: ofGroup }) => (
              <RuleSubsection key={subcategory} heading={nameOf(subcategories, subcategory)}>
                <EntryLinks entries={ofGroup} term={applied.search} />
              </RuleSubsection>
            ))}
          </RuleSection>
        ))
      }
    </RuleList>
  )
})
