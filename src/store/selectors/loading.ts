import { createSelector } from '@reduxjs/toolkit'
import { QueryStatus } from '@reduxjs/toolkit/query'
import type { RootState } from '../reducer.ts'

/** True while any call is under way; one that ends does not hide another (SPEC 2; SETTLED 53). */
export const selectIsLoading = createSelector(
  [({ api }: RootState) => api.queries, ({ api }: RootState) => api.mutations],
  (...calls) =>
    calls
      .flatMap((table) => Object.values(table))
      .some((call) => call?.status === QueryStatus.pending),
)
