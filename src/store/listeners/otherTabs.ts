import type { Store } from '@reduxjs/toolkit'
import { onOtherTabsChange } from '#src/platform/otherTabs.ts'
import { isUsableToken, readIsStaff, readIsSuperuser } from '#src/platform/storage.ts'
import type { TokenShelf } from '../api/services.ts'
import type { RootState } from '../reducer.ts'
import { sessionEnded, sessionRestored, tokensRefreshed } from '../slices/session.ts'
import { flagsRestored } from '../slices/staff.ts'

/** A login, a logout or new tokens in one tab reach the others (SETTLED 48). Returns the way to stop. */
export function followOtherTabs(store: Store<RootState>, tokens: TokenShelf): () => void {
  const isMember = () => store.getState().session.status === 'member'

  return onOtherTabsChange(({ key, value }) => {
    // What this event says counts, even when a next login is stored already: that may be somebody else.
    const hasLeft = key === null || (key === 'access_token' && !isUsableToken(value))
    if (hasLeft && isMember()) store.dispatch(sessionEnded())

    const flags = { isStaff: readIsStaff(), isSuperuser: readIsSuperuser() }
    const news = tokens.takeNews()
    if (news && isMember()) store.dispatch(tokensRefreshed(news))
    else if (news) store.dispatch(sessionRestored({ ...news, ...flags }))
    else if (isMember() && (key === 'is_staff' || key === 'is_superuser')) {
      store.dispatch(flagsRestored(flags))
    }
  })
}
