import type { GroupId } from '#contract/ids.ts'
import {
  openingCalls as calls,
  type GroupOpening,
  type JoinRequest,
  type JoinRequestId,
  type OpenGroups,
  type OpeningBody,
  type OpeningId,
  type OpeningLanguage,
  type OpeningMode,
} from '#contract/openings.ts'
import { baseApi } from '../../http/baseApi.ts'
import { putting } from '../../http/putting.ts'
import { request } from '../../http/request.ts'
import { responseOf } from '../../http/schema.ts'

/** Null filters nothing. */
export type OpeningFilter = {
  language: OpeningLanguage | null
  mode: OpeningMode | null
  beginners: 'yes' | null
}
type Of<Body> = Body & { readonly groupId: GroupId }

const api = baseApi.enhanceEndpoints({ addTagTypes: ['OpenGroup', 'JoinRequest', 'Opening'] })

/** Only for servers that announce them by `openings` in `features` of the profile. */
const reads = api.injectEndpoints({
  endpoints: (build) => ({
    listOpenings: build.infiniteQuery<
      OpenGroups,
      OpeningFilter & { q: string | null },
      OpeningId | null
    >({
      query: ({ queryArg, pageParam }) =>
        request(calls.listOpenings, { query: { ...queryArg, before: pageParam } }),
      responseSchema: responseOf(calls.listOpenings),
      infiniteQueryOptions: {
        initialPageParam: null,
        getNextPageParam: ({ next }) => next ?? undefined,
      },
      providesTags: ['OpenGroup'],
    }),
    /** An invite answers a request, so that both change together. */
    listJoinRequests: build.query<JoinRequest[], void>({
      query: () => request(calls.listJoinRequests),
      responseSchema: responseOf(calls.listJoinRequests),
      providesTags: ['JoinRequest', 'Invite'],
    }),
    /** Changes of others are published as those of the group's page. */
    getOpening: build.query<GroupOpening, GroupId>({
      query: (id) => request(calls.getOpening, { params: { id } }),
      responseSchema: responseOf(calls.getOpening),
      providesTags: (_result, _error, id) => [
        { type: 'Opening', id },
        { type: 'GroupPage', id },
      ],
    }),
  }),
})

const putOpening = putting({
  query: 'getOpening',
  patch: ({ groupId }: Of<object>, opening: GroupOpening) =>
    reads.util.updateQueryData('getOpening', groupId, () => opening),
  refetch: ({ groupId }) => reads.util.invalidateTags([{ type: 'Opening', id: groupId }]),
})

const changes = reads.injectEndpoints({
  endpoints: (build) => ({
    saveOpening: build.mutation<GroupOpening, Of<OpeningBody>>({
      query: ({ groupId: id, ...body }) => request(calls.saveOpening, { params: { id }, body }),
      responseSchema: responseOf(calls.saveOpening),
      onQueryStarted: putOpening,
    }),
    closeOpening: build.mutation<GroupOpening, Of<object>>({
      query: ({ groupId: id }) => request(calls.closeOpening, { params: { id } }),
      responseSchema: responseOf(calls.closeOpening),
      onQueryStarted: putOpening,
    }),
    acceptJoinRequest: build.mutation<GroupOpening, Of<{ id: JoinRequestId }>>({
      query: ({ id }) => request(calls.acceptJoinRequest, { params: { id }, body: {} }),
      responseSchema: responseOf(calls.acceptJoinRequest),
      onQueryStarted: putOpening,
      // The list of groups has the open invites.
      invalidatesTags: ['Group'],
    }),
    declineJoinRequest: build.mutation<GroupOpening, Of<{ id: JoinRequestId; sentence: string }>>({
      query: ({ id, sentence }) =>
        request(calls.declineJoinRequest, { params: { id }, body: { sentence } }),
      responseSchema: responseOf(calls.declineJoinRequest),
      onQueryStarted: putOpening,
    }),
  }),
})

export const openingsApi = changes.injectEndpoints({
  endpoints: (build) => ({
    askToJoin: build.mutation<JoinRequest, Of<{ message: string }>>({
      query: ({ groupId: id, message }) =>
        request(calls.askToJoin, { params: { id }, body: { message } }),
      responseSchema: responseOf(calls.askToJoin),
      invalidatesTags: ['JoinRequest'],
    }),
    withdrawJoinRequest: build.mutation<unknown, JoinRequestId>({
      query: (id) => request(calls.withdrawJoinRequest, { params: { id } }),
      invalidatesTags: ['JoinRequest'],
    }),
  }),
})

export const {
  useListOpeningsInfiniteQuery,
  useListJoinRequestsQuery,
  useGetOpeningQuery,
  useSaveOpeningMutation,
  useCloseOpeningMutation,
  useAcceptJoinRequestMutation,
  useDeclineJoinRequestMutation,
  useAskToJoinMutation,
  useWithdrawJoinRequestMutation,
} = openingsApi
