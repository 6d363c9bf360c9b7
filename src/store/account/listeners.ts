import { safeUrl } from '#shared/safeUrl.ts'
import { forgetTexts } from '#src/platform/keptTexts.ts'
import { forgetLinkSecret } from '#src/platform/linkSecret.ts'
import { writeKey } from '#src/platform/storage.ts'
import type { AppStartListening } from '../reducer.ts'
import { remembers } from '../session/features.ts'
import {
  loggedIn,
  logoutChosen,
  selectOwner,
  sessionEnded,
  staffLearned,
} from '../session/slice.ts'
import { accountApi } from './api.ts'

const { getProfile, logout } = accountApi.endpoints

/** Loads the profile after a login, and ends the session on a click on Logout (behaviour 4.1). */
export function listenForAccount(startListening: AppStartListening): void {
  startListening({
    actionCreator: loggedIn,
    effect: async (_, { dispatch }) => {
      const profile = dispatch(getProfile.initiate(undefined, { forceRefetch: true }))
      await profile
      profile.unsubscribe()
    },
  })

  startListening({
    matcher: getProfile.matchFulfilled,
    effect: ({ payload: { is_staff, desk_url } }, { dispatch, getState }) => {
      const { session, staff } = getState()
      if (session.status !== 'member') return
      // Stored before the flag, since pages read it when the flag changes (useDeskUrl.ts).
      writeKey('desk_url', is_staff ? safeUrl(desk_url) : null)
      if (staff.isStaff !== is_staff) dispatch(staffLearned(is_staff))
    },
  })

  startListening({
    actionCreator: logoutChosen,
    effect: async (_, { dispatch, getState }) => {
      const { session } = getState()
      forgetLinkSecret()
      // As they are kept for one member: those of others wait on.
      forgetTexts(selectOwner(getState()))
      // Dispatched before the call: a logout does not wait for the server, and a failed call changes nothing here.
      dispatch(sessionEnded())
      if (session.status !== 'member' || session.refresh === null) return
      if (!remembers('logout')) return
      await dispatch(logout.initiate({ refresh: session.refresh }, { track: false }))
    },
  })
}
