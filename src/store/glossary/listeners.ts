import { isAnyOf } from '@reduxjs/toolkit'
import { SEARCH_DEBOUNCE_MS } from '#contract/lists.ts'
import { readTabValue, writeTabValue } from '#src/platform/storage.ts'
import type { AppStartListening, RootState } from '../reducer.ts'
import { selectIsMember, sessionEnded, tokensRefreshed } from '../session/slice.ts'
import { tokenOwner } from '../session/tokenClaims.ts'
import { glossaryApi } from './api.ts'
import { entryDraftActions } from './draftSlice.ts'
import { EMPTY_DRAFT } from './entryDraft.ts'
import { glossaryActions } from './slice.ts'

/** These apply filters of their own and cancel a pending change. */
const isOverride = isAnyOf(
  glossaryActions.filtersRestored,
  glossaryApi.endpoints.createGlossarySubEntries.matchFulfilled,
  sessionEnded,
)

/** One request for a burst of changes, 500 ms after the last (behaviour 9.8). */
export function listenForGlossary(startListening: AppStartListening): void {
  listenForEntryDraft(startListening)

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

const KEY = 'glossary-draft'

const ownerIn = ({ session }: RootState): string | null =>
  session.status === 'member' ? tokenOwner(session.access) : null

/** Keeps the draft of a new entry in the tab: it survives a reload and an expired session, not a logout. */
function listenForEntryDraft(startListening: AppStartListening): void {
  let storage: ReturnType<typeof load> | null = null
  const load = async () => (await import('./draftStorage.ts')).createDraftStorage(KEY)
  const loadStorage = () => {
    storage ??= load()
    return storage
  }

  startListening({
    // Reads the draft on arrival too, because reusing an entry would replace it; and after a refresh, whose token names
    // the member for whom the draft has waited.
    matcher: isAnyOf(
      entryDraftActions.formOpened,
      glossaryActions.filtersRestored,
      tokensRefreshed,
    ),
    effect: async (_, { dispatch, getState }) => {
      if (readTabValue(KEY) === null || getState().entryDraft.draft !== EMPTY_DRAFT) return
      const stored = await (await loadStorage()).read()
      if (!stored || getState().entryDraft.draft !== EMPTY_DRAFT) return
      const owner = ownerIn(getState())
      if (stored.owner === owner) dispatch(entryDraftActions.draftRestored(stored.draft))
      // A damaged token that is about to be refreshed does not name its member: the draft waits.
      else if (owner !== null || !selectIsMember(getState())) writeTabValue(KEY, null)
    },
  })

  startListening({
    predicate: (action, now, before) =>
      sessionEnded.match(action) || now.entryDraft.draft !== before.entryDraft.draft,
    effect: async (action, { getState, getOriginalState }) => {
      const hasExpired = sessionEnded.match(action) && action.payload === 'expired'
      // The draft waits for the same member; without a known owner another one might get it.
      if (hasExpired && ownerIn(getOriginalState()) !== null) return
      const isEmpty = () => getState().entryDraft.draft === EMPTY_DRAFT
      if (isEmpty()) return void writeTabValue(KEY, null)
      const { write } = await loadStorage()
      // The member may have logged out during the import.
      if (!isEmpty())
        await write({ owner: ownerIn(getState()), draft: getState().entryDraft.draft })
    },
  })
}
