import { createSelector } from '@reduxjs/toolkit'
import type { InfiniteData } from '@reduxjs/toolkit/query'
import type { GlossaryEntry } from '#contract/glossary.ts'
import { isMuchTyped } from '#src/platform/keptTexts.ts'
import type { RootState } from '../reducer.ts'
import type { GlossaryPage } from './api.ts'
import { EMPTY_DRAFT, textsOf } from './draftSlice.ts'

type Pages = InfiniteData<GlossaryPage, string | null>

/**
 * All loaded entries in order, each once: a list that changes between two pages may repeat one. Memoised per
 * response, however many thousand entries it has.
 */
export const loadedEntries = createSelector(
  (data: Pages | undefined) => data?.pages,
  (pages = []): GlossaryEntry[] => {
    const entries = pages.flatMap((page) => page.entries)
    return pages.length < 2
      ? entries
      : [...new Map(entries.map((entry) => [entry.id, entry])).values()]
  },
)

/** Whether Show More has anything to show: from memory, or another page from the server. */
export const hasMore = (loaded: number, visible: number, hasNextPage: boolean): boolean =>
  loaded > visible || hasNextPage

export const selectHasLongEntryDraft = ({ entryDraft: { draft } }: RootState): boolean =>
  draft !== EMPTY_DRAFT && isMuchTyped(textsOf(draft))
