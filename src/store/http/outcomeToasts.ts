import { isAnyOf, isFulfilled, isRejectedWithValue, type UnknownAction } from '@reduxjs/toolkit'
import type {
  DefinitionsFromApi,
  EndpointDefinitions,
  QueryArgFrom,
  ResultTypeFrom,
} from '@reduxjs/toolkit/query'
import type { Repeats } from '#contract/planFields.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'

/** Values of the texts; most have none. */
export type ToastValues = {
  group_name?: string
  username?: string
  errors?: string
  count?: number
  /** A day of ISO 8601. */
  until?: string
  rhythm?: Repeats
}
/** A text, or a text with values: those of the call, or all sentences of a refusal as `errors`. */
type Line<Payload, Args> =
  | MessageKey
  | { key: MessageKey; values: ((payload: Payload, args: Args) => ToastValues) | 'sentences' }
/** One text for every failure, or texts by status; those of additions by code. Null: the server's own sentence alone. */
type Refusals<Args> =
  | null
  | Line<unknown, Args>
  | {
      byCode?: Readonly<Record<string, MessageKey>>
      byStatus: Partial<Record<number, MessageKey>>
      otherwise: MessageKey
    }
type Row<Payload, Args> = { done?: Line<Payload, Args>; failed?: Refusals<Args> }
/** A row without the types of its call: name, arguments and response arrive in one untyped action. */
export type AnyRow = Row<unknown, unknown>

const rows = new Map<string, AnyRow>()

/**
 * The messages of docs/behaviour/calls.md, beside the calls that they are about: nothing ends before its `api.ts` is
 * loaded. Silent calls are absent: lists, profile, visits, the contact form, a failed creation in the glossary, unmute.
 */
export function raiseToasts<Api, Calls extends EndpointDefinitions = DefinitionsFromApi<Api>>(
  toasts: {
    [Name in keyof Calls]?: Row<ResultTypeFrom<Calls[Name]>, QueryArgFrom<Calls[Name]>>
  },
): void {
  for (const [endpoint, row] of Object.entries(toasts)) rows.set(endpoint, row as AnyRow)
}

export const toastsOf = (endpoint: string): AnyRow | undefined => rows.get(endpoint)

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
