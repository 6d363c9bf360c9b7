import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { GroupId, InviteId, MemberId } from '#contract/ids.ts'
import { sessionEnded } from '../session/slice.ts'

/** The one dialog of the groups tab that is open, with what has been picked in it so far. */
export type GroupDialog =
  | { kind: 'leaveAsOwner'; groupId: GroupId; newOwnerId: MemberId | null }
  | { kind: 'leave'; groupId: GroupId }
  | { kind: 'disband'; groupId: GroupId }
  | { kind: 'removeMember'; groupId: GroupId; memberId: MemberId }
  | { kind: 'cancelInvite'; groupId: GroupId; inviteId: InviteId }

export type GroupsState = {
  expandedIds: GroupId[]
  dialog: GroupDialog | null
  /** The group that was founded last on this page: it says what comes next. */
  foundedId: GroupId | null
}
const initialState: GroupsState = { expandedIds: [], dialog: null, foundedId: null }

const slice = createSlice({
  name: 'groups',
  initialState,
  reducers: {
    groupToggled: (state, { payload }: PayloadAction<GroupId>) => {
      const at = state.expandedIds.indexOf(payload)
      if (at === -1) state.expandedIds.push(payload)
      else state.expandedIds.splice(at, 1)
      if (state.foundedId === payload) state.foundedId = null
    },
    groupFounded: (state, { payload }: PayloadAction<GroupId>) => {
      state.foundedId = payload
      if (!state.expandedIds.includes(payload)) state.expandedIds.push(payload)
    },
    groupsLeft: (state) => {
      state.foundedId = null
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
    selectFoundedId: (state) => state.foundedId,
  },
})

export const {
  groupToggled,
  groupFounded,
  groupsLeft,
  dialogOpened,
  newOwnerPicked,
  dialogClosed,
} = slice.actions
export const { selectExpandedGroupIds, selectGroupDialog, selectFoundedId } = slice.selectors
export const groupsReducer = slice.reducer
