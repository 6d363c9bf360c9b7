import { isAnyOf, isFulfilled, isRejectedWithValue, type UnknownAction } from '@reduxjs/toolkit'

const isSettled = isAnyOf(isFulfilled, isRejectedWithValue)

/** How any call ended, for what concerns all of them; one call is matched by its endpoint. */
export type Outcome = {
  endpoint: string
  args: unknown
  hasSucceeded: boolean
  /** The response, or the error. */
  payload: unknown
}

/** The outcome that an action reports; null for all other actions. */
export function outcomeOf(action: UnknownAction): Outcome | null {
  if (!isSettled(action)) return null
  const { endpointName, originalArgs } = (action.meta.arg ?? {}) as Record<string, unknown>
  if (typeof endpointName !== 'string') return null
  return {
    endpoint: endpointName,
    args: originalArgs,
    hasSucceeded: isFulfilled(action),
    payload: action.payload,
  }
}
