import { selectHasLongEntryDraft } from '../glossary/selectors.ts'
import type { RootState } from '../reducer.ts'
import { selectIsMember } from '../session/slice.ts'
import { selectIsFormUnsaved } from './slice.ts'

/** Order details are in the store: only closing the tab loses them. A few typed words do not count (ruling 80). */
export const selectIsLostByClosing = (state: RootState): boolean =>
  selectIsFormUnsaved(state) ||
  (state.orderDetails.draft !== null && state.orderDetails.isMuchTyped)

/** A logout also deletes the draft of an entry, which the tab keeps otherwise. */
export const selectIsLostByLogout = (state: RootState): boolean =>
  selectIsLostByClosing(state) || selectHasLongEntryDraft(state)

/** Whether opening this page loses something. For members the pages below /auth mean a logout. */
export const isLostByOpening = (state: RootState, path: string): boolean =>
  selectIsMember(state) && path.startsWith('/auth/')
    ? selectIsLostByLogout(state)
    : selectIsFormUnsaved(state)
