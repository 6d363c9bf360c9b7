import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { OrderDetails } from '#contract/schemas/profile.ts'
import { started, succeeded } from '../http/outcomes.ts'
import { loggedIn, sessionEnded } from '../session/slice.ts'
import { tokenOwner } from '../session/tokenClaims.ts'
import { isSameDetails } from './orderFields.ts'

type SetAside = { owner: string; draft: OrderDetails }
type OrderDetailsState = {
  /** Typed and not saved, null without changes; outlives its screen. */
  draft: OrderDetails | null
  /** Last sent to be saved: distinguishes a refused field from one changed since. */
  sent: OrderDetails | null
  /** The draft of an expired session, until the next login. */
  setAside: SetAside | null
}
const initialState: OrderDetailsState = { draft: null, sent: null, setAside: null }

const slice = createSlice({
  name: 'orderDetails',
  initialState,
  reducers: {
    /** Null when the form equals what is saved. */
    orderDetailsEdited: (state, { payload }: PayloadAction<OrderDetails | null>) => {
      state.draft = payload
    },
    orderDraftSetAside: (state, { payload }: PayloadAction<SetAside>) => {
      state.setAside = payload
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(sessionEnded, () => initialState)
      .addCase(loggedIn, (state, { payload: { access } }) => {
        if (state.setAside?.owner === tokenOwner(access)) state.draft = state.setAside.draft
        state.setAside = null
      })
      .addMatcher(started<OrderDetails>('saveOrderDetails'), (state, { meta }) => {
        state.sent = meta.arg.originalArgs
      })
      .addMatcher(succeeded<unknown, OrderDetails>('saveOrderDetails'), (state, { meta }) => {
        // What was typed during the call stays a draft.
        if (state.draft && isSameDetails(state.draft, meta.arg.originalArgs)) state.draft = null
      }),
})

export const { orderDetailsEdited, orderDraftSetAside } = slice.actions
export const orderDetailsReducer = slice.reducer
