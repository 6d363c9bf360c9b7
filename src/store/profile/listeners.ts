import type { AppStartListening } from '../reducer.ts'
import { loggedIn, sessionEnded } from '../session/slice.ts'
import { tokenOwner } from '../session/tokenOwner.ts'
import { orderDraftClaimed, orderDraftSetAside } from './slice.ts'

/** Order details that were typed when a session expired wait for the same member, and for nobody else. */
export function keepDetails(startListening: AppStartListening): void {
  startListening({
    actionCreator: sessionEnded,
    effect: ({ payload }, { dispatch, getOriginalState }) => {
      const { session, orderDetails } = getOriginalState()
      const owner = session.status === 'member' ? tokenOwner(session.access) : null
      if (payload !== 'expired' || owner === null || orderDetails.draft === null) return
      dispatch(orderDraftSetAside({ owner, draft: orderDetails.draft }))
    },
  })

  startListening({
    actionCreator: loggedIn,
    effect: ({ payload: { access } }, { dispatch, getState }) => {
      if (getState().orderDetails.setAside) dispatch(orderDraftClaimed(tokenOwner(access)))
    },
  })
}
