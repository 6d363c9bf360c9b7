import { addListener, isAnyOf } from '@reduxjs/toolkit'
import type { BaseQueryApi, BaseQueryFn, FetchBaseQueryError } from '@reduxjs/toolkit/query'
import { sessionEnded } from './slice.ts'
import {
  confirmationAsked,
  confirmationDeclined,
  ownerConfirmed,
  type StepUpState,
} from './stepUpSlice.ts'

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
