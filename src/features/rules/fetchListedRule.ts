import type { RuleEntryId } from '#contract/ids.ts'
import type { BasicRuleEntry, QuickRuleEntry } from '#contract/rules.ts'
import { idIn } from '#src/platform/idIn.ts'
import type { PageData } from '#src/store/pageData.ts'
import type { AppDispatch, RootState } from '#src/store/reducer.ts'
import { type FoundRules, rulesApi } from '#src/store/rules/api.ts'
import type { RuleEntry } from './groupEntries.ts'

const { listRuleEntries, listQuickEntries, listRuleSubEntries, listQuickSubEntries } =
  rulesApi.endpoints

const listedEntries = ({ api }: RootState): RuleEntry[] =>
  Object.values(api.queries).flatMap((list) =>
    [listRuleEntries.name, listQuickEntries.name].includes(list?.endpointName ?? '')
      ? ((list?.data as FoundRules<RuleEntry> | undefined)?.entries ?? [])
      : [],
  )

function fetchBasic(dispatch: AppDispatch, { id, subcategory }: BasicRuleEntry) {
  void dispatch(listRuleSubEntries.initiate(id))
  if (subcategory === null) return
  void dispatch(listRuleEntries.initiate({ subcategory: String(subcategory) }))
}

function fetchQuick(dispatch: AppDispatch, { id, quick_subcategory }: QuickRuleEntry) {
  void dispatch(listQuickSubEntries.initiate(id))
  if (quick_subcategory === null) return
  void dispatch(listQuickEntries.initiate({ subcategory: String(quick_subcategory) }))
}

/** Fetches a rule that a cached list has: its URL contains neither its kind nor its sub-category. */
export const fetchListedRule: PageData['fetch'] = async (dispatch, { params }) => {
  const id = idIn<RuleEntryId>(params['id'])
  const entries = dispatch((_, getState) => listedEntries(getState()))
  const basic = entries.find((entry) => entry.id === id && entry.type === 'basic')
  const quick = entries.find((entry) => entry.id === id && entry.type === 'quick')
  if (basic?.type === 'basic') fetchBasic(dispatch, basic)
  if (quick?.type === 'quick') fetchQuick(dispatch, quick)
}
