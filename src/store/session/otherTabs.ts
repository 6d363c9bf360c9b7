import type { Store } from '@reduxjs/toolkit'
import { onOtherTabsChange } from '#src/platform/otherTabs.ts'
import { isUsableToken } from '#src/platform/storage.ts'
import type { RootState } from '../reducer.ts'
import { readStoredFlags } from './listeners.ts'
import { sessionEnded, sessionRestored, tokensRefreshed } from './slice.ts'
import { flagsRestored } from './staffSlice.ts'
import type { SessionShelf } from './tokenStorage.ts'

/** A login, a logout or new tokens in one tab reach the others (ruling 48). Returns the way to stop. */
export function followOtherTabs(store: Store<RootState>, shelf: SessionShelf): () => void {
  const isMember = () => store.getState().session.status === 'member'

  function followTokens(value: string | null): void {
    // What the event says counts, even when a next login is stored already: that may be somebody else.
    if (!isUsableToken(value)) {
      shelf.disown()
      if (isMember()) store.dispatch(sessionEnded())
    }
    const news = shelf.takeNews()
    if (!news) return
    store.dispatch(
      isMember() ? tokensRefreshed(news) : sessionRestored({ ...news, ...readStoredFlags() }),
    )
  }

  return onOtherTabsChange(({ key, value }) => {
    // `access_token` is written last of the pair; null is a storage that was emptied as a whole.
    if (key === 'access_token' || key === null) followTokens(value)
    // The flags count without a token too; null is a storage that was emptied as a whole.
    if (key === 'is_staff' || key === 'is_superuser' || key === null) {
      store.dispatch(flagsRestored(readStoredFlags()))
    }
  })
}
