import { createSelector } from '@reduxjs/toolkit'
import type { Invite } from '#contract/schemas/groups.ts'
import { groupsApi } from './api.ts'
import { selectMuteLevels } from './inviteSlice.ts'

const NO_INVITES: Invite[] = []

const selectInvites = createSelector(
  groupsApi.endpoints.listInvites.select(),
  ({ data }) => data ?? NO_INVITES,
)

/** The number on both badges (behaviour 2, 7). */
export const selectPendingInviteCount = createSelector(selectInvites, (invites) => invites.length)

/** Invites with the mute level picked beside each. */
export const selectInviteRows = createSelector(
  [selectInvites, selectMuteLevels],
  (invites, levels) =>
    invites.map((invite) => ({ ...invite, muteLevel: levels[invite.id] ?? 'none' })),
)
export type InviteRow = ReturnType<typeof selectInviteRows>[number]
