import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { StepUp } from '#contract/security.ts'
import { sessionEnded, sessionRestored } from './slice.ts'

/** Kept in memory only: a reload, another tab and a thief of stored tokens have to confirm again. */
export type StepUpState = {
  proof?: StepUp
  /** Whether a sensitive call waits for the dialog "Confirm it's you". */
  isAsked?: boolean
}
const initialState: StepUpState = {}

const slice = createSlice({
  name: 'stepUp',
  initialState,
  reducers: {
    confirmationAsked: (state) => {
      state.isAsked = true
    },
    ownerConfirmed: (_, { payload }: PayloadAction<StepUp>): StepUpState => ({
      proof: payload,
      isAsked: false,
    }),
    confirmationDeclined: (state) => {
      state.isAsked = false
    },
  },
  extraReducers: (builder) =>
    builder.addCase(sessionEnded, () => initialState).addCase(sessionRestored, () => initialState),
  selectors: { selectIsConfirmationAsked: (state) => state.isAsked === true },
})

export const { confirmationAsked, ownerConfirmed, confirmationDeclined } = slice.actions
export const { selectIsConfirmationAsked } = slice.selectors
export const stepUpReducer = slice.reducer
