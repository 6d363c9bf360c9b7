import {
  groupPageCalls as calls,
  type GroupLog,
  type GroupPage,
  type GroupTexts,
  type InviteLink,
  type InviteLinkLook,
  type NewInviteLink,
} from '#contract/groupPage.ts'
import type { GroupId, GroupLogId, InviteLinkId, MemberId } from '#contract/ids.ts'
import { forgetLinkSecret } from '#src/platform/linkSecret.ts'
import { baseApi } from '../../http/baseApi.ts'
import { statusOf } from '../../http/errors.ts'
import { putting } from '../../http/putting.ts'
import { request } from '../../http/request.ts'
import { responseOf } from '../../http/schema.ts'
import type { Tag } from '../../http/tags.ts'

/** Not of an outage, an expired session or a limit: the same call may succeed later. */
const isFinal = (status: number | null): boolean =>
  status !== null && status >= 400 && status < 500 && ![401, 408, 429].includes(status)

/** @returns the error, or null */
async function forgetWhenRefused(sent: Promise<unknown>): Promise<object | null> {
  const failed = await sent.then(
    () => null,
    (thrown: { error: unknown }) => thrown,
  )
  if (failed !== null && isFinal(statusOf(failed.error))) forgetLinkSecret()
  return failed
}

type Of<Body> = Body & { readonly groupId: GroupId }
const tagsOf =
  (...types: Tag[]) =>
  (_result: unknown, _error: unknown, { groupId }: Of<object>) =>
    types.map((type) => ({ type, id: groupId }))

/** Only for groups that announce them by `page`. */
const withPage = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getGroupPage: build.query<GroupPage, GroupId>({
      query: (id) => request(calls.getGroupPage, { params: { id } }),
      responseSchema: responseOf(calls.getGroupPage),
      providesTags: (_result, _error, id) => [{ type: 'GroupPage', id }],
    }),
  }),
})

const putPage = putting({
  query: 'getGroupPage',
  patch: ({ groupId }: Of<object>, page: GroupPage) =>
    withPage.util.updateQueryData('getGroupPage', groupId, () => page),
  refetch: ({ groupId }) => withPage.util.invalidateTags([{ type: 'GroupPage', id: groupId }]),
})

const withPages = withPage.injectEndpoints({
  endpoints: (build) => ({
    saveGroupPage: build.mutation<GroupPage, Of<GroupTexts>>({
      query: ({ groupId: id, ...body }) => request(calls.saveGroupPage, { params: { id }, body }),
      responseSchema: responseOf(calls.saveGroupPage),
      onQueryStarted: putPage,
      // The list of groups says whether there is something to read.
      invalidatesTags: ['Group'],
    }),
    /** Older pages of the log; the first one is part of the group's page. */
    listGroupLog: build.query<GroupLog, Of<{ before: GroupLogId }>>({
      query: ({ groupId: id, before }) =>
        request(calls.listGroupLog, { params: { id }, query: { before } }),
      responseSchema: responseOf(calls.listGroupLog),
    }),
    setCoOwner: build.mutation<GroupPage, Of<{ member_id: MemberId; is_co_owner: boolean }>>({
      query: ({ groupId: id, ...body }) => request(calls.setCoOwner, { params: { id }, body }),
      responseSchema: responseOf(calls.setCoOwner),
      onQueryStarted: putPage,
      invalidatesTags: tagsOf('InviteLink'),
    }),
    listSuggestions: build.query<{ username: string }[], Of<{ prefix: string }>>({
      query: ({ groupId: id, prefix }) =>
        request(calls.listSuggestions, { params: { id }, query: { prefix } }),
      responseSchema: responseOf(calls.listSuggestions),
    }),
  }),
})

export const groupPageApi = withPages.injectEndpoints({
  endpoints: (build) => ({
    listInviteLinks: build.query<InviteLink[], GroupId>({
      query: (id) => request(calls.listInviteLinks, { params: { id } }),
      responseSchema: responseOf(calls.listInviteLinks),
      providesTags: (_result, _error, id) => [{ type: 'InviteLink', id }],
    }),
    createInviteLink: build.mutation<NewInviteLink, Of<{ days: number; uses: number }>>({
      query: ({ groupId: id, ...body }) =>
        request(calls.createInviteLink, { params: { id }, body }),
      responseSchema: responseOf(calls.createInviteLink),
      invalidatesTags: tagsOf('InviteLink', 'GroupPage'),
    }),
    inviteByMail: build.mutation<InviteLink, Of<{ email: string }>>({
      query: ({ groupId: id, ...body }) => request(calls.inviteByMail, { params: { id }, body }),
      responseSchema: responseOf(calls.inviteByMail),
      invalidatesTags: tagsOf('InviteLink', 'GroupPage'),
    }),
    revokeInviteLink: build.mutation<unknown, Of<{ id: InviteLinkId }>>({
      query: ({ id }) => request(calls.revokeInviteLink, { params: { id } }),
      invalidatesTags: tagsOf('InviteLink', 'GroupPage'),
    }),
    /** Only for servers that announce it in the head. Cached from the login to the registration: the link may end. */
    lookAtInviteLink: build.query<InviteLinkLook, string>({
      query: (secret) => request(calls.lookAtInviteLink, { body: { secret } }),
      responseSchema: responseOf(calls.lookAtInviteLink),
      keepUnusedDataFor: 60,
      onQueryStarted: async (_secret, { queryFulfilled }) => {
        await forgetWhenRefused(queryFulfilled)
      },
    }),
    /** Only for servers that announce it by `features` of the profile. */
    redeemInviteLink: build.mutation<{ group_name: string }, string>({
      query: (secret) => request(calls.redeemInviteLink, { body: { secret } }),
      responseSchema: responseOf(calls.redeemInviteLink),
      onQueryStarted: async (_secret, { queryFulfilled }) => {
        if ((await forgetWhenRefused(queryFulfilled)) === null) forgetLinkSecret()
      },
      invalidatesTags: ['Invite', 'Mute'],
    }),
  }),
})

export const {
  useGetGroupPageQuery,
  useSaveGroupPageMutation,
  useLazyListGroupLogQuery,
  useSetCoOwnerMutation,
  useListSuggestionsQuery,
  useListInviteLinksQuery,
  useCreateInviteLinkMutation,
  useInviteByMailMutation,
  useRevokeInviteLinkMutation,
  useLookAtInviteLinkQuery,
  useRedeemInviteLinkMutation,
} = groupPageApi
