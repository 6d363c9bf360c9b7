import type { GameDateId, GroupId } from '#contract/ids.ts'
import {
  type Corrections,
  pastCalls as calls,
  type PastDates,
  type PastDetails,
  type WrittenRecap,
} from '#contract/past.ts'
import { baseApi } from '../../http/baseApi.ts'
import { raiseToasts } from '../../http/outcomeToasts.ts'
import { putting } from '../../http/putting.ts'
import { request } from '../../http/request.ts'
import { responseOf } from '../../http/schema.ts'

/** A past date and its group. */
type Of<Body = object> = Body & { readonly group: GroupId; readonly id: GameDateId }
type Asked = { readonly group: GroupId /** Empty: all. */; readonly q: string }

/** Only for plans that announce past dates. A published change of the plan refetches them. */
const withPast = baseApi.enhanceEndpoints({ addTagTypes: ['PastDates'] }).injectEndpoints({
  endpoints: (build) => ({
    listPastDates: build.infiniteQuery<PastDates, Asked, GameDateId | null>({
      query: ({ queryArg: { group: id, q }, pageParam: before }) =>
        request(calls.listPastDates, {
          params: { id },
          query: { ...(q !== '' && { q }), ...(before !== null && { before }) },
        }),
      responseSchema: responseOf(calls.listPastDates),
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      providesTags: (_result, _error, { group: id }) => [
        { type: 'GroupPlan', id },
        { type: 'PastDates', id },
      ],
    }),
    getPastDate: build.query<PastDetails, Of>({
      query: ({ id }) => request(calls.getPastDate, { params: { id } }),
      responseSchema: responseOf(calls.getPastDate),
      providesTags: (_result, _error, { group }) => [{ type: 'GroupPlan', id: group }],
    }),
  }),
})

const putDetails = putting({
  query: 'getPastDate',
  patch: ({ group, id }: Of, details: PastDetails) =>
    withPast.util.updateQueryData('getPastDate', { group, id }, () => details),
  refetch: ({ group }) => withPast.util.invalidateTags([{ type: 'GroupPlan', id: group }]),
})

const change = {
  onQueryStarted: putDetails,
  // The group's page has the log.
  invalidatesTags: (_result: unknown, _error: unknown, { group: id }: Of) => [
    { type: 'PastDates' as const, id },
    { type: 'GroupPage' as const, id },
  ],
}

export const pastApi = withPast.injectEndpoints({
  endpoints: (build) => ({
    saveRecap: build.mutation<PastDetails, Of<WrittenRecap>>({
      query: ({ group: _group, id, ...body }) => request(calls.saveRecap, { params: { id }, body }),
      responseSchema: responseOf(calls.saveRecap),
      ...change,
    }),
    correctAttendance: build.mutation<PastDetails, Of<Corrections>>({
      query: ({ group: _group, id, ...body }) =>
        request(calls.correctAttendance, { params: { id }, body }),
      responseSchema: responseOf(calls.correctAttendance),
      ...change,
    }),
  }),
})

raiseToasts<typeof pastApi>({
  saveRecap: { done: 'toast.recap_saved' },
  correctAttendance: { done: 'toast.attendance_saved' },
})

export const {
  useListPastDatesInfiniteQuery,
  useGetPastDateQuery,
  useSaveRecapMutation,
  useCorrectAttendanceMutation,
} = pastApi
