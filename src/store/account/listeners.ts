import { baseApi } from '../http/baseApi.ts'
import { succeeded } from '../http/outcomes.ts'
import type { AppStartListening } from '../reducer.ts'
import { loggedIn, logoutChosen, sessionEnded } from '../session/slice.ts'
import { staffLearned } from '../session/staffSlice.ts'
import { announcesLogout } from '../session/tokenClaims.ts'

// A variable: inline, its type would be lost.
const profileCame = succeeded('getProfile')

/** After login the profile, which tells of staff; after the end of a session the login page (behaviour 4). */
export function listenForSession(startListening: AppStartListening): void {
  startListening({
    actionCreator: loggedIn,
    effect: async (_, { dispatch }) => {
      // The login page has it already; visitors of the other pages need not fetch it.
      const { accountApi } = await import('./api.ts')
      const { getProfile } = accountApi.endpoints
      const profile = dispatch(getProfile.initiate(undefined, { forceRefetch: true }))
      await profile
      profile.unsubscribe()
    },
  })

  startListening({
    matcher: profileCame,
    effect: ({ payload: { is_staff } }, { dispatch, getState }) => {
      const { session, staff } = getState()
      if (session.status === 'member' && staff.isStaff !== is_staff)
        dispatch(staffLearned(is_staff))
    },
  })

  startListening({
    actionCreator: logoutChosen,
    effect: async (_, { dispatch, getState }) => {
      const { session } = getState()
      // First and at once: whoever leaves waits for no server, and a failed call changes nothing here.
      dispatch(sessionEnded())
      if (session.status !== 'member' || session.refresh === null) return
      if (!announcesLogout(session.access)) return
      const { accountApi } = await import('./api.ts')
      await dispatch(accountApi.endpoints.logout.initiate(session.refresh, { track: false }))
    },
  })

  startListening({
    actionCreator: sessionEnded,
    effect: ({ payload }, { dispatch, extra }) => {
      extra.endedSessions += 1
      // Whoever has left begins anew at the next login; whoever was thrown out goes on.
      extra.goTo('/auth/login', payload === 'expired' ? { returnTo: extra.here() } : undefined)
      dispatch(baseApi.util.resetApiState())
    },
  })
}
