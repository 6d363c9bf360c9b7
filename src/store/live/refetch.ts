import { isAnyOf, type ListenerEffect, type UnknownAction } from '@reduxjs/toolkit'
import { baseApi } from '../http/baseApi.ts'
import { statusOf } from '../http/errors.ts'
import { isPending } from '../http/loading.ts'
import { prefetchEnded, prefetchStarted } from '../http/prefetching.ts'
import type { AppDispatch, RootState } from '../reducer.ts'
import type { Services } from '../session/services.ts'
import { ALL_TAGS, changePublished, changesMissed, type TagOfChange, tagsOf } from './changes.ts'

/** Collects changes for this long: they come in groups, and together with the responses to the visitor's own calls. */
const TOGETHER_MS = 250
/** Longest wait for the refetched responses. */
const SETTLED_WITHIN_MS = 15_000

type Effect = ListenerEffect<UnknownAction, RootState, AppDispatch, Services>
type Invalidation = { readonly tags: readonly TagOfChange[]; readonly at: number }

const isChange = isAnyOf(changePublished, changesMissed)

const callsIn = (state: RootState, tags: readonly TagOfChange[]) =>
  baseApi.util
    .selectInvalidatedBy(state, [...tags])
    .map(({ queryCacheKey }) => ({ key: queryCacheKey, call: state.api.queries[queryCacheKey] }))

/** False if already refetched since the event, for example by the visitor's own mutation. */
const isStale = (state: RootState, { tags, at }: Invalidation): boolean =>
  callsIn(state, tags).some(({ call }) => (call?.startedTimeStamp ?? 0) < at)

/** Refetches changed responses that a page shows, without the loading overlay. */
export function refetchChanged(): { matcher: typeof isChange; effect: Effect } {
  let pending: Invalidation[] = []
  return {
    matcher: isChange,
    effect: async (action, { getState, dispatch, delay, condition }) => {
      const tags = changePublished.match(action) ? tagsOf(action.payload) : ALL_TAGS
      pending.push({ tags, at: Date.now() })
      if (pending.length > 1) return
      await delay(TOGETHER_MS)
      const stale = pending.filter((each) => isStale(getState(), each)).flatMap((each) => each.tags)
      pending = []
      if (stale.length === 0) return
      const keys = callsIn(getState(), stale).map(({ key }) => key)
      const since = Date.now()
      for (const key of keys) dispatch(prefetchStarted(key))
      dispatch(baseApi.util.invalidateTags(stale))
      const areSettled = () => keys.every((key) => isSettled(getState(), key, since))
      await condition(areSettled, SETTLED_WITHIN_MS)
      for (const key of keys) dispatch(prefetchEnded(key))
      retryWithRefresh(keys, stale, getState(), dispatch)
    },
  }
}

/** Prefetches do not refresh the token; retry those with 401 as ordinary calls. */
function retryWithRefresh(
  keys: readonly string[],
  tags: readonly TagOfChange[],
  state: RootState,
  dispatch: AppDispatch,
): void {
  const isRefused = keys.some((key) => statusOf(state.api.queries[key]?.error) === 401)
  if (isRefused) dispatch(baseApi.util.invalidateTags([...tags]))
}

function isSettled({ api }: RootState, key: string, since: number): boolean {
  const call = api.queries[key]
  return call === undefined || ((call.startedTimeStamp ?? 0) >= since && !isPending(call))
}
