import { addListener } from '@reduxjs/toolkit'
import type { QueryCacheKey } from '@reduxjs/toolkit/query'
import { aheadEnded, calledAhead } from './http/ahead.ts'
import type { AppDispatch, AppThunk } from './reducer.ts'

type Sent = PromiseLike<{ isError: boolean }> & {
  queryCacheKey: QueryCacheKey
  requestId: string
  unsubscribe: () => void
}
type Skipped = { meta?: { condition?: boolean; arg?: { queryCacheKey?: string } } }

const isSent = (result: unknown): result is Sent =>
  typeof result === 'object' && result !== null && 'queryCacheKey' in result

/**
 * Runs what fetches the data of a page before that is opened. Silent: nothing is loading until a page asks for the same
 * data, a failed call leaves nothing behind, and the page makes it again.
 */
export const aheadCaller =
  (): AppThunk<(fetch: (dispatch: AppDispatch) => Promise<unknown>) => Promise<unknown>> =>
  (dispatch, getState) => {
    let isCalling = false

    /** RTK Query skips a call that is pending; then somebody else asks for its response. */
    const isAskedFor = (key: string, { meta }: Skipped) =>
      !isCalling && meta?.condition === true && meta.arg?.queryCacheKey === key

    function follow(sent: Sent): void {
      const { queryCacheKey } = sent
      const isAhead = () => getState().ahead.includes(queryCacheKey)
      const end = () => void (isAhead() && dispatch(aheadEnded(queryCacheKey)))
      dispatch(calledAhead(queryCacheKey))
      const stop = dispatch(
        addListener({
          predicate: (action) => isAskedFor(queryCacheKey, action as Skipped),
          effect: end,
        }),
      ) as unknown as () => void
      const settle = async ({ isError }: { isError: boolean }) => {
        const isUnseen = isAhead()
        stop()
        end()
        if (!isError || !isUnseen) return
        // From the cache the error would be on the page until the call is made again.
        const { baseApi } = await import('./http/baseApi.ts')
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
      // Until a page uses it, the response stays in the cache as long as an unused one.
      const release = () => result.unsubscribe()
      result.then(release, release)
      return result
    }) as AppDispatch
    return (fetch) => fetch(call)
  }
