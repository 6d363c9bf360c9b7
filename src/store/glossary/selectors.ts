import { createSelector } from '@reduxjs/toolkit'
import type { InfiniteData } from '@reduxjs/toolkit/query'
import type { GlossaryEntry } from '#contract/schemas/glossary.ts'
import type { GlossaryPage } from './api.ts'

type Pages = InfiniteData<GlossaryPage, string | null>

/**
 * All entries that have been loaded, in order, each once: a list that changes while it is paged may send one of
 * them again. Worked out once for one answer, however many thousand there are.
 */
export const loadedEntries = createSelector(
  (data: Pages | undefined) => data?.pages,
  (pages = []): GlossaryEntry[] => {
    const entries = pages.flatMap((page) => page.entries)
    return pages.length < 2
      ? entries
      : [...new Map(entries.map((each) => [each.id, each])).values()]
  },
)

/** Whether Show More has anything to show: out of memory, or with another page from the server. */
export const hasMore = (loaded: number, visible: number, hasNextPage: boolean): boolean =>
  loaded > visible || hasNextPage
