import { isAnyOf } from '@reduxjs/toolkit'
import { SEARCH_DEBOUNCE_MS } from '#contract/lists.ts'
import type { AppStartListening } from '../reducer.ts'
import { sessionEnded } from '../session/slice.ts'
import { glossaryApi } from './api.ts'
import { glossaryActions } from './slice.ts'

/** These apply filters of their own and cancel a pending change. */
const isOverride = isAnyOf(
  glossaryActions.filtersRestored,
  glossaryApi.endpoints.createGlossarySubEntries.matchFulfilled,
  sessionEnded,
)

/** One request for a burst of changes, 500 ms after the last (behaviour 9.8). */
export function listenForGlossary(startListening: AppStartListening): void {
  startListening({
    predicate: (action, now, before) =>
      isOverride(action) || now.glossary.filters !== before.glossary.filters,
    effect: async (action, { cancelActiveListeners, delay, dispatch }) => {
      cancelActiveListeners()
      if (isOverride(action)) return
      await delay(SEARCH_DEBOUNCE_MS)
      dispatch(glossaryActions.filtersApplied())
    },
  })
}
