import { createSelector } from '@reduxjs/toolkit'
import type { Group, Invite } from '#contract/groups.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import type { RootState } from '../reducer.ts'
import { groupsApi } from './api.ts'

// Selectors never fetch: the screen holds the subscription.
const NO_GROUPS: Group[] = []
const NO_INVITES: Invite[] = []
const { listGroups, listInvites } = groupsApi.endpoints

export const selectGroups = createSelector(listGroups.select(), ({ data }) => data ?? NO_GROUPS)
export const selectInvites = createSelector(listInvites.select(), ({ data }) => data ?? NO_INVITES)

/** Owners first among the members (behaviour 2.15). */
export const selectGroupRows = createSelector(
  [selectGroups, ({ groups }: RootState) => groups],
  (groups, { expandedIds, foundedId }) =>
    groups.map((group) => ({
      ...group,
      members: group.members.toSorted((a, b) => Number(b.owner) - Number(a.owner)),
      isExpanded: expandedIds.includes(group.id),
      // A new group shows a hint until its first invite.
      isNew: group.id === foundedId && group.members.length === 1 && group.invites.length === 0,
    })),
)
export type GroupRow = ReturnType<typeof selectGroupRows>[number]

/** True for the owner, and for co-owners if the server has them. */
export const mayInvite = ({ is_owner, page }: Pick<Group, 'is_owner' | 'page'>): boolean =>
  is_owner || page?.role === 'co_owner'

/** Requests to join that the reader may answer. */
export const requestsOf = ({ page }: Pick<Group, 'page'>): number => page?.requests ?? 0

export const selectPendingInviteCount = createSelector(selectInvites, (invites) => invites.length)

/** Invites with the mute level picked beside each. */
export const selectInviteRows = createSelector(
  [selectInvites, ({ invites }: RootState) => invites.muteLevels],
  (invites, levels) =>
    invites.map((invite) => ({ ...invite, muteLevel: levels[invite.id] ?? 'none' })),
)
export type InviteRow = ReturnType<typeof selectInviteRows>[number]

const isSameName = (a: string, b: string): boolean =>
  a.trim().toLowerCase() === b.trim().toLowerCase()

/** Why an invite need not be sent to the server; null when it may be (behaviour 5.5; ruling 6). */
export function inviteRefusal(
  { members, invites }: Pick<Group, 'members' | 'invites'>,
  username: string,
): MessageKey | null {
  if (members.some(({ name }) => isSameName(name, username)))
    return 'dashboard.invite_already_member'
  return invites.some((invite) => isSameName(invite.target_user_username, username))
    ? 'dashboard.invite_already_invited'
    : null
}
