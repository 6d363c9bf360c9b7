import { isAnyOf } from '@reduxjs/toolkit'
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts'
import { succeeded } from '../http/outcomes.ts'
import type { AppStartListening } from '../reducer.ts'
import { sessionEnded } from '../session/slice.ts'
import { listenForEntryDraft } from './draftListeners.ts'
import {
  filtersApplied,
  filtersRestored,
  myEntriesToggled,
  searchTyped,
  sortChosen,
  subtypeChosen,
  typeChosen,
  userEntriesToggled,
} from './slice.ts'

const isChange = isAnyOf(
  searchTyped,
  typeChosen,
  subtypeChosen,
  sortChosen,
  userEntriesToggled,
  myEntriesToggled,
)
/** These apply filters of their own and cancel a pending change. */
const isOverride = isAnyOf(filtersRestored, succeeded('createGlossarySubEntries'), sessionEnded)

/** One request for a burst of changes, 500 ms after the last (behaviour 7, 9). */
export function listenForGlossary(startListening: AppStartListening): void {
  listenForEntryDraft(startListening)

  startListening({
    matcher: isAnyOf(isChange, isOverride),
    effect: async (action, { cancelActiveListeners, delay, dispatch }) => {
      cancelActiveListeners()
      if (isOverride(action)) return
      await delay(SEARCH_DEBOUNCE_MS)
      dispatch(filtersApplied())
    },
  })
}
