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
import { questionFor, type RuleListProps } from './ruleFilters.ts'

const NONE: RuleCategoryTree[] = []

/** The basic rules under their categories and sub-categories. Kept still while somebody types above it. */
export const BasicList = memo(function BasicList({ asked, onChange }: RuleListProps) {
  const { t } = useTranslation()
  const { data: categories = NONE, isLoading } = useListRuleCategoriesQuery()
  const answer = useListRuleEntriesQuery(questionFor(asked))
  const nameOf = (list: ReadonlyArray<{ id: number; name: string }>, id: unknown) =>
    list.find((each) => each.id === id)?.name
  const subcategories = categories.flatMap((category) => category.subcategories)
  return (
    <RuleList
      answer={answer}
      isNamed={!isLoading}
      asked={asked}
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
                <EntryLinks entries={ofGroup} term={asked.search} />
              </RuleSubsection>
            ))}
          </RuleSection>
        ))
      }
    </RuleList>
  )
})
