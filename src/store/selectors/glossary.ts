import { createSelector } from '@reduxjs/toolkit'
import type { GlossaryEntry } from '#contract/schemas/glossary.ts'
import { glossaryApi } from '../api/glossaryApi.ts'
import type { RootState } from '../reducer.ts'
import { selectExpandedEntryIds, selectVisibleCount } from '../slices/glossary.ts'

const NO_ENTRIES: GlossaryEntry[] = []

/** One selector for one choice would be made anew at each call; this keeps the last. */
const selectPages = createSelector(
  [(state: RootState) => state.glossary.asked, (state: RootState) => state],
  (asked, state) => glossaryApi.endpoints.listGlossaryEntries.select(asked)(state),
)

const selectLoadedEntries = createSelector(
  (state: RootState) => selectPages(state).data,
  (data) => data?.pages.flatMap(({ entries }) => entries) ?? NO_ENTRIES,
)

/** The entries on show, ten more with each Show More, and whether each is expanded (SPEC 2, 4). */
export const selectEntryRows = createSelector(
  [selectLoadedEntries, selectVisibleCount, selectExpandedEntryIds],
  (entries, visibleCount, expandedIds) =>
    entries
      .slice(0, visibleCount)
      .map((entry) => ({ ...entry, isExpanded: expandedIds.includes(entry.id) })),
)
export type EntryRow = ReturnType<typeof selectEntryRows>[number]

/**
 * What Show More needs: `memory`, the entries are there; `server`, the next page has to be fetched first;
 * `nothing`, everything is on show.
 */
export const selectMoreFrom = createSelector(
  [selectLoadedEntries, selectVisibleCount, (state: RootState) => selectPages(state).hasNextPage],
  (entries, visibleCount, hasNextPage): 'memory' | 'server' | 'nothing' => {
    if (entries.length > visibleCount) return 'memory'
    return hasNextPage ? 'server' : 'nothing'
  },
)
