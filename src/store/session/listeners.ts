import { isAnyOf } from '@reduxjs/toolkit'
import { forgetTexts } from '#src/platform/keptTexts.ts'
import { writeKey } from '#src/platform/storage.ts'
import type { StartListening } from './services.ts'
import {
  flagsRestored,
  loggedIn,
  type SessionRootState,
  sessionEnded,
  sessionRestored,
  staffCleared,
} from './slice.ts'
import type { SessionRecord } from './tokenStorage.ts'

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
