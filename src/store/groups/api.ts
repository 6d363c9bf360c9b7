import { NEW_OWNER_HEADER } from '#contract/errors.ts'
import type { GroupId, InviteId, MemberId, MuteId, NoticeId } from '#contract/ids.ts'
import { NOTICE_KINDS } from '#contract/limits.ts'
import { groupRoutes as routes } from '#contract/routes.ts'
import type {
  Group,
  Invite,
  Member,
  Mute,
  MuteLevel,
  Notice,
  SentInvite,
} from '#contract/schemas/groups.ts'
import { baseApi } from '../http/baseApi.ts'
import { request } from '../http/request.ts'
import { count, flag, list, or, record, type Shape, text } from '../http/schema.ts'

const noticeKind: Shape = (value) => NOTICE_KINDS.find((kind) => kind === value)
const notice = record<Notice>({ id: count, kind: noticeKind, name: text })

const group = record<Group>({
  id: count,
  name: text,
  is_owner: or(flag, false),
  members: list(record<Member>({ id: count, name: text, owner: or(flag, false) })),
  // The owner's view; other servers may leave it out for everybody else.
  invites: or(list(record<SentInvite>({ id: count, target_user_username: text })), []),
  notices: or(list(notice), []),
})
const invite = record<Invite>({
  id: count,
  group_name: text,
  group_leader: text,
  group_size: count,
})
const mute = record<Mute>({ id: count, mute_invites_from_name: text, duration_left: count })
const groupName = record<{ name: string }>({ name: text })

/** As specified: after each of these calls all three lists reload (behaviour 4). */
const ALL_LISTS = ['Group', 'Invite', 'Mute'] as const

/** The "groups" table of behaviour 7. Calls that change data are mutations, also where the wire says GET. */
export const groupsApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listGroups: build.query<Group[], void>({
      query: () => request(routes.listGroups),
      extraOptions: { shape: list(group) },
      providesTags: ['Group'],
    }),
    listInvites: build.query<Invite[], void>({
      query: () => request(routes.listInvites),
      extraOptions: { shape: list(invite) },
      providesTags: ['Invite'],
    }),
    listMutes: build.query<Mute[], void>({
      query: () => request(routes.listMutes),
      extraOptions: { shape: list(mute) },
      providesTags: ['Mute'],
    }),
    createGroup: build.mutation<{ name: string }, string>({
      query: (name) => request(routes.createGroup, { body: { name } }),
      extraOptions: { shape: groupName },
      invalidatesTags: ALL_LISTS,
    }),
    removeMember: build.mutation<unknown, { groupId: GroupId; memberId: MemberId }>({
      query: ({ groupId, memberId }) =>
        request(routes.removeMember, { body: { group_id: groupId, member_id: memberId } }),
      invalidatesTags: ALL_LISTS,
    }),
    /** The successor travels in a header: path and payload stay as specified (ruling 1). */
    leaveGroup: build.mutation<{ name: string }, { id: GroupId; newOwnerId?: MemberId }>({
      query: ({ id, newOwnerId }) =>
        request(routes.leaveGroup, {
          params: { id },
          ...(newOwnerId !== undefined && { headers: { [NEW_OWNER_HEADER]: String(newOwnerId) } }),
        }),
      extraOptions: { shape: groupName },
      invalidatesTags: ALL_LISTS,
    }),
    disbandGroup: build.mutation<unknown, GroupId>({
      query: (id) => request(routes.disbandGroup, { params: { id } }),
      invalidatesTags: ALL_LISTS,
    }),
    acceptInvite: build.mutation<{ group_name: string }, InviteId>({
      query: (id) => request(routes.acceptInvite, { params: { id } }),
      extraOptions: { shape: record<Invite>({ group_name: text }) },
      invalidatesTags: ALL_LISTS,
    }),
    /** The answer names nothing; the toast takes the group's name from here (ruling 4). */
    rejectInvite: build.mutation<unknown, { id: InviteId; groupName: string; mute: MuteLevel }>({
      query: ({ id, mute: mute_level }) =>
        request(routes.rejectInvite, { params: { id }, body: { mute_level } }),
      invalidatesTags: ALL_LISTS,
    }),
    inviteMember: build.mutation<
      { target_user_username: string },
      { groupId: GroupId; username: string }
    >({
      query: ({ groupId, username }) =>
        request(routes.inviteMember, { params: { groupId }, body: { username } }),
      extraOptions: { shape: record<SentInvite>({ target_user_username: text }) },
      invalidatesTags: ALL_LISTS,
    }),
    cancelInvite: build.mutation<unknown, InviteId>({
      query: (inviteId) => request(routes.cancelInvite, { params: { inviteId } }),
      invalidatesTags: ALL_LISTS,
    }),
    unmute: build.mutation<unknown, MuteId>({
      query: (muteId) => request(routes.unmute, { params: { muteId } }),
      invalidatesTags: ALL_LISTS,
    }),
    /** Only for servers that announce it: a group of theirs has `notices`. They go at once and come back if it fails. */
    dismissNotices: build.mutation<unknown, { groupId: GroupId; upTo: NoticeId }>({
      query: ({ groupId, upTo }) =>
        request(routes.dismissNotices, { body: { group_id: groupId, up_to: upTo } }),
      async onQueryStarted({ groupId, upTo }, { dispatch, queryFulfilled }) {
        const hidden = dispatch(
          groupsApi.util.updateQueryData('listGroups', undefined, (groups) => {
            const shown = groups.find(({ id }) => id === groupId)
            if (shown) shown.notices = shown.notices?.filter(({ id }) => id > upTo)
          }),
        )
        await queryFulfilled.catch(hidden.undo)
      },
    }),
    // As specified: defined but not reached from the screens (behaviour 7; ruling 2), so it has no hook below.
    transferOwnership: build.mutation<unknown, { groupId: GroupId; newOwnerId: MemberId }>({
      query: ({ groupId, newOwnerId }) =>
        request(routes.transferOwnership, {
          body: { group_id: groupId, new_owner_id: newOwnerId },
        }),
      invalidatesTags: ALL_LISTS,
    }),
  }),
})

export const {
  useListGroupsQuery,
  useListInvitesQuery,
  useListMutesQuery,
  useCreateGroupMutation,
  useRemoveMemberMutation,
  useLeaveGroupMutation,
  useDisbandGroupMutation,
  useAcceptInviteMutation,
  useRejectInviteMutation,
  useInviteMemberMutation,
  useCancelInviteMutation,
  useUnmuteMutation,
  useDismissNoticesMutation,
} = groupsApi
