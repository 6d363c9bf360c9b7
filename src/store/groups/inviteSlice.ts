import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { InviteId } from '#contract/ids.ts'
import type { MuteLevel } from '#contract/schemas/groups.ts'
import { sessionEnded } from '../session/slice.ts'

/** The mute level picked beside an invite; an invite without one stands at `none`. */
export type InvitesState = { muteLevels: Record<InviteId, MuteLevel> }
const initialState: InvitesState = { muteLevels: {} }

const slice = createSlice({
  name: 'invites',
  initialState,
  reducers: {
    inviteMuteChosen: (state, { payload }: PayloadAction<{ id: InviteId; level: MuteLevel }>) => {
      state.muteLevels[payload.id] = payload.level
    },
  },
  extraReducers: (builder) => builder.addCase(sessionEnded, () => initialState),
  selectors: { selectMuteLevels: (state) => state.muteLevels },
})

export const { inviteMuteChosen } = slice.actions
export const { selectMuteLevels } = slice.selectors
export const invitesReducer = slice.reducer
