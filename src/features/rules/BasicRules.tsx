import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { ANY } from '#contract/lists.ts'
import {
  type RuleCategoryTree,
  useListRuleCategoriesQuery,
  useListRuleEntriesQuery,
} from '#src/store/rules/api.ts'
import type { Elements } from '#src/ui/elements.ts'
import { FilterBar, IdSelect } from './FilterBar.tsx'
import { groupEntries, QUICK_ENTRIES } from './groupEntries.ts'
import { RuleList } from './RuleList.tsx'
import { EntryLinks, RuleSection } from './RuleSection.tsx'
import { queryOf, type RuleListProps, type RuleTabProps } from './ruleFilters.ts'

export function BasicRules({ filters, ...list }: RuleTabProps) {
  const { t } = useTranslation()
  const { data: categories } = useListRuleCategoriesQuery()
  const chosen = categories?.filter(
    ({ id }) => filters.category === ANY || String(id) === filters.category,
  )
  return (
    <>
      <FilterBar search={filters.search} onChange={list.onChange}>
        <IdSelect
          label={t('rules.category')}
          searchLabel={t('rules.search_categories')}
          choices={categories}
          value={filters.category}
          // As specified: another category sets the sub-category to Any (behaviour 2.10).
          onChange={(category) => list.onChange({ category, subcategory: ANY })}
        />
        <IdSelect
          label={t('rules.subcategory')}
          searchLabel={t('rules.search_subcategories')}
          choices={chosen?.flatMap(({ subcategories }) => subcategories)}
          value={filters.subcategory}
          onChange={(subcategory) => list.onChange({ subcategory })}
        />
      </FilterBar>
      <BasicList {...list} />
    </>
  )
}

const NONE: RuleCategoryTree[] = []

/** The basic rules under their categories and sub-categories. Memoised: not rendered while the visitor types. */
const BasicList = memo(function BasicList(props: RuleListProps) {
  const { t } = useTranslation()
  const { data: categories = NONE, isLoading } = useListRuleCategoriesQuery()
  const result = useListRuleEntriesQuery(queryOf(props.applied))
  const nameOf = (list: ReadonlyArray<{ id: number; name: string }>, id: unknown) =>
    list.find((each) => each.id === id)?.name
  const subcategories = categories.flatMap((category) => category.subcategories)
  return (
    <RuleList {...props} result={result} isNamed={!isLoading}>
      {(entries) =>
        groupEntries(entries).map(({ category: id, groups }) => {
          const name = nameOf(categories, id)
          const heading = id === QUICK_ENTRIES ? t('rules.quick_entries') : name
          return (
            <RuleSection key={id} heading={heading} category={{ id, name }}>
              {groups.map(({ subcategory, entries: ofGroup }) => (
                <Subcategory key={subcategory} heading={nameOf(subcategories, subcategory)}>
                  <EntryLinks entries={ofGroup} term={props.applied.search} />
                </Subcategory>
              ))}
            </RuleSection>
          )
        })
      }
    </RuleList>
  )
})

function Subcategory({ heading, children }: { heading: string | undefined; children: Elements }) {
  return (
    <div className="print:mt-4 print:break-inside-avoid">
      {heading && (
        <h3 className="mb-1 font-heading text-lg font-bold text-gold-deep wrap-anywhere">
          {heading}
        </h3>
      )}
      {children}
    </div>
  )
}
