import { isAnyOf } from '@reduxjs/toolkit'
import { SEARCH_DEBOUNCE_MS } from '#contract/limits.ts'
import { outcomeOf, succeeded } from '../http/outcomes.ts'
import type { AppStartListening } from '../reducer.ts'
import { sessionEnded } from '../session/slice.ts'
import { keepDraft } from './draftListeners.ts'
import {
  choiceRestored,
  choiceSettled,
  entrySent,
  linkedEntryDeleted,
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
/** These bring a settled choice of their own; a pending one is void. */
const isOverruled = isAnyOf(choiceRestored, entrySent, sessionEnded)

/** One request for a burst of changes, 500 ms after the last (behaviour 7, 9). */
export function listenForGlossary(startListening: AppStartListening): void {
  keepDraft(startListening)

  startListening({
    matcher: isAnyOf(isChange, isOverruled),
    effect: async (action, { cancelActiveListeners, delay, dispatch }) => {
      cancelActiveListeners()
      if (isOverruled(action)) return
      await delay(SEARCH_DEBOUNCE_MS)
      dispatch(choiceSettled())
    },
  })

  startListening({
    predicate: (action, { glossary: { linkedId } }) => {
      const outcome = outcomeOf(action)
      return (
        outcome?.endpoint === 'deleteGlossaryEntry' &&
        outcome.hasSucceeded &&
        outcome.args === linkedId
      )
    },
    effect: (_, { dispatch }) => void dispatch(linkedEntryDeleted()),
  })

  startListening({
    matcher: succeeded('createGlossarySubEntries'),
    effect: (_, { dispatch }) => void dispatch(entrySent()),
  })
}
