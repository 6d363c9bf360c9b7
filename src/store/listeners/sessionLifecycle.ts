import { accountApi } from '../api/accountApi.ts'
import { baseApi } from '../api/baseApi.ts'
import type { AppStartListening } from '../reducer.ts'
import { loggedIn, sessionEnded } from '../slices/session.ts'
import { staffLearned } from '../slices/staff.ts'

/** After login the profile, which tells of staff; after the end of a session the login page (SPEC 4). */
export function listenForSession(startListening: AppStartListening): void {
  startListening({
    actionCreator: loggedIn,
    effect: async (_, { dispatch }) => {
      const profile = dispatch(
        accountApi.endpoints.getProfile.initiate(undefined, { forceRefetch: true }),
      )
      await profile
      profile.unsubscribe()
    },
  })

  startListening({
    matcher: accountApi.endpoints.getProfile.matchFulfilled,
    effect: ({ payload }, { dispatch, getState }) => {
      const { session, staff } = getState()
      if (session.status === 'member' && staff.isStaff !== payload.is_staff) {
        dispatch(staffLearned(payload.is_staff))
      }
    },
  })

  startListening({
    actionCreator: sessionEnded,
    effect: (_, { dispatch, extra }) => {
      extra.endedSessions += 1
      extra.goTo('/auth/login')
      dispatch(baseApi.util.resetApiState())
    },
  })
}
