import { dialogClosed, type GroupDialog, selectGroupDialog } from '#src/store/groups/slice.ts'
import type { AppDispatch, RootState } from '#src/store/reducer.ts'

type Thunk = (dispatch: AppDispatch, getState: () => RootState) => void

/** A late answer must not close the dialog that was opened after it. */
export const closeIfStill =
  (answered: GroupDialog): Thunk =>
  (dispatch, getState) => {
    if (selectGroupDialog(getState()) === answered) dispatch(dialogClosed())
  }

/** A dialog that was left by leaving the page must not wait there for the next visit. */
export const closeLeftOpen: Thunk = (dispatch, getState) => {
  if (selectGroupDialog(getState()) !== null) dispatch(dialogClosed())
}
