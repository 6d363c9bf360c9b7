import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { OrderDetails } from '#contract/schemas/profile.ts'
import { sessionEnded } from './session.ts'

/** Order details that were typed and not saved; null when there are none. They outlive their screen. */
export type OrderDetailsState = { draft: OrderDetails | null }
const initialState: OrderDetailsState = { draft: null }

/** Whether both say the same in every field. */
export const isSameDetails = (one: OrderDetails, other: OrderDetails): boolean =>
  (Object.keys(one) as Array<keyof OrderDetails>).every((field) => one[field] === other[field])

const slice = createSlice({
  name: 'orderDetails',
  initialState,
  reducers: {
    /** Null when the form says again what is saved. */
    orderDetailsEdited: (state, { payload }: PayloadAction<OrderDetails | null>) => {
      state.draft = payload
    },
    /** What was typed on while the save was under way stays a draft. */
    orderDetailsSaved: (state, { payload }: PayloadAction<OrderDetails>) => {
      if (state.draft && isSameDetails(state.draft, payload)) state.draft = null
    },
  },
  extraReducers: (builder) => builder.addCase(sessionEnded, () => initialState),
  selectors: { selectOrderDraft: (state) => state.draft },
})

export const { orderDetailsEdited, orderDetailsSaved } = slice.actions
export const { selectOrderDraft } = slice.selectors
export const orderDetailsReducer = slice.reducer
