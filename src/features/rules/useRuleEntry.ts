import type { RuleEntryId } from '#contract/ids.ts'
import { ANY } from '#contract/limits.ts'
import { rulesApi } from '#src/store/rules/api.ts'
import type { RuleEntry } from './groupEntries.ts'

/** The unfiltered lists, with the arguments of the rules page, so that its cache entries are used. */
const UNFILTERED = { search: '', category: ANY, subcategory: ANY }

const { listRuleEntries, listQuickEntries } = rulesApi.endpoints

const isPending = (list: { isLoading: boolean; isUninitialized: boolean }) =>
  list.isLoading || list.isUninitialized

/**
 * The entry of this id: the given one, else the one in the list of this type, else the one in the other list, which is
 * only then requested. There is no call for a single entry, and both types may have an entry with this id.
 */
export function useRuleEntry(
  id: RuleEntryId | null,
  given: RuleEntry | undefined,
  kind: RuleEntry['type'],
) {
  const basic = listRuleEntries.useQueryState(UNFILTERED)
  const quick = listQuickEntries.useQueryState(UNFILTERED)
  const [first, second] = kind === 'quick' ? [quick, basic] : [basic, quick]
  const entryIn = (list: typeof first): RuleEntry | undefined =>
    list.data?.entries.find((candidate) => candidate.id === id)

  const isWanted = id !== null && !given
  const isSecondWanted = isWanted && !isPending(first) && !entryIn(first)
  const basicList = listRuleEntries.useQuerySubscription(UNFILTERED, {
    skip: kind === 'quick' ? !isSecondWanted : !isWanted,
  })
  const quickList = listQuickEntries.useQuerySubscription(UNFILTERED, {
    skip: kind === 'quick' ? !isWanted : !isSecondWanted,
  })

  const entry = given ?? entryIn(first) ?? (isSecondWanted ? entryIn(second) : undefined)
  const isSearching = isWanted && !entry && (isPending(first) || isPending(second))
  const hasFailed = (list: typeof first) => list.isError && !list.isFetching
  return {
    entry,
    isSearching,
    /** It may exist: a list failed to load. */
    isFailed: isWanted && !entry && !isSearching && (hasFailed(basic) || hasFailed(quick)),
    retry: () => {
      if (hasFailed(basic)) void basicList.refetch()
      if (hasFailed(quick)) void quickList.refetch()
    },
  }
}
