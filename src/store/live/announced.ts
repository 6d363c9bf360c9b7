import type { Profile } from '#contract/schemas/account.ts'
import { succeeded } from '../http/outcomes.ts'
import { type AppThunk, addAppListener } from '../reducer.ts'
import { offers } from '../session/features.ts'

// A variable: inline, its type would be lost.
const profileLoaded = succeeded<Profile>('getProfile')

/** Subscribes to changes once a profile announces the stream. Returns a function that stops waiting for it. */
export const followWhenAnnounced = (): AppThunk<() => void> => (dispatch, getState) => {
  async function look(profile: unknown): Promise<void> {
    if (!offers(profile, 'live')) return
    const { followChanges } = await import(/* webpackChunkName: "live" */ './follow.ts')
    dispatch(followChanges())
  }
  const known = Object.values(getState().api.queries).find(
    (call) => call?.endpointName === 'getProfile',
  )
  void look(known?.data)
  return dispatch(
    addAppListener({ matcher: profileLoaded, effect: ({ payload }) => look(payload) }),
  )
}
