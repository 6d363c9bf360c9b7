import { fallback, nullable, number, string } from 'valibot'
import { groupPageRoutes as routes } from '#contract/groupPage.ts'
import type { GroupId, GroupLogId, InviteLinkId, MemberId } from '#contract/ids.ts'
import type {
  GroupLog,
  GroupLogEntry,
  GroupPage,
  GroupTexts,
  InviteLink,
  InviteLinkLook,
  NewInviteLink,
} from '#contract/schemas/groupPage.ts'
import { forgetLinkSecret } from '#src/platform/linkSecret.ts'
import { baseApi } from '../../http/baseApi.ts'
import { statusOf } from '../../http/errors.ts'
import { request } from '../../http/request.ts'
import { idOrNull, list, object, textOrEmpty, textOrNull } from '../../http/schema.ts'
import type { Tag } from '../../http/tags.ts'

const log = object<GroupLog>({
  entries: list(
    object<GroupLogEntry>({
      id: number(),
      kind: string(),
      actor: textOrNull,
      subject: textOrNull,
      detail: textOrNull,
      happened_at: textOrEmpty,
    }),
  ),
  next: idOrNull,
})
const page = object<GroupPage>({
  purpose: textOrEmpty,
  note: textOrEmpty,
  talk_url: textOrNull,
  crest: textOrNull,
  version: number(),
  role: string(),
  co_owners: list(number()) as never,
  log: fallback(nullable(log), null) as never,
})
const link = object<InviteLink>({
  id: number(),
  created_by: textOrEmpty,
  email: textOrNull,
  uses: number(),
  uses_left: number(),
  expires_at: textOrEmpty,
})

/** Whether a refusal is final; after an outage, an expired session or a limit the same call may succeed later. */
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

/** Only for groups that announce them by `page`. A failed change refetches the page too. */
const withPages = baseApi.injectEndpoints({
  endpoints: (build) => ({
    getGroupPage: build.query<GroupPage, GroupId>({
      query: (id) => request(routes.getGroupPage, { params: { id } }),
      responseSchema: page,
      providesTags: (_result, _error, id) => [{ type: 'GroupPage', id }],
    }),
    saveGroupPage: build.mutation<GroupPage, Of<GroupTexts>>({
      query: ({ groupId: id, ...body }) => request(routes.saveGroupPage, { params: { id }, body }),
      responseSchema: page,
      // The list of groups says whether a group has a note.
      invalidatesTags: (_result, _error, { groupId }) => [
        { type: 'GroupPage', id: groupId },
        'Group',
      ],
    }),
    /** Older pages of the log; the first one is part of the group's page. */
    listGroupLog: build.query<GroupLog, Of<{ before: GroupLogId }>>({
      query: ({ groupId: id, before }) =>
        request(routes.listGroupLog, { params: { id }, query: { before } }),
      responseSchema: log,
    }),
    setCoOwner: build.mutation<GroupPage, Of<{ member_id: MemberId; is_co_owner: boolean }>>({
      query: ({ groupId: id, ...body }) => request(routes.setCoOwner, { params: { id }, body }),
      responseSchema: page,
      invalidatesTags: tagsOf('GroupPage', 'InviteLink'),
    }),
    listSuggestions: build.query<{ username: string }[], Of<{ prefix: string }>>({
      query: ({ groupId: id, prefix }) =>
        request(routes.listSuggestions, { params: { id }, query: { prefix } }),
      responseSchema: list(object<{ username: string }>({ username: string() })),
    }),
  }),
})

export const groupPageApi = withPages.injectEndpoints({
  endpoints: (build) => ({
    listInviteLinks: build.query<InviteLink[], GroupId>({
      query: (id) => request(routes.listInviteLinks, { params: { id } }),
      responseSchema: list(link),
      providesTags: (_result, _error, id) => [{ type: 'InviteLink', id }],
    }),
    createInviteLink: build.mutation<NewInviteLink, Of<{ days: number; uses: number }>>({
      query: ({ groupId: id, ...body }) =>
        request(routes.createInviteLink, { params: { id }, body }),
      responseSchema: object<NewInviteLink>({ link, secret: string() }),
      invalidatesTags: tagsOf('InviteLink', 'GroupPage'),
    }),
    inviteByMail: build.mutation<InviteLink, Of<{ email: string }>>({
      query: ({ groupId: id, ...body }) => request(routes.inviteByMail, { params: { id }, body }),
      responseSchema: link,
      invalidatesTags: tagsOf('InviteLink', 'GroupPage'),
    }),
    revokeInviteLink: build.mutation<unknown, Of<{ id: InviteLinkId }>>({
      query: ({ id }) => request(routes.revokeInviteLink, { params: { id } }),
      invalidatesTags: tagsOf('InviteLink', 'GroupPage'),
    }),
    /** Only for servers that announce it in the head. Never cached: the link may have ended. */
    lookAtInviteLink: build.query<InviteLinkLook, string>({
      query: (secret) => request(routes.lookAtInviteLink, { body: { secret } }),
      responseSchema: object<InviteLinkLook>({ group_name: string(), invited_by: string() }),
      keepUnusedDataFor: 0,
      onQueryStarted: async (_secret, { queryFulfilled }) => {
        await forgetWhenRefused(queryFulfilled)
      },
    }),
    /** Only for servers that announce it by `features` of the profile. */
    redeemInviteLink: build.mutation<{ group_name: string }, string>({
      query: (secret) => request(routes.redeemInviteLink, { body: { secret } }),
      responseSchema: object<{ group_name: string }>({ group_name: string() }),
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
