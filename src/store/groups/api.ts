import { INVITE_STATUS, NEW_OWNER_HEADER, OWNER_INVITES_AGAIN } from '#contract/errors.ts'
import {
  groupCalls as calls,
  type Group,
  type Invite,
  type Mute,
  type MuteLevel,
} from '#contract/groups.ts'
import type { GroupId, InviteId, MemberId, MuteId, NoticeId } from '#contract/ids.ts'
import { baseApi } from '../http/baseApi.ts'
import { raiseToasts } from '../http/outcomeToasts.ts'
import { request } from '../http/request.ts'
import { responseOf } from '../http/schema.ts'

/** Other members change these lists too: a response older than this is refetched when its tab opens. Seconds. */
export const REFETCH_STALE = { refetchOnMountOrArgChange: 5 } as const

/** As specified: after each of these calls all three lists reload (behaviour 4.3). */
const ALL_LISTS = ['Group', 'Invite', 'Mute'] as const

/** Calls that change data are mutations, also where the wire says GET. */
export const groupsApi = baseApi
  .injectEndpoints({
    endpoints: (build) => ({
      listGroups: build.query<Group[], void>({
        query: () => request(calls.listGroups),
        responseSchema: responseOf(calls.listGroups),
        providesTags: ['Group'],
      }),
      listInvites: build.query<Invite[], void>({
        query: () => request(calls.listInvites),
        responseSchema: responseOf(calls.listInvites),
        providesTags: ['Invite'],
      }),
      listMutes: build.query<Mute[], void>({
        query: () => request(calls.listMutes),
        responseSchema: responseOf(calls.listMutes),
        providesTags: ['Mute'],
      }),
      createGroup: build.mutation<{ name: string }, string>({
        query: (name) => request(calls.createGroup, { body: { name } }),
        responseSchema: responseOf(calls.createGroup),
        invalidatesTags: ALL_LISTS,
      }),
      removeMember: build.mutation<unknown, { groupId: GroupId; memberId: MemberId }>({
        query: ({ groupId, memberId }) =>
          request(calls.removeMember, { body: { group_id: groupId, member_id: memberId } }),
        invalidatesTags: ALL_LISTS,
      }),
      /** The successor travels in a header: path and payload stay as specified (ruling 1). */
      leaveGroup: build.mutation<{ name: string }, { id: GroupId; newOwnerId?: MemberId }>({
        query: ({ id, newOwnerId }) =>
          request(calls.leaveGroup, {
            params: { id },
            ...(newOwnerId !== undefined && {
              headers: { [NEW_OWNER_HEADER]: String(newOwnerId) },
            }),
          }),
        responseSchema: responseOf(calls.leaveGroup),
        invalidatesTags: ALL_LISTS,
      }),
      disbandGroup: build.mutation<unknown, GroupId>({
        query: (id) => request(calls.disbandGroup, { params: { id } }),
        invalidatesTags: ALL_LISTS,
      }),
    }),
  })
  .injectEndpoints({
    endpoints: (build) => ({
      acceptInvite: build.mutation<{ group_name: string; group_id?: GroupId }, InviteId>({
        query: (id) => request(calls.acceptInvite, { params: { id } }),
        responseSchema: responseOf(calls.acceptInvite),
        invalidatesTags: ALL_LISTS,
      }),
      /** The response is empty; the toast takes the group's name from here (ruling 4). */
      rejectInvite: build.mutation<unknown, { id: InviteId; groupName: string; mute: MuteLevel }>({
        query: ({ id, mute: mute_level }) =>
          request(calls.rejectInvite, { params: { id }, body: { mute_level } }),
        invalidatesTags: ALL_LISTS,
      }),
      inviteMember: build.mutation<
        { target_user_username: string },
        { groupId: GroupId; username: string }
      >({
        query: ({ groupId, username }) =>
          request(calls.inviteMember, { params: { groupId }, body: { username } }),
        responseSchema: responseOf(calls.inviteMember),
        invalidatesTags: ALL_LISTS,
      }),
      cancelInvite: build.mutation<unknown, InviteId>({
        query: (inviteId) => request(calls.cancelInvite, { params: { inviteId } }),
        invalidatesTags: ALL_LISTS,
      }),
      unmute: build.mutation<unknown, MuteId>({
        query: (muteId) => request(calls.unmute, { params: { muteId } }),
        invalidatesTags: ALL_LISTS,
      }),
      /** Only for servers that announce it by `notices`. Optimistic: a failed call brings the notices back. */
      dismissNotices: build.mutation<unknown, { groupId: GroupId; upTo: NoticeId }>({
        query: ({ groupId, upTo }) =>
          request(calls.dismissNotices, { body: { group_id: groupId, up_to: upTo } }),
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
      // As specified: defined but not reached from the screens (ruling 2), hence no hook.
      transferOwnership: build.mutation<unknown, { groupId: GroupId; newOwnerId: MemberId }>({
        query: ({ groupId, newOwnerId }) =>
          request(calls.transferOwnership, {
            body: { group_id: groupId, new_owner_id: newOwnerId },
          }),
        invalidatesTags: ALL_LISTS,
      }),
    }),
  })

raiseToasts<typeof groupsApi>({
  createGroup: {
    done: { key: 'toast.group_created', values: ({ name }) => ({ group_name: name }) },
    failed: 'toast.group_create_failed',
  },
  removeMember: { done: 'toast.member_removed', failed: 'toast.member_remove_failed' },
  leaveGroup: {
    done: { key: 'toast.group_left', values: ({ name }) => ({ group_name: name }) },
    failed: 'toast.group_leave_failed',
  },
  disbandGroup: { done: 'toast.group_disbanded', failed: 'toast.group_disband_failed' },
  acceptInvite: {
    done: { key: 'toast.invite_accepted', values: ({ group_name }) => ({ group_name }) },
    failed: 'toast.invite_accept_failed',
  },
  rejectInvite: {
    // The response is empty (ruling 4).
    done: {
      key: 'toast.invite_rejected',
      values: (_response, { groupName }) => ({ group_name: groupName }),
    },
    failed: 'toast.invite_reject_failed',
  },
  inviteMember: {
    done: {
      key: 'toast.member_invited',
      values: ({ target_user_username }) => ({ username: target_user_username }),
    },
    failed: {
      byCode: { [OWNER_INVITES_AGAIN]: 'toast.invite_owner_only' },
      byStatus: {
        [INVITE_STATUS.alreadyInvited]: 'toast.invite_already_invited',
        [INVITE_STATUS.userNotFound]: 'toast.invite_user_not_found',
        [INVITE_STATUS.muted]: 'toast.invite_muted',
      },
      otherwise: 'toast.invite_failed',
    },
  },
  cancelInvite: { done: 'toast.invite_cancelled', failed: 'toast.invite_cancel_failed' },
  // As specified: texts for a call that no screen makes (ruling 2).
  transferOwnership: {
    done: 'toast.ownership_transferred',
    failed: 'toast.ownership_transfer_failed',
  },
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
