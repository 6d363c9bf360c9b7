import { createSlice } from '@reduxjs/toolkit'
import { loggedIn, sessionEnded, sessionRestored } from './slice.ts'

/** How the last session of this page ended; null before the first one, and while one lasts. */
export type LastSessionState = { end: 'left' | 'expired' | null }
const initialState: LastSessionState = { end: null }

const slice = createSlice({
  name: 'lastSession',
  initialState,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(sessionEnded, (_, { payload }) => ({ end: payload ?? 'left' }))
      .addCase(loggedIn, () => initialState)
      .addCase(sessionRestored, () => initialState),
  selectors: {
    selectHasExpired: (state) => state.end === 'expired',
    /** Logged out by choice, here or in another tab. */
    selectHasLeft: (state) => state.end === 'left',
  },
})

export const { selectHasExpired, selectHasLeft } = slice.selectors
export const lastSessionReducer = slice.reducer
