import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { GroupId, InviteId, MemberId } from '#contract/ids.ts'
import { sessionEnded } from './session.ts'

/** The one dialog of the groups tab that is open, with what has been picked in it so far. */
export type GroupDialog =
  | { kind: 'leaveAsOwner'; groupId: GroupId; newOwnerId: MemberId | null }
  | { kind: 'leave'; groupId: GroupId }
  | { kind: 'disband'; groupId: GroupId }
  | { kind: 'removeMember'; groupId: GroupId; memberId: MemberId }
  | { kind: 'cancelInvite'; groupId: GroupId; inviteId: InviteId }

export type GroupsState = { expandedIds: GroupId[]; dialog: GroupDialog | null }
const initialState: GroupsState = { expandedIds: [], dialog: null }

const slice = createSlice({
  name: 'groups',
  initialState,
  reducers: {
    groupToggled: ({ expandedIds }, { payload }: PayloadAction<GroupId>) => {
      const at = expandedIds.indexOf(payload)
      if (at === -1) expandedIds.push(payload)
      else expandedIds.splice(at, 1)
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
  extraReducers: (builder) => builder.addCase(sessionEnded, () => initialState),
  selectors: {
    selectExpandedGroupIds: (state) => state.expandedIds,
    selectGroupDialog: (state) => state.dialog,
  },
})

export const { groupToggled, dialogOpened, newOwnerPicked, dialogClosed } = slice.actions
export const { selectExpandedGroupIds, selectGroupDialog } = slice.selectors
export const groupsReducer = slice.reducer
