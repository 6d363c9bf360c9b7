import {
  isAnyOf,
  isFulfilled,
  isPending,
  isRejectedWithValue,
  type PayloadAction,
  type UnknownAction,
} from '@reduxjs/toolkit'

const isSettled = isAnyOf(isFulfilled, isRejectedWithValue)

/**
 * How a call ended. Calls are known by name: importing their endpoints would put the tables of lazy pages into the
 * first chunk.
 */
export type Outcome = {
  endpoint: string
  args: unknown
  hasSucceeded: boolean
  /** The response, or the error. */
  payload: unknown
}

const argOf = (action: { meta: { arg: unknown } }) =>
  (action.meta.arg ?? {}) as Record<string, unknown>

/** The outcome that an action reports; null for all other actions. */
export function outcomeOf(action: UnknownAction): Outcome | null {
  if (!isSettled(action)) return null
  const { endpointName, originalArgs } = argOf(action)
  if (typeof endpointName !== 'string') return null
  return {
    endpoint: endpointName,
    args: originalArgs,
    hasSucceeded: isFulfilled(action),
    payload: action.payload,
  }
}

type CallAction<Payload, Args> = PayloadAction<Payload, string, { arg: { originalArgs: Args } }>

const ended =
  <Payload, Args>(endpoint: string, hasSucceeded: boolean) =>
  (action: UnknownAction): action is CallAction<Payload, Args> => {
    const outcome = outcomeOf(action)
    return outcome?.endpoint === endpoint && outcome.hasSucceeded === hasSucceeded
  }

export const started =
  <Args>(endpoint: string) =>
  (action: UnknownAction): action is CallAction<undefined, Args> =>
    isPending(action) && argOf(action).endpointName === endpoint

export const succeeded = <Payload, Args = unknown>(endpoint: string) =>
  ended<Payload, Args>(endpoint, true)

export const failed = <Args>(endpoint: string) => ended<unknown, Args>(endpoint, false)
