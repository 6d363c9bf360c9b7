import type { Profile } from '#contract/account.ts'
import { accountApi } from '#src/store/account/api.ts'
import { type AppThunk, addAppListener } from '#src/store/reducer.ts'
import { offers } from '#src/store/session/features.ts'

const { getProfile } = accountApi.endpoints

/** Subscribes to changes once a profile announces the stream. Returns a function that stops waiting for it. */
export const followWhenAnnounced = (): AppThunk<() => void> => (dispatch, getState) => {
  async function look(profile: Profile | undefined): Promise<void> {
    if (!offers(profile, 'live')) return
    const { followChanges } = await import(
      /* webpackChunkName: "live" */ '#src/store/live/follow.ts'
    )
    dispatch(followChanges())
  }
  void look(getProfile.select()(getState()).data)
  return dispatch(
    addAppListener({ matcher: getProfile.matchFulfilled, effect: ({ payload }) => look(payload) }),
  )
}
