import { createSlice, type PayloadAction, type UnknownAction } from '@reduxjs/toolkit'
import type { Group, MuteLevel } from '#contract/groups.ts'
import type { GroupId, InviteId, MemberId } from '#contract/ids.ts'
import { sessionEnded } from '../session/slice.ts'
import { groupsApi } from './api.ts'

const { listGroups, leaveGroup, disbandGroup, removeMember, cancelInvite } = groupsApi.endpoints

/** The open dialog of the groups tab, with the choice made in it so far. */
export type GroupDialog =
  | { kind: 'leaveAsOwner'; groupId: GroupId; newOwnerId: MemberId | null }
  | { kind: 'leave'; groupId: GroupId }
  | { kind: 'disband'; groupId: GroupId }
  | { kind: 'removeMember'; groupId: GroupId; memberId: MemberId }
  | { kind: 'cancelInvite'; groupId: GroupId; inviteId: InviteId }

/** The group, member and invite that a dialog is about; null when one of them no longer exists. */
export function dialogTarget(dialog: GroupDialog, groups: readonly Group[]) {
  const group = groups.find(({ id }) => id === dialog.groupId)
  if (!group) return null
  const member =
    dialog.kind === 'removeMember' ? group.members.find(({ id }) => id === dialog.memberId) : null
  const invite =
    dialog.kind === 'cancelInvite' ? group.invites.find(({ id }) => id === dialog.inviteId) : null
  return member === undefined || invite === undefined ? null : { group, member, invite }
}

/** Compares the arguments: a late response must not close the dialog that was opened after it. */
function isConfirmedBy(dialog: GroupDialog, action: UnknownAction): boolean {
  switch (dialog.kind) {
    case 'leave':
    case 'leaveAsOwner':
      return leaveGroup.matchFulfilled(action) && action.meta.arg.originalArgs.id === dialog.groupId
    case 'disband':
      return disbandGroup.matchFulfilled(action) && action.meta.arg.originalArgs === dialog.groupId
    case 'removeMember':
      return (
        removeMember.matchFulfilled(action) &&
        action.meta.arg.originalArgs.member_id === dialog.memberId
      )
    case 'cancelInvite':
      return cancelInvite.matchFulfilled(action) && action.meta.arg.originalArgs === dialog.inviteId
  }
}

type GroupsState = {
  expandedIds: GroupId[]
  dialog: GroupDialog | null
  /** The group last founded on this page; it shows a hint about what to do next. */
  foundedId: GroupId | null
}
const noGroups: GroupsState = { expandedIds: [], dialog: null, foundedId: null }

const groupsSlice = createSlice({
  name: 'groups',
  initialState: noGroups,
  reducers: {
    groupToggled: (state, { payload }: PayloadAction<GroupId>) => {
      const index = state.expandedIds.indexOf(payload)
      if (index === -1) state.expandedIds.push(payload)
      else state.expandedIds.splice(index, 1)
      if (state.foundedId === payload) state.foundedId = null
    },
    groupOpened: (state, { payload }: PayloadAction<GroupId>) => {
      if (!state.expandedIds.includes(payload)) state.expandedIds.push(payload)
    },
    groupFounded: (state, { payload }: PayloadAction<GroupId>) => {
      state.foundedId = payload
      if (!state.expandedIds.includes(payload)) state.expandedIds.push(payload)
    },
    /** An open dialog must not wait for the next visit to the tab. */
    groupsTabLeft: (state) => {
      state.foundedId = null
      state.dialog = null
    },
    dialogOpened: (state, { payload }: PayloadAction<GroupDialog>) => {
      state.dialog = payload
    },
    newOwnerPicked: ({ dialog }, { payload }: PayloadAction<MemberId>) => {
      if (dialog?.kind === 'leaveAsOwner') dialog.newOwnerId = payload
    },
    dialogClosed: (state) => {
      state.dialog = null
    },
  },
  extraReducers: (builder) =>
    builder
      .addCase(sessionEnded, () => noGroups)
      .addMatcher(listGroups.matchFulfilled, (state, { payload }) => {
        if (state.dialog && !dialogTarget(state.dialog, payload)) state.dialog = null
      })
      .addDefaultCase((state, action) => {
        if (state.dialog && isConfirmedBy(state.dialog, action)) state.dialog = null
      }),
})

export const groupsActions = groupsSlice.actions
export const groupsReducer = groupsSlice.reducer

/** The mute level picked beside an invite; `none` where there is no entry. */
type InvitesState = { muteLevels: Record<InviteId, MuteLevel> }
const noInvites: InvitesState = { muteLevels: {} }

const invitesSlice = createSlice({
  name: 'invites',
  initialState: noInvites,
  reducers: {
    inviteMuteChosen: (state, { payload }: PayloadAction<{ id: InviteId; level: MuteLevel }>) => {
      state.muteLevels[payload.id] = payload.level
    },
  },
  extraReducers: (builder) => builder.addCase(sessionEnded, () => noInvites),
})

export const { inviteMuteChosen } = invitesSlice.actions
export const invitesReducer = invitesSlice.reducer
