import {
  isAnyOf,
  isFulfilled,
  isRejectedWithValue,
  type PayloadAction,
  type UnknownAction,
} from '@reduxjs/toolkit'
import type { DefinitionsFromApi, ResultTypeFrom } from '@reduxjs/toolkit/query'
import type { accountApi } from '../account/api.ts'
import type { contentApi } from '../content/api.ts'
import type { glossaryApi } from '../glossary/api.ts'
import type { groupsApi } from '../groups/api.ts'
import type { emailApi } from '../messages/api.ts'
import type { profileApi } from '../profile/api.ts'
import type { rulesApi } from '../rules/api.ts'

/**
 * All endpoints, as a type alone: listeners know calls by name, so that the tables behind lazy pages stay out
 * of the first chunk.
 */
export type Endpoints = DefinitionsFromApi<typeof accountApi> &
  DefinitionsFromApi<typeof profileApi> &
  DefinitionsFromApi<typeof groupsApi> &
  DefinitionsFromApi<typeof contentApi> &
  DefinitionsFromApi<typeof rulesApi> &
  DefinitionsFromApi<typeof glossaryApi> &
  DefinitionsFromApi<typeof emailApi>
export type EndpointName = keyof Endpoints

const isEnded = isAnyOf(isFulfilled, isRejectedWithValue)

/** How a call ended. */
export type Outcome = {
  endpoint: EndpointName
  args: unknown
  hasSucceeded: boolean
  /** The answer, or the error. */
  payload: unknown
}

/** The outcome that an action reports; null for all other actions. */
export function outcomeOf(action: UnknownAction): Outcome | null {
  if (!isEnded(action)) return null
  const { endpointName, originalArgs } = (action.meta.arg ?? {}) as Record<string, unknown>
  if (typeof endpointName !== 'string') return null
  return {
    endpoint: endpointName as EndpointName,
    args: originalArgs,
    hasSucceeded: isFulfilled(action),
    payload: action.payload,
  }
}

/** Matches the actions that report the success of one call, and types their answer. */
export const succeeded =
  <E extends EndpointName>(endpoint: E) =>
  (
    action: UnknownAction,
  ): action is PayloadAction<ResultTypeFrom<Endpoints[E]>> & UnknownAction => {
    const outcome = outcomeOf(action)
    return outcome?.endpoint === endpoint && outcome.hasSucceeded
  }
