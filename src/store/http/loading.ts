import { createAction, createSelector, type UnknownAction } from '@reduxjs/toolkit'
import { QueryStatus } from '@reduxjs/toolkit/query'
import type { StepUpState } from '../session/stepUp.ts'

type Call = { status: QueryStatus; endpointName?: string } | undefined
type Calls = Readonly<Record<string, Call>>
type State = {
  api: { queries: Calls; mutations: Calls }
  prefetching: readonly string[]
  stepUp: StepUpState
}

export const isPending = (call: Call): boolean => call?.status === QueryStatus.pending

/**
 * Calls without the overlay: polling for the archive, the visit counter, and suggestions and previews during typing.
 */
const UNSEEN = /^(getExport|logVisit|listSuggestions|previewTexts|search.*)$/

/**
 * True while the visitor waits for a pending call (behaviour 2.4; ruling 53). A sensitive call that waits for its
 * confirmation does not count.
 */
export const selectIsLoading = createSelector(
  [
    ({ api }: State) => api.queries,
    ({ api }: State) => api.mutations,
    ({ prefetching }: State) => prefetching,
    ({ stepUp }: State) => stepUp.isAsked,
  ],
  (queries, mutations, prefetching, isAsked) =>
    !isAsked &&
    Object.entries({ ...queries, ...mutations }).some(
      ([key, call]) =>
        isPending(call) && !UNSEEN.test(call?.endpointName ?? '') && !prefetching.includes(key),
    ),
)

type CacheKey = string

export const prefetchStarted = createAction<CacheKey>('prefetching/started')
/** A prefetch is settled, or a page waits for it. */
export const prefetchEnded = createAction<CacheKey>('prefetching/ended')

const NONE: readonly CacheKey[] = []

/** Prefetches in flight: no overlay, no token refresh. */
export function prefetchingReducer(keys = NONE, action: UnknownAction): readonly CacheKey[] {
  if (prefetchStarted.match(action)) return [...keys, action.payload]
  return prefetchEnded.match(action) ? keys.filter((key) => key !== action.payload) : keys
}
