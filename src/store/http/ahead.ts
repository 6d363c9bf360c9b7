import { createAction, type UnknownAction } from '@reduxjs/toolkit'

type CacheKey = string

/** A prefetch has started. */
export const calledAhead = createAction<CacheKey>('ahead/called')
/** A prefetch is settled, or a page waits for it. */
export const aheadEnded = createAction<CacheKey>('ahead/ended')

const NONE: readonly CacheKey[] = []

/** Prefetches in flight: no overlay, no token refresh. */
export function aheadReducer(keys = NONE, action: UnknownAction): readonly CacheKey[] {
  if (calledAhead.match(action)) return [...keys, action.payload]
  return aheadEnded.match(action) ? keys.filter((key) => key !== action.payload) : keys
}
