import type { baseApi } from './baseApi.ts'

type Patch = ReturnType<typeof baseApi.util.updateQueryData>
type Started<Data> = {
  readonly dispatch: (patch: Patch) => unknown
  readonly queryFulfilled: PromiseLike<{ readonly data: Data }>
}

/**
 * The rule for every change: a checked response that is what a query has is put into the cache, and tags refetch the
 * rest; groups, invites, mutes and the list of the glossary are refetched after each of their changes, whatever the
 * response (behaviour 4.3, 8.7; ruling 81). `patchOf` names the query, for `onQueryStarted` of the change.
 */
export const putting =
  <Args, Data>(patchOf: (args: Args, data: Data) => Patch) =>
  async (args: Args, { dispatch, queryFulfilled }: Started<Data>): Promise<void> => {
    // The component that has made the call reports a failure.
    const sent = await Promise.resolve(queryFulfilled).catch(() => null)
    if (sent) dispatch(patchOf(args, sent.data))
  }
