import { addListener, createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit'
import type { BaseQueryApi, BaseQueryFn, FetchBaseQueryError } from '@reduxjs/toolkit/query'
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

/** The error of sensitive calls whose confirmation was cancelled; they do not reach the network. */
export const NOT_CONFIRMED = { status: 'CUSTOM_ERROR', error: 'not confirmed' } as const

const proofIn = (api: BaseQueryApi) => (api.getState() as { stepUp: StepUpState }).stepUp.proof

/** The step-up token that a sensitive call made now is sent with. */
export const stepUpTokenIn = (api: BaseQueryApi): string | null => proofIn(api)?.token ?? null

const isSettled = isAnyOf(ownerConfirmed, confirmationDeclined, sessionEnded)

/** Opens the dialog; resolves to whether the owner of the account has confirmed. */
const askOwner = (api: BaseQueryApi): Promise<boolean> =>
  new Promise((resolve) => {
    api.dispatch(
      addListener({
        matcher: isSettled,
        effect: (action, { unsubscribe }) => {
          unsubscribe()
          resolve(ownerConfirmed.match(action))
        },
      }),
    )
    api.dispatch(confirmationAsked())
  })

type Wire = { isStepUpRequired: (error: unknown) => boolean }

/**
 * Sensitive calls (`stepUp` in contract/route.ts) wait for a step-up token: without one, or if the server refuses it,
 * the dialog "Confirm it's you" opens, and the call continues by itself. The server decides when a token expires,
 * as the clock here may be wrong. Screens make such a call like any other; a call cancelled in the dialog ends with
 * `NOT_CONFIRMED`.
 */
export function withStepUp<Call extends { stepUp?: boolean }, Meta>(
  send: BaseQueryFn<Call, unknown, FetchBaseQueryError, object, Meta>,
  { isStepUpRequired }: Wire,
): typeof send {
  return async (call, api, options) => {
    if (!call.stepUp) return send(call, api, options)
    if (stepUpTokenIn(api) === null && !(await askOwner(api))) return { error: NOT_CONFIRMED }

    const first = await send(call, api, options)
    if (!isStepUpRequired(first.error)) return first
    return (await askOwner(api)) ? send(call, api, options) : { error: NOT_CONFIRMED }
  }
}
