import { hasTexts } from '#src/platform/keptTexts.ts'
import { baseApi } from '../http/baseApi.ts'
import { statusOf } from '../http/errors.ts'
import { outcomeOf } from '../http/outcomeToasts.ts'
import type { AppStartListening } from '../reducer.ts'
import type { StartListening } from '../session/services.ts'
import { loggedIn, selectOwner, sessionEnded } from '../session/slice.ts'
import { toastRaised } from './slice.ts'

// Toasts are invisible until the layer that shows them is loaded, so their texts can be loaded as late.
const loadNotices = () => import(/* webpackChunkName: "after-paint" */ './notices.ts')

export function listenForToasts(startListening: AppStartListening): void {
  startListening({
    actionCreator: loggedIn,
    effect: (_, { dispatch, getState }) => {
      const owner = selectOwner(getState())
      if (owner === '' || !hasTexts(owner)) return
      dispatch(toastRaised({ area: 'page', kind: 'success', key: 'kept.after_login', values: {} }))
    },
  })

  startListening({
    predicate: (action) => outcomeOf(action) !== null,
    effect: async (action, { dispatch }) => {
      const { noticeFor } = await loadNotices()
      const outcome = outcomeOf(action)
      const notice = outcome && noticeFor(outcome)
      if (notice) dispatch(toastRaised(notice))
    },
  })
}

/** Empties the cache with the session, and logs failed calls. */
export function listenForCalls(startListening: StartListening): void {
  startListening({
    actionCreator: sessionEnded,
    effect: (_, { dispatch }) => void dispatch(baseApi.util.resetApiState()),
  })

  // As specified: most failures are only logged (behaviour 8.1, 8.6). Name and status, never a body.
  startListening({
    predicate: (action) => outcomeOf(action)?.hasSucceeded === false,
    effect: (action, { extra }) => {
      // Standard output of the server is its log, which names what has failed there.
      if (extra.respond) return
      const outcome = outcomeOf(action)
      if (outcome?.endpoint === 'logVisit') console.info('Could not log visit')
      else console.info(`${outcome?.endpoint} failed: ${statusOf(outcome?.payload) ?? 'no answer'}`)
    },
  })
}
