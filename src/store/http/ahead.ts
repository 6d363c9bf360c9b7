import { createAction, type UnknownAction } from '@reduxjs/toolkit'

type CacheKey = string

/** A call was made for a page that may be opened. */
export const calledAhead = createAction<CacheKey>('ahead/called')
/** It has its response, or a page waits for it. */
export const aheadEnded = createAction<CacheKey>('ahead/ended')

const NONE: readonly CacheKey[] = []

/** The pending calls that nobody waits for. */
export function aheadReducer(keys = NONE, action: UnknownAction): readonly CacheKey[] {
  if (calledAhead.match(action)) return [...keys, action.payload]
  return aheadEnded.match(action) ? keys.filter((key) => key !== action.payload) : keys
}
