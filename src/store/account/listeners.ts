import type { Profile } from '#contract/schemas/account.ts'
import { forgetLinkSecret } from '#src/platform/linkSecret.ts'
import { succeeded } from '../http/outcomes.ts'
import type { AppStartListening } from '../reducer.ts'
import { remembers } from '../session/features.ts'
import { loggedIn, logoutChosen, sessionEnded, staffLearned } from '../session/slice.ts'

// Imported on demand: the login page has loaded it, and visitors of other pages do not need it.
const loadAccountApi = async () => (await import('./api.ts')).accountApi

// A variable: inline, its type would be lost.
const profileLoaded = succeeded<Profile>('getProfile')

/** Loads the profile after a login, and ends the session on a click on Logout (behaviour 4.1). */
export function listenForAccount(startListening: AppStartListening): void {
  startListening({
    actionCreator: loggedIn,
    effect: async (_, { dispatch }) => {
      const { getProfile } = (await loadAccountApi()).endpoints
      const profile = dispatch(getProfile.initiate(undefined, { forceRefetch: true }))
      await profile
      profile.unsubscribe()
    },
  })

  startListening({
    matcher: profileLoaded,
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
      forgetLinkSecret()
      // Dispatched before the call: a logout does not wait for the server, and a failed call changes nothing here.
      dispatch(sessionEnded())
      if (session.status !== 'member' || session.refresh === null) return
      if (!remembers('logout')) return
      const { logout } = (await loadAccountApi()).endpoints
      await dispatch(logout.initiate(session.refresh, { track: false }))
    },
  })
}
