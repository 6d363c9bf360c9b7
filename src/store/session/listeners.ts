import { type Dispatch, isAnyOf } from '@reduxjs/toolkit'
import { forgetTexts } from '#src/platform/keptTexts.ts'
import { listen } from '#src/platform/listen.ts'
import { onOtherTabsChange } from '#src/platform/otherTabs.ts'
import { isUsableToken, readKey, writeKey } from '#src/platform/storage.ts'
import type { StartListening } from './services.ts'
import {
  flagsRestored,
  loggedIn,
  type SessionRootState,
  sessionEnded,
  sessionRestored,
  staffCleared,
  tokenOwner,
  tokensRefreshed,
} from './slice.ts'
import { readStoredFlags, type SessionRecord, type TokenStorage } from './tokenStorage.ts'

/** `is_superuser` is only ever removed, never written (ruling 19). */
const recordOf = ({ session, staff }: SessionRootState): SessionRecord =>
  session.status === 'member'
    ? {
        access_token: session.access,
        refresh_token: session.refresh,
        is_staff: String(staff.isStaff),
      }
    : {
        access_token: null,
        refresh_token: null,
        is_staff: staff.isStaff ? 'true' : null,
        ...(!staff.isSuperuser && { is_superuser: null }),
      }

const isFromStorage = isAnyOf(sessionRestored, flagsRestored)

/** A text without a known owner might be shown to the next member. */
const forgetUnowned = (): void => forgetTexts('')

/** Leads to the login page and forgets recent searches and the desk when the session ends; stores session and staff flags. */
export function listenForSession(startListening: StartListening): void {
  startListening({
    actionCreator: sessionEnded,
    effect: ({ payload }, { extra }) => {
      forgetUnowned()
      writeKey('recent_searches', null)
      writeKey('desk_url', null)
      // A login after a logout starts at the landing page, one after an expired session returns.
      extra.goTo(
        '/auth/login',
        payload === 'expired' ? { returnTo: extra.currentPath() } : undefined,
      )
    },
  })

  // A listener and no reducer: a replay in the DevTools would store old tokens.
  startListening({
    predicate: (action, now, before) =>
      now.session !== before.session || now.staff !== before.staff || staffCleared.match(action),
    effect: (action, { getState, extra: { tokenStorage } }) => {
      if (isFromStorage(action)) return
      const record = recordOf(getState())
      if (!loggedIn.match(action)) return tokenStorage.save(record)
      forgetUnowned()
      // A login always replaces the tokens that another tab has stored.
      tokenStorage.replace(record)
    },
  })
}

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

/** Calls back when Back or Forward restores this page, which has missed changes. Returns a function that stops it. */
const onReappearance = (listener: () => void): (() => void) =>
  listen(window, { pageshow: ({ persisted }) => persisted && listener() })
