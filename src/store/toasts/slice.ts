import { createSlice, nanoid, type PayloadAction } from '@reduxjs/toolkit'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import type { ToastValues } from '../http/outcomeToasts.ts'
import { sessionEnded } from '../session/slice.ts'

/** nav: session results, top-right; page: everything else, top-centre (behaviour 2.4; ruling 51). */
export type ToastArea = 'nav' | 'page'
/** A key and its values, not a node: state stays serialisable. */
export type ToastNotice = {
  area: ToastArea
  kind: 'success' | 'error'
  key: MessageKey
  values: ToastValues
}
type Toast = ToastNotice & { id: string }
type ToastsState = { queue: Toast[] }
const initialState: ToastsState = { queue: [] }

const slice = createSlice({
  name: 'toasts',
  initialState,
  reducers: {
    toastRaised: {
      prepare: (notice: ToastNotice) => ({ payload: { ...notice, id: nanoid() } }),
      reducer: (state, { payload }: PayloadAction<Toast>) => {
        state.queue.push(payload)
      },
    },
    /** The toast layer shows it from now on. */
    toastShown: (state, { payload }: PayloadAction<string>) => {
      state.queue = state.queue.filter(({ id }) => id !== payload)
    },
  },
  extraReducers: (builder) => builder.addCase(sessionEnded, () => initialState),
})

export const { toastRaised, toastShown } = slice.actions
export const toastsReducer = slice.reducer
