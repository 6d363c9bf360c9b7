import type { AppStartListening } from '../reducer.ts'
import { sessionEnded } from '../session/slice.ts'
import { tokenOwner } from '../session/tokenClaims.ts'
import { orderDraftSetAside } from './slice.ts'

/** Keeps order details that were typed when a session expired for the same member. */
export function listenForProfile(startListening: AppStartListening): void {
  startListening({
    actionCreator: sessionEnded,
    effect: ({ payload }, { dispatch, getOriginalState }) => {
      const { session, orderDetails } = getOriginalState()
      const { draft, isMuchTyped } = orderDetails
      const owner = session.status === 'member' ? tokenOwner(session.access) : null
      if (payload !== 'expired' || owner === null || draft === null) return
      dispatch(orderDraftSetAside({ owner, draft, isMuchTyped }))
    },
  })
}
