import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { OrderDetails } from '#contract/schemas/profile.ts'
import { sessionEnded } from '../session/slice.ts'

/**
 * `draft`: what was typed and not saved, null when there is nothing; it outlives its screen. `sent`: what
 * was last sent to be saved, so that a refused field can be told from one that was changed since.
 */
export type OrderDetailsState = {
  draft: OrderDetails | null
  sent: OrderDetails | null
  /** The draft of a session that has expired, until somebody logs in. */
  setAside: { owner: string; draft: OrderDetails } | null
}
const initialState: OrderDetailsState = { draft: null, sent: null, setAside: null }

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
    orderDetailsSent: (state, { payload }: PayloadAction<OrderDetails>) => {
      state.sent = payload
    },
    orderDraftSetAside: (
      state,
      { payload }: PayloadAction<{ owner: string; draft: OrderDetails }>,
    ) => {
      state.setAside = payload
    },
    /** Somebody has logged in: the draft is theirs, or it is gone. */
    orderDraftClaimed: (state, { payload: owner }: PayloadAction<string | null>) => {
      if (state.setAside?.owner === owner) state.draft = state.setAside?.draft ?? null
      state.setAside = null
    },
    /** What was typed on while the save was under way stays a draft. */
    orderDetailsSaved: (state, { payload }: PayloadAction<OrderDetails>) => {
      if (state.draft && isSameDetails(state.draft, payload)) state.draft = null
    },
  },
  extraReducers: (builder) => builder.addCase(sessionEnded, () => initialState),
  selectors: {
    selectOrderDraft: (state) => state.draft,
    selectSentDetails: (state) => state.sent,
  },
})

export const {
  orderDetailsEdited,
  orderDetailsSent,
  orderDetailsSaved,
  orderDraftSetAside,
  orderDraftClaimed,
} = slice.actions
export const { selectOrderDraft, selectSentDetails } = slice.selectors
export const orderDetailsReducer = slice.reducer
