import { hasTexts } from '#src/platform/keptTexts.ts'
import { outcomeOf } from '../http/outcomeToasts.ts'
import type { AppStartListening } from '../reducer.ts'
import { loggedIn, selectOwner } from '../session/slice.ts'
import { toastRaised } from './slice.ts'

// Nobody sees a toast before the layer that shows them is loaded.
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
