import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { OrderDetails } from '#contract/profile.ts'
import { isMuchTyped } from '#src/platform/keptTexts.ts'
import { sessionEnded } from '../session/slice.ts'
import { profileApi } from './api.ts'

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

/** The details before the first save. The one list of their fields: a new one does not compile without a row here. */
export const NO_DETAILS: OrderDetails = {
  first_name: '',
  last_name: '',
  email: '',
  phone_number: '',
  country_key: '',
  city: '',
  zipcode: '',
  address: '',
}

const FIELDS = Object.keys(NO_DETAILS) as Array<keyof OrderDetails>

const isSameDetails = (a: OrderDetails, b: OrderDetails): boolean =>
  FIELDS.every((field) => a[field] === b[field])

/** Typed fields; the country is chosen. */
const textsOf = (details: OrderDetails): string[] =>
  FIELDS.filter((field) => field !== 'country_key').map((field) => details[field])

/** State of an edited form; the draft is null if the form equals the saved details. */
export const draftFrom = (edited: OrderDetails, saved: OrderDetails) => ({
  draft: isSameDetails(edited, saved) ? null : edited,
  isMuchTyped: isMuchTyped(textsOf(edited), textsOf(saved)),
})
