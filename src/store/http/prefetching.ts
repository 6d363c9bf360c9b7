import { createAction, type UnknownAction } from '@reduxjs/toolkit'

type CacheKey = string

/** A prefetch has started. */
export const prefetchStarted = createAction<CacheKey>('prefetching/started')
/** A prefetch is settled, or a page waits for it. */
export const prefetchEnded = createAction<CacheKey>('prefetching/ended')

const NONE: readonly CacheKey[] = []

/** Prefetches in flight: no overlay, no token refresh. */
export function prefetchingReducer(keys = NONE, action: UnknownAction): readonly CacheKey[] {
  if (prefetchStarted.match(action)) return [...keys, action.payload]
  return prefetchEnded.match(action) ? keys.filter((key) => key !== action.payload) : keys
}
