import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { OrderDetails } from '#contract/profile.ts'
import { sessionEnded } from '../session/slice.ts'
import { profileApi } from './api.ts'
import { isSameDetails } from './orderFields.ts'

type OrderDetailsState = {
  /** Typed and not saved, null without changes; outlives its screen. */
  draft: OrderDetails | null
  /** Whether losing the draft loses more than a few words (ruling 80). */
  isMuchTyped: boolean
  /** Last sent to be saved: distinguishes a refused field from one changed since. */
  sent: OrderDetails | null
}
const initialState: OrderDetailsState = { draft: null, isMuchTyped: false, sent: null }

const { saveOrderDetails } = profileApi.endpoints

const slice = createSlice({
  name: 'orderDetails',
  initialState,
  reducers: {
    orderDetailsEdited: (
      state,
      { payload }: PayloadAction<Pick<OrderDetailsState, 'draft' | 'isMuchTyped'>>,
    ) => {
      state.draft = payload.draft
      state.isMuchTyped = payload.isMuchTyped
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(sessionEnded, () => initialState)
      .addMatcher(saveOrderDetails.matchPending, (state, { meta }) => {
        state.sent = meta.arg.originalArgs
      })
      .addMatcher(saveOrderDetails.matchFulfilled, (state, { meta }) => {
        // What was typed during the call stays a draft.
        if (state.draft && isSameDetails(state.draft, meta.arg.originalArgs)) state.draft = null
      }),
})

export const { orderDetailsEdited } = slice.actions
export const orderDetailsReducer = slice.reducer
