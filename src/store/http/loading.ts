import { createSelector } from '@reduxjs/toolkit'
import { QueryStatus } from '@reduxjs/toolkit/query'
import type { baseApi } from './baseApi.ts'

type ApiState = { api: ReturnType<typeof baseApi.reducer> }
type Call = { status: QueryStatus; endpointName?: string } | undefined

/** A download shows its own progress, and the visit counter is invisible. */
const UNSEEN: ReadonlySet<string | undefined> = new Set(['downloadFile', 'logVisit'])

/** True while any call is pending (behaviour 2.4; ruling 53). */
export const selectIsLoading = createSelector(
  [({ api }: ApiState) => api.queries, ({ api }: ApiState) => api.mutations],
  (...tables) =>
    tables
      .flatMap((table: Record<string, Call>) => Object.values(table))
      .some((call) => call?.status === QueryStatus.pending && !UNSEEN.has(call.endpointName)),
)
