import { createSlice, type PayloadAction } from '@reduxjs/toolkit'
import { sessionEnded, sessionRestored } from './slice.ts'

export type StaffState = { isStaff: boolean; isSuperuser: boolean }
const NOBODY: StaffState = { isStaff: false, isSuperuser: false }

const slice = createSlice({
  name: 'staff',
  initialState: NOBODY,
  reducers: {
    /** The profile told whether its owner is staff; nothing ever tells of superusers (ruling 19). */
    staffLearned: (state, { payload }: PayloadAction<boolean>) => {
      state.isStaff = payload
    },
    flagsRestored: (_, { payload }: PayloadAction<StaffState>) => payload,
    /** The login screen was shown (behaviour 2). */
    staffCleared: () => NOBODY,
  },
  extraReducers: (builder) =>
    builder
      .addCase(sessionRestored, (_, { payload: { isStaff, isSuperuser } }) => ({
        isStaff,
        isSuperuser,
      }))
      .addCase(sessionEnded, () => NOBODY),
  selectors: {
    selectIsStaff: (state) => state.isStaff,
    selectIsSuperuser: (state) => state.isSuperuser,
  },
})

export const { staffLearned, flagsRestored, staffCleared } = slice.actions
export const { selectIsStaff, selectIsSuperuser } = slice.selectors
export const staffReducer = slice.reducer
