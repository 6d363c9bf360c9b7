import { createSelector } from '@reduxjs/toolkit'
import type { QueryStatus } from '@reduxjs/toolkit/query'
import type { StepUpState } from '../session/stepUpSlice.ts'
import type { ApiState } from './lateApi.ts'

type State = { api: ApiState; ahead: readonly string[]; stepUp: StepUpState }
type Call = { status: QueryStatus; endpointName?: string } | undefined
/** Not as a member of the enum, whose import would put RTK Query into the first load. */
const PENDING = 'pending' as QueryStatus.pending

export const isPending = (call: Call): boolean => call?.status === PENDING

/**
 * An archive is asked after again and again, and the visit counter and what is suggested or previewed while somebody
 * types are invisible.
 */
const UNSEEN = /^(getExport|logVisit|listSuggestions|previewTexts|search.*)$/

/**
 * True while any call is pending that somebody waits for (behaviour 2.4; ruling 53). A sensitive act that waits for its
 * confirmation is none.
 */
export const selectIsLoading = createSelector(
  [
    ({ api }: State) => api.queries,
    ({ api }: State) => api.mutations,
    ({ ahead }: State) => ahead,
    ({ stepUp }: State) => stepUp.isAsked,
  ],
  (queries, mutations, ahead, isAsked) =>
    !isAsked &&
    Object.entries<Call>({ ...queries, ...mutations }).some(
      ([key, call]) =>
        isPending(call) && !UNSEEN.test(call?.endpointName ?? '') && !ahead.includes(key),
    ),
)
