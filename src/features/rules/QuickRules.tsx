import { useTranslation } from 'react-i18next'
import { useListQuickSubcategoriesQuery } from '#src/store/rules/api.ts'
import { FilterBar } from './FilterBar.tsx'
import { IdSelect } from './IdSelect.tsx'
import { QuickList } from './QuickList.tsx'
import type { RuleTabProps } from './ruleFilters.ts'

/** The quick tab: its dropdown lists sub-categories under the name Category (behaviour 2; ruling 26). */
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
