import { createSlice } from '@reduxjs/toolkit'
import { sessionEnded } from '../session/slice.ts'

export type MutesState = { isOpen: boolean }
const initialState: MutesState = { isOpen: false }

const slice = createSlice({
  name: 'mutes',
  initialState,
  reducers: {
    mutedListToggled: (state) => {
      state.isOpen = !state.isOpen
    },
  },
  extraReducers: (builder) => builder.addCase(sessionEnded, () => initialState),
  selectors: { selectIsMutedListOpen: (state) => state.isOpen },
})

export const { mutedListToggled } = slice.actions
export const { selectIsMutedListOpen } = slice.selectors
export const mutesReducer = slice.reducer
