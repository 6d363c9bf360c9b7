import { createAction, createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit'
import type { TokenPair } from '#contract/shapes.ts'

/**
 * As specified: an access token alone makes a member, even an expired one (ruling 20). The first rejected call ends a
 * session without a refresh token.
 */
export type StoredTokens = { access: string; refresh: string | null }
type SessionState = { status: 'anonymous' } | ({ status: 'member' } & StoredTokens)
export type StaffState = { isStaff: boolean; isSuperuser: boolean }
/** The part of the state that `store/http` and `store/session` may read. */
export type SessionRootState = { session: SessionState; staff: StaffState }

const NO_FLAGS: StaffState = { isStaff: false, isSuperuser: false }

const anonymous = (): SessionState => ({ status: 'anonymous' })
const member = ({ access, refresh }: StoredTokens): SessionState => ({
  status: 'member',
  access,
  refresh,
})

/** A click on Logout; sessions also end for other reasons. */
export const logoutChosen = createAction('session/logoutChosen')

const sessionSlice = createSlice({
  name: 'session',
  initialState: anonymous,
  reducers: {
    loggedIn: (_, { payload }: PayloadAction<TokenPair>): SessionState => member(payload),
    /** Another tab logged in. */
    sessionRestored: (_, { payload }: PayloadAction<StoredTokens & StaffState>): SessionState =>
      member(payload),
    /** Ignored after the end of the session, when it is a late response. */
    tokensRefreshed: (state, { payload }: PayloadAction<StoredTokens>): SessionState =>
      state.status === 'member' ? member(payload) : state,
    /** `expired` when the server refused the tokens, nothing after a logout. */
    sessionEnded: (_, _action: PayloadAction<'expired' | undefined>): SessionState => anonymous(),
  },
  selectors: { selectIsMember: (state) => state.status === 'member' },
})

export const { loggedIn, sessionRestored, tokensRefreshed, sessionEnded } = sessionSlice.actions
export const { selectIsMember } = sessionSlice.selectors
export const sessionReducer = sessionSlice.reducer

/** The member of the session by their token; empty without one, and for a token without a name. */
export const selectOwner = createSelector(
  ({ session }: Pick<SessionRootState, 'session'>) =>
    session.status === 'member' ? session.access : null,
  (access): string => (access === null ? '' : (tokenOwner(access) ?? '')),
)

/** How the last session of this page ended; null before the first end, and during a session. */
type LastSessionState = { end: 'left' | 'expired' | null }
const NO_END: LastSessionState = { end: null }

const lastSessionSlice = createSlice({
  name: 'lastSession',
  initialState: NO_END,
  reducers: {},
  extraReducers: (builder) =>
    builder
      .addCase(sessionEnded, (_, { payload }) => ({ end: payload ?? 'left' }))
      .addCase(loggedIn, () => NO_END)
      .addCase(sessionRestored, () => NO_END),
  selectors: {
    selectHasExpired: (state) => state.end === 'expired',
    /** True after a logout, here or in another tab. */
    selectHasLeft: (state) => state.end === 'left',
  },
})

export const { selectHasExpired, selectHasLeft } = lastSessionSlice.selectors
export const lastSessionReducer = lastSessionSlice.reducer

const staffSlice = createSlice({
  name: 'staff',
  initialState: NO_FLAGS,
  reducers: {
    /** The profile was loaded; no response ever names superusers (ruling 19). */
    staffLearned: (state, { payload }: PayloadAction<boolean>) => {
      state.isStaff = payload
    },
    flagsRestored: (_, { payload }: PayloadAction<StaffState>) => payload,
    /** The login screen was shown (behaviour 2.21). */
    staffCleared: () => NO_FLAGS,
  },
  extraReducers: (builder) =>
    builder
      .addCase(sessionRestored, (_, { payload: { isStaff, isSuperuser } }) => ({
        isStaff,
        isSuperuser,
      }))
      .addCase(sessionEnded, () => NO_FLAGS),
  selectors: {
    selectIsStaff: (state) => state.isStaff,
    selectIsSuperuser: (state) => state.isSuperuser,
  },
})

export const { staffLearned, flagsRestored, staffCleared } = staffSlice.actions
export const { selectIsStaff, selectIsSuperuser } = staffSlice.selectors
export const staffReducer = staffSlice.reducer

export const selectVisitor = createSelector(
  [selectIsMember, selectIsStaff, selectIsSuperuser],
  (isMember, isStaff, isSuperuser) => ({ isMember, isStaff, isSuperuser }),
)

/** The `sub` claim of an access token: the member; null when it cannot be read. */
export function tokenOwner(access: string): string | null {
  try {
    const payload = access.split('.')[1]?.replaceAll('-', '+').replaceAll('_', '/')
    const claims = JSON.parse(atob(payload ?? '')) as { sub?: unknown } | null
    return typeof claims?.sub === 'string' ? claims.sub : null
  } catch {
    return null
  }
}
