import type { ApiState, baseApi } from './baseApi.ts'
import { isPending } from './loading.ts'

type Patch = ReturnType<typeof baseApi.util.updateQueryData>
/** An action of `invalidateTags`, whose tags depend on the api. */
type Refetch = { readonly type: string; readonly payload: unknown }
type Started<Data> = {
  readonly dispatch: (action: Patch) => unknown
  readonly getState: () => { readonly api: ApiState }
  readonly requestId: string
  readonly queryFulfilled: PromiseLike<{ readonly data: Data }>
}
type Rule<Args, Data> = {
  /** Name of the query that has what the change responds with. */
  readonly query: string
  readonly patch: (args: Args, data: Data) => Patch
  /** Invalidates the query. */
  readonly refetch: (args: Args) => Refetch
}

/**
 * The rule for every change: where a response is the data of a query, it is put into the cache once it is checked; tags
 * refetch the rest. Groups, invites, mutes and the list of the glossary are refetched after each of their changes,
 * whatever the response (behaviour 4.3, 8.7; ruling 81). The query is refetched after a failure, since others may have
 * been quicker, and when another change or the query itself is in flight, whose response may be older but come later.
 * @returns `onQueryStarted` of the change
 */
export const putting =
  <Args, Data>({ query, patch, refetch }: Rule<Args, Data>) =>
  async (args: Args, { dispatch, getState, requestId, queryFulfilled }: Started<Data>) => {
    const hasRival = (): boolean => {
      const { queries, mutations } = getState().api
      const { [requestId]: _own, ...others } = mutations
      const fetching = Object.values(queries).filter((call) => call?.endpointName === query)
      return [...fetching, ...Object.values(others)].some(isPending)
    }
    const hadRival = hasRival()
    // A failure is reported by the calling component, or by a toast.
    const response = await Promise.resolve(queryFulfilled).catch(() => null)
    if (response) dispatch(patch(args, response.data))
    if (!response || hadRival || hasRival()) dispatch(refetch(args))
  }
