import { outcomeOf } from '../http/outcomes.ts'
import type { AppStartListening } from '../reducer.ts'
import { toastRaised } from './slice.ts'

/** Part of the chunk that all calls share: before the first call there is no outcome. */
const loadNotices = () => import('./notices.ts')

export function listenForToasts(startListening: AppStartListening): void {
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
