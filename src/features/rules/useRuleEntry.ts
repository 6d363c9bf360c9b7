import type { RuleEntryId } from '#contract/ids.ts'
import { ANY } from '#contract/limits.ts'
import { useListQuickEntriesQuery, useListRuleEntriesQuery } from '#src/store/api/rulesApi.ts'
import type { RuleEntry } from './groupEntries.ts'

/** Both whole lists, asked for as the rules page does, so that what it has loaded is found at once. */
const EVERYTHING = { search: '', category: ANY, subcategory: ANY }

/**
 * The entry of this id: the given one, else the one in the basic list, else the one in the quick list. There is no
 * call for a single entry, and the address does not say of which kind it is (SETTLED 23).
 */
export function useRuleEntry(id: RuleEntryId | null, given: RuleEntry | undefined) {
  const isWanted = id !== null && !given
  const basic = useListRuleEntriesQuery(EVERYTHING, { skip: !isWanted })
  const inBasic = basic.data?.entries.find((entry) => entry.id === id)
  const isQuickWanted = isWanted && !inBasic && !basic.isLoading && !basic.isUninitialized
  const quick = useListQuickEntriesQuery(EVERYTHING, { skip: !isQuickWanted })
  const entry: RuleEntry | undefined =
    given ?? inBasic ?? quick.data?.entries.find((candidate) => candidate.id === id)

  const isPending = (list: { isLoading: boolean; isUninitialized: boolean }) =>
    list.isLoading || list.isUninitialized
  const failed = [basic, quick].filter((list) => list.isError && !list.isFetching)
  const isSearching = isWanted && !entry && (isPending(basic) || isPending(quick))
  return {
    entry,
    isSearching,
    /** It may exist: a list that could hold it did not come. */
    isFailed: isWanted && !entry && !isSearching && failed.length > 0,
    retry: () => {
      for (const list of failed) void list.refetch()
    },
  }
}
