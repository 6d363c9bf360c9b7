import type { RuleEntryId } from '#contract/ids.ts'
import { ANY } from '#contract/limits.ts'
import { rulesApi } from '#src/store/rules/api.ts'
import type { RuleEntry } from './groupEntries.ts'

/** Both whole lists, asked for as the rules page does, so that what it has loaded is found at once. */
const EVERYTHING = { search: '', category: ANY, subcategory: ANY }

const { listRuleEntries, listQuickEntries } = rulesApi.endpoints

const isPending = (list: { isLoading: boolean; isUninitialized: boolean }) =>
  list.isLoading || list.isUninitialized

/**
 * The entry of this id: the given one, else the one in the list of this kind, else the one in the other list, which is
 * only asked for then. There is no call for a single entry, and both kinds may have an entry of one id.
 */
export function useRuleEntry(
  id: RuleEntryId | null,
  given: RuleEntry | undefined,
  kind: RuleEntry['type'],
) {
  const basic = listRuleEntries.useQueryState(EVERYTHING)
  const quick = listQuickEntries.useQueryState(EVERYTHING)
  const [first, second] = kind === 'quick' ? [quick, basic] : [basic, quick]
  const entryIn = (list: typeof first): RuleEntry | undefined =>
    list.data?.entries.find((candidate) => candidate.id === id)

  const isWanted = id !== null && !given
  const isSecondWanted = isWanted && !isPending(first) && !entryIn(first)
  const basicList = listRuleEntries.useQuerySubscription(EVERYTHING, {
    skip: kind === 'quick' ? !isSecondWanted : !isWanted,
  })
  const quickList = listQuickEntries.useQuerySubscription(EVERYTHING, {
    skip: kind === 'quick' ? !isWanted : !isSecondWanted,
  })

  const entry = given ?? entryIn(first) ?? (isSecondWanted ? entryIn(second) : undefined)
  const isSearching = isWanted && !entry && (isPending(first) || isPending(second))
  const hasFailed = (list: typeof first) => list.isError && !list.isFetching
  return {
    entry,
    isSearching,
    /** It may exist: a list that could hold it did not come. */
    isFailed: isWanted && !entry && !isSearching && (hasFailed(basic) || hasFailed(quick)),
    retry: () => {
      if (hasFailed(basic)) void basicList.refetch()
      if (hasFailed(quick)) void quickList.refetch()
    },
  }
}
