import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { ANY } from '#contract/limits.ts'
import {
  type RuleCategoryTree,
  useListRuleCategoriesQuery,
  useListRuleEntriesQuery,
} from '#src/store/rules/api.ts'
import { categoryIcon } from './categoryIcon.ts'
import { EntryLinks } from './EntryLinks.tsx'
import { FilterBar, IdSelect } from './FilterBar.tsx'
import { groupEntries, QUICK_ENTRIES } from './groupEntries.ts'
import { RuleList } from './RuleList.tsx'
import { RuleSection, RuleSubsection } from './RuleSection.tsx'
import { queryOf, type RuleListProps, type RuleTabProps } from './ruleFilters.ts'

export function BasicRules({ filters, applied, onChange }: RuleTabProps) {
  const { t } = useTranslation()
  const { data: categories } = useListRuleCategoriesQuery()
  const chosen = categories?.filter(
    ({ id }) => filters.category === ANY || String(id) === filters.category,
  )
  return (
    <>
      <FilterBar search={filters.search} onSearch={(search) => onChange({ search })}>
        <IdSelect
          label={t('rules.category')}
          searchLabel={t('rules.search_categories')}
          choices={categories}
          value={filters.category}
          // As specified: another category sets the sub-category to Any (behaviour 2.10).
          onChange={(category) => onChange({ category, subcategory: ANY })}
        />
        <IdSelect
          label={t('rules.subcategory')}
          searchLabel={t('rules.search_subcategories')}
          choices={chosen?.flatMap(({ subcategories }) => subcategories)}
          value={filters.subcategory}
          onChange={(subcategory) => onChange({ subcategory })}
        />
      </FilterBar>
      <BasicList applied={applied} onChange={onChange} />
    </>
  )
}

const NONE: RuleCategoryTree[] = []

/** The basic rules under their categories and sub-categories. Memoised: not rendered while the visitor types. */
const BasicList = memo(function BasicList({ applied, onChange }: RuleListProps) {
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
