import { createSelector } from '@reduxjs/toolkit'
import { QueryStatus } from '@reduxjs/toolkit/query'
import type { RootState } from '../reducer.ts'

/** A file shows its own progress, and nobody waits for a visit to be counted. */
const unseen: ReadonlySet<string | undefined> = new Set(['downloadFile', 'logVisit'])

type Call = { status: QueryStatus; endpointName?: string } | undefined

/** True while any call is under way; one that ends does not hide another (behaviour 2; ruling 53). */
export const selectIsLoading = createSelector(
  [({ api }: RootState) => api.queries, ({ api }: RootState) => api.mutations],
  (...calls) =>
    calls
      .flatMap((table: Record<string, Call>) => Object.values(table))
      .some((call) => call?.status === QueryStatus.pending && !unseen.has(call.endpointName)),
)
