import { INVITE_STATUS, NEW_OWNER_HEADER, OWNER_INVITES_AGAIN } from '#contract/errors.ts'
import { groupCalls as calls } from '#contract/groups.ts'
import type { GroupId, MemberId } from '#contract/ids.ts'
import { endpointsOf, sends } from '../http/endpoints.ts'
import { raiseToasts } from '../http/outcomeToasts.ts'
import { type ArgumentOf, request } from '../http/request.ts'

/** Other members change these lists too: a response older than this is refetched when its tab opens. Seconds. */
export const REFETCH_STALE = { refetchOnMountOrArgChange: 5 } as const

/** As specified: after each of these calls all three lists reload (behaviour 4.3). */
const ends = ['Group', 'Invite', 'Mute'] as const
type Rejection = ArgumentOf<typeof calls.rejectInvite>

/** Calls that change data are mutations, also where the wire says GET. */
export const groupsApi = endpointsOf(calls, {
  queries: {
    listGroups: { tags: ['Group'] },
    listInvites: { tags: ['Invite'] },
    listMutes: { tags: ['Mute'] },
  },
  changes: {
    createGroup: { ends },
    removeMember: { ends },
    disbandGroup: { ends },
    acceptInvite: { ends },
    inviteMember: { ends },
    cancelInvite: { ends },
    unmute: { ends },
    // As specified: defined but not reached from the screens (ruling 2), hence no hook.
    transferOwnership: { ends },
  },
}).injectEndpoints({
  endpoints: (build) => ({
    /** The successor travels in a header: path and payload stay as specified (ruling 1). */
    leaveGroup: build.mutation<{ name: string }, { id: GroupId; new_owner_id?: MemberId }>({
      ...sends(calls.leaveGroup),
      query: ({ id, new_owner_id }) => ({
        ...request(calls.leaveGroup, id),
        ...(new_owner_id !== undefined && {
          headers: { [NEW_OWNER_HEADER]: String(new_owner_id) },
        }),
      }),
      invalidatesTags: ends,
    }),
    /** The response is empty; the toast takes the group's name from here (ruling 4). */
    rejectInvite: build.mutation<unknown, Rejection & { group_name: string }>({
      query: ({ group_name: _, ...rejection }) => request(calls.rejectInvite, rejection),
      invalidatesTags: ends,
    }),
    /** Only for servers that announce it by `notices`. Optimistic: a failed call brings the notices back. */
    dismissNotices: build.mutation<unknown, ArgumentOf<typeof calls.dismissNotices>>({
      ...sends(calls.dismissNotices),
      async onQueryStarted({ group_id, up_to }, { dispatch, queryFulfilled }) {
        const hidden = dispatch(
          groupsApi.util.updateQueryData('listGroups', undefined, (groups) => {
            const shown = groups.find(({ id }) => id === group_id)
            if (shown) shown.notices = shown.notices?.filter(({ id }) => id > up_to)
          }),
        )
        await queryFulfilled.catch(hidden.undo)
      },
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
      values: (_response, { group_name }) => ({ group_name }),
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
