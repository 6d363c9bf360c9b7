import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { MuteLevel } from '#contract/groups.ts'
import type { GroupId, InviteId } from '#contract/ids.ts'
import { sessionEnded } from '../session/slice.ts'

type GroupsState = {
  expandedIds: GroupId[]
  /** The group last founded on this page; it shows a hint about what to do next. */
  foundedId: GroupId | null
}
const noGroups: GroupsState = { expandedIds: [], foundedId: null }

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
    groupsTabLeft: (state) => {
      state.foundedId = null
    },
  },
  extraReducers: (builder) => builder.addCase(sessionEnded, () => noGroups),
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
