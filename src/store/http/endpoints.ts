import type { UnknownAction } from '@reduxjs/toolkit'
import type {
  Api,
  BaseQueryApi,
  EndpointDefinitions,
  InfiniteQueryDefinition,
  MutationDefinition,
  QueryDefinition,
  TypedMutationOnQueryStarted,
} from '@reduxjs/toolkit/query'
import type { GroupId } from '#contract/ids.ts'
import type { Call } from '#contract/route.ts'
import type { SuccessOf } from '#contract/shapes.ts'
import { type ApiState, baseApi, type Send, type Tag } from './baseApi.ts'
import { isPending } from './loading.ts'
import { type ApiCall, type ArgumentOf, type FieldsOf, requestOf } from './request.ts'
import { checked, responseOf } from './schema.ts'

/** Names of an argument that is not sent: tags of a group's parts need it where the path has another id. */
type Beside = 'group_id'
type BesideFields = { readonly group_id: GroupId }

type Argument<Row, B extends Beside> = [B] extends [never]
  ? ArgumentOf<Row>
  : FieldsOf<Row> extends { readonly id: infer Id }
    ? Id extends GroupId
      ? ArgumentOf<Row>
      : FieldsOf<Row> & Pick<BesideFields, B>
    : ArgumentOf<Row>
/** What the calls of a list take besides the page. */
type Listed<Row> = Omit<FieldsOf<Row>, 'before'>
type Success<Row> = Row extends Call ? SuccessOf<Row> : never

/** Compared as methods are, so that the untyped form below fits every table. */
type By<Args extends unknown[], Result> = { of(...args: Args): Result }['of']
type Tagged = Tag | readonly [type: Tag, id: number | string]
type Tags<Arg> = readonly Tagged[] | By<[Arg], readonly Tagged[]>

type QuerySpec<Arg> = {
  /** The first is the query's own: a change that puts its response into the query invalidates it where it must. */
  readonly tags?: Tags<Arg>
  /** Seconds that the response stays in the cache without a user. */
  readonly keeps?: number
}
type ChangeSpec<Arg, Data, Query> = {
  /** The query whose data the response is, with its argument unless that is the group, or what the call itself takes. */
  readonly puts?: Query | By<[arg: Arg], readonly [query: Query, argument: unknown]>
  /** Makes the change in the data of that query before the response comes; a failure takes it back. */
  readonly expects?: By<[data: Data, arg: Arg, state: { readonly api: ApiState }], void>
  /** Invalidated when the call ends, even by a failure: others may have been quicker. */
  readonly ends?: Tags<Arg>
  /** Invalidated when the call succeeds. */
  readonly endsIfDone?: Tags<Arg>
}

type Specs<
  Calls,
  B extends Beside,
  Q extends keyof Calls,
  P extends keyof Calls,
  C extends keyof Calls,
> = {
  readonly beside?: B
  readonly queries?: { readonly [N in Q]: QuerySpec<Argument<Calls[N], B>> }
  /** Lists whose response has `next`, the parameter `before` of the next page. */
  readonly pages?: { readonly [N in P]: N extends Q ? never : QuerySpec<Listed<Calls[N]>> }
  readonly changes?: {
    readonly [N in C]: N extends P | Q
      ? never
      : ChangeSpec<Argument<Calls[N], B>, Success<Calls[N]>, Q>
  }
}

type Endpoints<
  Calls,
  B extends Beside,
  Q extends keyof Calls,
  P extends keyof Calls,
  C extends keyof Calls,
> = {
  [N in Q]: QueryDefinition<Argument<Calls[N], B>, Send, Tag, Success<Calls[N]>, 'api'>
} & {
  [N in P]: InfiniteQueryDefinition<
    Listed<Calls[N]>,
    number | null,
    Send,
    Tag,
    Success<Calls[N]>,
    'api'
  >
} & {
  [N in C]: MutationDefinition<Argument<Calls[N], B>, Send, Tag, Success<Calls[N]>, 'api'>
}

type ApiOf<Definitions extends EndpointDefinitions> =
  typeof baseApi extends Api<infer Query, infer _, infer Path, infer Tags, infer Modules>
    ? Api<Query, Definitions, Path, Tags, Modules>
    : never

export const sends = <Row extends Call>(row: Row) => ({
  query: (argument: ArgumentOf<Row>) => requestOf(row, argument),
  rawResponseSchema: responseOf(row),
})

/** Hands the response of a call to the session. It has tokens, which the cache does not keep. */
export const handsOver = <Row extends Call>(
  row: Row,
  taken: (response: SuccessOf<Row>) => UnknownAction,
) => ({
  queryFn: async (
    argument: ArgumentOf<Row>,
    { dispatch }: BaseQueryApi,
    _options: unknown,
    send: (call: ApiCall) => Parameters<typeof checked>[1],
  ) => {
    const { data, error } = await checked(responseOf(row), send(requestOf(row, argument)))
    if (error) return { error }
    dispatch(taken(data))
    return { data: null }
  },
})

const tagsOf = <Arg>(tags: Tags<Arg> = [], arg: Arg) =>
  (typeof tags === 'function' ? tags(arg) : tags).map((tag) =>
    typeof tag === 'string' ? { type: tag } : { type: tag[0], id: tag[1] },
  )

type AnyQuery = QuerySpec<unknown>
type AnyChange = ChangeSpec<unknown, unknown, string>
type AnyCalls = Readonly<Record<string, Call>>
type Of<Spec> = Readonly<Record<string, Spec>>
type AnySpecs = {
  readonly beside?: Beside
  readonly queries?: Of<AnyQuery>
  readonly pages?: Of<AnyQuery>
  readonly changes?: Of<AnyChange>
}

/** A definition for each row that is named. */
const made = <Spec, Made>(
  calls: AnyCalls,
  specs: Of<Spec>,
  make: (row: Call, spec: Spec) => Made,
) =>
  Object.fromEntries(
    Object.entries(calls).flatMap(([name, row]) => {
      const spec = specs[name]
      return spec ? [[name, make(row, spec)]] : []
    }),
  )

const sentBy = (row: Call, beside?: Beside) => ({
  query: (argument: unknown) => requestOf(row, argument, beside),
  rawResponseSchema: responseOf(row),
})

const readsOf = (calls: AnyCalls, { queries = {}, beside }: AnySpecs) =>
  baseApi.injectEndpoints({
    endpoints: (build) =>
      made(calls, queries, (row, { tags, keeps }) =>
        build.query<unknown, unknown>({
          ...sentBy(row, beside),
          keepUnusedDataFor: keeps,
          providesTags: (_data, _error, arg) => tagsOf(tags, arg),
        }),
      ),
  })

/** The group, the one path parameter, or nothing: what queries of parts of a group, of one thing, and of the caller take. */
function queryArgument(arg: unknown): unknown {
  if (typeof arg !== 'object') return arg
  const { group_id, id }: { group_id?: unknown; id?: unknown } = arg ?? {}
  return group_id ?? id
}

/**
 * The rule for every change: where a response is the data of a query, it is put into the cache once it is checked; tags
 * refetch the rest. Groups, invites, mutes and the list of the glossary are refetched after each of their changes,
 * whatever the response (behaviour 4.3, 8.7; ruling 81). The query is refetched after a failure, since others may have
 * been quicker, and when another change or the query itself is in flight, whose response may be older but come later.
 */
const putting =
  (
    { util }: ReturnType<typeof readsOf>,
    queries: Of<AnyQuery>,
    { puts = '', expects }: AnyChange,
  ): TypedMutationOnQueryStarted<unknown, unknown, Send, 'api'> =>
  async (arg, { dispatch, getState, requestId, queryFulfilled }) => {
    const [query, key] = typeof puts === 'string' ? [puts, queryArgument(arg)] : puts(arg)
    const put = (recipe: (data: unknown) => unknown) =>
      dispatch(util.updateQueryData(query, key, recipe))
    const hasRival = (): boolean => {
      const { queries, mutations }: ApiState = getState().api
      const { [requestId]: _own, ...others } = mutations
      const fetching = Object.values(queries).filter((call) => call?.endpointName === query)
      return [...fetching, ...Object.values(others)].some(isPending)
    }
    const expected = expects && put((data) => expects(data, arg, getState()))
    const hadRival = hasRival()
    // A failure is reported by the calling component, or by a toast.
    const response = await Promise.resolve(queryFulfilled).catch(() => null)
    if (response) put(() => response.data)
    else expected?.undo()
    if (!response || hadRival || hasRival())
      dispatch(util.invalidateTags(tagsOf(queries[query]?.tags, key).slice(0, 1)))
  }

/**
 * The endpoints of a noun, from its table in the contract: arguments, responses and their checks are those of the rows.
 * What is said here is how they meet in the cache. Endpoints of another form are injected by RTK Query's own means.
 */
export function endpointsOf<
  const Calls extends AnyCalls,
  B extends Beside = never,
  Q extends keyof Calls & string = never,
  P extends keyof Calls & string = never,
  C extends keyof Calls & string = never,
>(calls: Calls, specs: Specs<Calls, B, Q, P, C>): ApiOf<Endpoints<Calls, B, Q, P, C>>
export function endpointsOf(calls: AnyCalls, specs: AnySpecs): object {
  const { beside, queries = {}, pages = {}, changes = {} } = specs
  const reads = readsOf(calls, specs)
  return reads.injectEndpoints({
    endpoints: (build) => ({
      ...made(calls, pages, (row, { tags }) =>
        build.infiniteQuery<{ next: number | null }, object, number | null>({
          query: ({ queryArg, pageParam }) => requestOf(row, { ...queryArg, before: pageParam }),
          rawResponseSchema: responseOf(row),
          infiniteQueryOptions: {
            initialPageParam: null,
            getNextPageParam: ({ next }) => next ?? undefined,
          },
          providesTags: (_data, _error, arg) => tagsOf(tags, arg),
        }),
      ),
      ...made(calls, changes, (row, spec) =>
        build.mutation<unknown, unknown>({
          ...sentBy(row, beside),
          invalidatesTags: (_data, error, arg) => [
            ...tagsOf(spec.ends, arg),
            ...tagsOf(error ? [] : spec.endsIfDone, arg),
          ],
          ...(spec.puts && { onQueryStarted: putting(reads, queries, spec) }),
        }),
      ),
    }),
  })
}
