import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { TokenPair } from '#contract/schemas/account.ts'

/**
 * As specified: an access token alone makes a member, even an expired one (behaviour 6; ruling 20).
 * Without a refresh token the first rejected call ends the session.
 */
export type StoredTokens = { access: string; refresh: string | null }
export type SessionState = { status: 'anonymous' } | ({ status: 'member' } & StoredTokens)
/** What local storage tells about a visitor; both `session` and `staff` read it. */
export type StoredSession = StoredTokens & { isStaff: boolean; isSuperuser: boolean }

const member = ({ access, refresh }: StoredTokens): SessionState => ({
  status: 'member',
  access,
  refresh,
})

const anonymous = (): SessionState => ({ status: 'anonymous' })

/** The visitor's own wish; the end of a session for another reason is no logout. */
export const logoutChosen = createAction('session/logoutChosen')

const slice = createSlice({
  name: 'session',
  initialState: anonymous,
  reducers: {
    loggedIn: (_, { payload }: PayloadAction<TokenPair>): SessionState => member(payload),
    /** Found in storage: after hydration, or because another tab logged in. */
    sessionRestored: (_, { payload }: PayloadAction<StoredSession>): SessionState =>
      member(payload),
    /** A late answer after logout is ignored. */
    tokensRefreshed: (state, { payload }: PayloadAction<StoredTokens>): SessionState =>
      state.status === 'member' ? member(payload) : state,
    /** The payload: `expired` when the server has refused to go on, nothing when somebody has left. */
    sessionEnded: (_, _action: PayloadAction<'expired' | undefined>): SessionState => anonymous(),
  },
  selectors: { selectIsMember: (state) => state.status === 'member' },
})

export const { loggedIn, sessionRestored, tokensRefreshed, sessionEnded } = slice.actions
export const { selectIsMember } = slice.selectors
export const sessionReducer = slice.reducer
