import type { Dispatch } from '@reduxjs/toolkit'
import { onOtherTabsChange, onReappearance } from '#src/platform/otherTabs.ts'
import { isUsableToken, readKey } from '#src/platform/storage.ts'
import {
  flagsRestored,
  type SessionRootState,
  sessionEnded,
  sessionRestored,
  tokensRefreshed,
} from './slice.ts'
import { tokenOwner } from './tokenClaims.ts'
import { readStoredFlags, type TokenStorage } from './tokenStorage.ts'

type SessionStore = { dispatch: Dispatch; getState: () => SessionRootState }

/** Applies a login, a logout or new tokens of another tab (ruling 48). Returns a function that stops it. */
export function followOtherTabs(store: SessionStore, tokenStorage: TokenStorage): () => void {
  const isMember = () => store.getState().session.status === 'member'
  const refreshFlags = () => store.dispatch(flagsRestored(readStoredFlags()))

  function followTokens(value: string | null): void {
    // The event counts, even when the next login is stored already: that may be another member.
    if (!isUsableToken(value)) {
      tokenStorage.disown()
      if (isMember()) store.dispatch(sessionEnded())
    }
    const tokens = tokenStorage.takeNewTokens()
    if (!tokens) return
    store.dispatch(
      isMember() ? tokensRefreshed(tokens) : sessionRestored({ ...tokens, ...readStoredFlags() }),
    )
  }

  const stops = [
    onOtherTabsChange(({ key, value }) => {
      // A null key: the storage was cleared as a whole.
      if (key === 'access_token' || key === null) followTokens(value)
      if (key === 'is_staff' || key === 'is_superuser' || key === null) refreshFlags()
    }),
    onReappearance(() => {
      const { session } = store.getState()
      const stored = readKey('access_token')
      // Tokens that are or may be another member's end the present session first.
      const isSameMember =
        session.status !== 'member' ||
        session.access === stored ||
        (stored !== null &&
          tokenOwner(stored) !== null &&
          tokenOwner(stored) === tokenOwner(session.access))
      followTokens(isSameMember ? stored : null)
      refreshFlags()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
