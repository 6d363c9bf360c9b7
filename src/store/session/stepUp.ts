import {
  addListener,
  createSlice,
  isAnyOf,
  type PayloadAction,
  type UnknownAction,
} from '@reduxjs/toolkit'
import type { BaseQueryApi, BaseQueryFn, FetchBaseQueryError } from '@reduxjs/toolkit/query'
import type { StepUp } from '#contract/security.ts'
import { sessionEnded, sessionRestored } from './slice.ts'

/** Kept in memory only: a reload, another tab and a thief of stored tokens have to confirm again. */
export type StepUpState = {
  proof?: StepUp
  /** Whether a sensitive call waits for the dialog "Confirm it's you". */
  isAsked?: boolean
  /** Whether an act waits for the agreement to the code of conduct. */
  isConductAsked?: boolean
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
    conductAsked: (state) => {
      state.isConductAsked = true
    },
    conductAccepted: (state) => {
      state.isConductAsked = false
    },
    conductDeclined: (state) => {
      state.isConductAsked = false
    },
  },
  extraReducers: (builder) =>
    builder.addCase(sessionEnded, () => initialState).addCase(sessionRestored, () => initialState),
  selectors: {
    selectIsConfirmationAsked: (state) => state.isAsked === true,
    selectIsConductAsked: (state) => state.isConductAsked === true,
  },
})

export const { confirmationAsked, ownerConfirmed, confirmationDeclined } = slice.actions
export const { conductAsked, conductAccepted, conductDeclined } = slice.actions
export const { selectIsConfirmationAsked, selectIsConductAsked } = slice.selectors
export const stepUpReducer = slice.reducer

/** The error of sensitive calls whose confirmation was cancelled; they do not reach the network. */
export const NOT_CONFIRMED = { status: 'CUSTOM_ERROR', error: 'not confirmed' } as const

const proofIn = (api: BaseQueryApi) => (api.getState() as { stepUp: StepUpState }).stepUp.proof

/** The step-up token that a sensitive call made now is sent with. */
export const stepUpTokenIn = (api: BaseQueryApi): string | null => proofIn(api)?.token ?? null

type Question = {
  readonly asked: () => UnknownAction
  readonly agreed: (action: UnknownAction) => boolean
  readonly isSettled: (action: UnknownAction) => boolean
}
const CONFIRMATION: Question = {
  asked: confirmationAsked,
  agreed: ownerConfirmed.match,
  isSettled: isAnyOf(ownerConfirmed, confirmationDeclined, sessionEnded),
}
const CONDUCT: Question = {
  asked: conductAsked,
  agreed: conductAccepted.match,
  isSettled: isAnyOf(conductAccepted, conductDeclined, sessionEnded),
}

/** Opens the dialog of a question; resolves to whether the member has agreed. */
const ask = (api: BaseQueryApi, { asked, agreed, isSettled }: Question): Promise<boolean> =>
  new Promise((resolve) => {
    api.dispatch(
      addListener({
        predicate: isSettled,
        effect: (action, { unsubscribe }) => {
          unsubscribe()
          resolve(agreed(action))
        },
      }),
    )
    api.dispatch(asked())
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
    if (stepUpTokenIn(api) === null && !(await ask(api, CONFIRMATION)))
      return { error: NOT_CONFIRMED }

    const first = await send(call, api, options)
    if (!isStepUpRequired(first.error)) return first
    return (await ask(api, CONFIRMATION)) ? send(call, api, options) : { error: NOT_CONFIRMED }
  }
}

/** An act that the server refuses until the code of conduct is agreed to waits for the dialog, and is sent again. */
export function withConduct<Call, Meta>(
  send: BaseQueryFn<Call, unknown, FetchBaseQueryError, object, Meta>,
  isConductRequired: (error: unknown) => boolean,
): typeof send {
  return async (call, api, options) => {
    const first = await send(call, api, options)
    if (!isConductRequired(first.error)) return first
    return (await ask(api, CONDUCT)) ? send(call, api, options) : { error: NOT_CONFIRMED }
  }
}
