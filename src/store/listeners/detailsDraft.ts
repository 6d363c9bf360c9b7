import { tokenOwner } from '../api/tokenOwner.ts'
import type { AppStartListening } from '../reducer.ts'
import { orderDraftClaimed, orderDraftSetAside } from '../slices/orderDetails.ts'
import { loggedIn, sessionEnded } from '../slices/session.ts'

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
