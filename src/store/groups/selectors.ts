import { createSelector } from '@reduxjs/toolkit'
import type { Group } from '#contract/schemas/groups.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { groupsApi } from './api.ts'
import { selectExpandedGroupIds, selectFoundedId, selectGroupDialog } from './slice.ts'

const NO_GROUPS: Group[] = []

/** Groups as the server lists them. The screen holds the subscription; a selector never fetches. */
export const selectGroups = createSelector(
  groupsApi.endpoints.listGroups.select(),
  ({ data }) => data ?? NO_GROUPS,
)

/** Groups as the tab draws them: owners first among the members, expanded or not (behaviour 2). */
export const selectGroupRows = createSelector(
  [selectGroups, selectExpandedGroupIds, selectFoundedId],
  (groups, expandedIds, foundedId) =>
    groups.map((group) => ({
      ...group,
      members: group.members.toSorted((a, b) => Number(b.owner) - Number(a.owner)),
      isExpanded: expandedIds.includes(group.id),
      // Until somebody is invited it says what comes next.
      isNew: group.id === foundedId && group.members.length === 1 && group.invites.length === 0,
    })),
)
export type GroupRow = ReturnType<typeof selectGroupRows>[number]

/** The open dialog with the group, and the member or invite, that it is about; null when these are gone. */
export const selectOpenDialog = createSelector(
  [selectGroupDialog, selectGroups],
  (dialog, groups) => {
    const group = groups.find(({ id }) => id === dialog?.groupId)
    if (!dialog || !group) return null
    const member =
      dialog.kind === 'removeMember' && group.members.find(({ id }) => id === dialog.memberId)
    const invite =
      dialog.kind === 'cancelInvite' && group.invites.find(({ id }) => id === dialog.inviteId)
    if (dialog.kind === 'removeMember' && !member) return null
    if (dialog.kind === 'cancelInvite' && !invite) return null
    return {
      ...dialog,
      group,
      // A server that says nothing of it lets anybody follow.
      candidates: group.members.filter(({ owner, is_active }) => !owner && is_active !== false),
      member: member || null,
      invite: invite || null,
    }
  },
)

const sameName = (a: string, b: string): boolean =>
  a.trim().toLowerCase() === b.trim().toLowerCase()

/** Why a name need not be sent to the server at all; null when it may be (behaviour 5; ruling 6). */
export function inviteRefusal(
  { members, invites }: Pick<Group, 'members' | 'invites'>,
  username: string,
): MessageKey | null {
  if (members.some(({ name }) => sameName(name, username))) return 'dashboard.invite_already_member'
  return invites.some((invite) => sameName(invite.target_user_username, username))
    ? 'dashboard.invite_already_invited'
    : null
}
