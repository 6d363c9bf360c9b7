import { useTranslation } from 'react-i18next'
import { ANY } from '#contract/limits.ts'
import { useListRuleCategoriesQuery } from '#src/store/rules/api.ts'
import { BasicList } from './BasicList.tsx'
import { FilterBar } from './FilterBar.tsx'
import { IdSelect } from './IdSelect.tsx'
import type { RuleTabProps } from './ruleFilters.ts'

/** The basic tab: categories, and the sub-categories of the chosen one or of all (behaviour 2). */
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
          // As specified: another category sets the sub-category to Any (behaviour 2).
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
