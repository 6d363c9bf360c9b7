import { EMPTY_DRAFT } from '../glossary/draftSlice.ts'
import type { RootState } from '../reducer.ts'
import { selectIsMember } from '../session/slice.ts'
import { selectIsFormUnsaved } from './slice.ts'

/** Order details wait in the store: another page does not lose them, the end of the tab does. */
export const selectIsLostByClosing = (state: RootState): boolean =>
  selectIsFormUnsaved(state) || state.orderDetails.draft !== null

/** A logout also ends the draft of an entry, which the tab keeps otherwise. */
export const selectIsLostByLogout = (state: RootState): boolean =>
  selectIsLostByClosing(state) || state.glossary.draft !== EMPTY_DRAFT

/** Whether going to this page loses something. For members the pages below /auth are the way out. */
export const isLostByGoingTo = (state: RootState, path: string): boolean =>
  selectIsMember(state) && path.startsWith('/auth/')
    ? selectIsLostByLogout(state)
    : selectIsFormUnsaved(state)
