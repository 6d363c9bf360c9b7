import type { QueryCacheKey } from '@reduxjs/toolkit/query'
import { baseApi } from './http/baseApi.ts'
import { prefetchEnded, prefetchStarted } from './http/prefetching.ts'
import { type AppDispatch, type AppThunk, addAppListener } from './reducer.ts'

type Sent = PromiseLike<{ isError: boolean }> & {
  queryCacheKey: QueryCacheKey
  requestId: string
  unsubscribe: () => void
}
type Skipped = { meta?: { condition?: boolean; arg?: { queryCacheKey?: string } } }

const isSent = (result: unknown): result is Sent =>
  typeof result === 'object' && result !== null && 'queryCacheKey' in result

/**
 * Runs the calls of a page before it is opened. They show no loading overlay until a page requests the same data. A
 * failed call leaves no error in the cache, so the page makes it again.
 */
export const prefetcher =
  (): AppThunk<(fetch: (dispatch: AppDispatch) => Promise<unknown>) => Promise<unknown>> =>
  (dispatch, getState) => {
    let isCalling = false

    /** Whether a page requested the same data: RTK Query skips a call whose key is pending. */
    const isRequested = (key: string, { meta }: Skipped) =>
      !isCalling && meta?.condition === true && meta.arg?.queryCacheKey === key

    function follow(sent: Sent): void {
      const { queryCacheKey } = sent
      const isPrefetching = () => getState().prefetching.includes(queryCacheKey)
      const end = () => void (isPrefetching() && dispatch(prefetchEnded(queryCacheKey)))
      dispatch(prefetchStarted(queryCacheKey))
      const stop = dispatch(
        addAppListener({
          predicate: (action) => isRequested(queryCacheKey, action as Skipped),
          effect: end,
        }),
      )
      const settle = ({ isError }: { isError: boolean }) => {
        const isUnused = isPrefetching()
        stop()
        end()
        if (!isError || !isUnused) return
        // A cached error would be shown on the page until the call is made again.
        dispatch(baseApi.internalActions.removeQueryResult({ queryCacheKey }))
      }
      sent.then(settle, end)
    }

    const call = ((thunk: Parameters<AppDispatch>[0]) => {
      isCalling = true
      const result: unknown = dispatch(thunk)
      isCalling = false
      if (!isSent(result)) return result
      const isPending = getState().api.queries[result.queryCacheKey]?.requestId === result.requestId
      if (isPending) follow(result)
      // Unsubscribed at once: the response stays in the cache for `keepUnusedDataFor` unless a page uses it.
      const release = () => result.unsubscribe()
      result.then(release, release)
      return result
    }) as AppDispatch
    return (fetch) => fetch(call)
  }
