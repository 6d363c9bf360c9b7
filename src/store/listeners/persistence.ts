import { isAnyOf } from '@reduxjs/toolkit'
import { readIsStaff, readIsSuperuser, readToken, writeKey } from '#src/platform/storage.ts'
import type { AppStartListening, RootState } from '../reducer.ts'
import { loggedIn, type StoredSession, sessionRestored } from '../slices/session.ts'
import { flagsRestored, staffCleared } from '../slices/staff.ts'
import type { SessionRecord, SessionShelf } from './tokenShelf.ts'

/** The session as local storage tells it; null when there is no usable access token. */
export function readStoredSession(): StoredSession | null {
  const access = readToken('access_token')
  if (access === null) return null
  return {
    access,
    refresh: readToken('refresh_token'),
    isStaff: readIsStaff(),
    isSuperuser: readIsSuperuser(),
  }
}

/** For the first render: a store that starts with what is stored, read without waiting. */
export function storedState(): Pick<RootState, 'session' | 'staff'> {
  const stored = readStoredSession()
  if (!stored) {
    return {
      session: { status: 'anonymous' },
      staff: { isStaff: false, isSuperuser: false },
    }
  }
  const { isStaff, isSuperuser, ...tokens } = stored
  return { session: { status: 'member', ...tokens }, staff: { isStaff, isSuperuser } }
}

/** `is_superuser` is only ever removed, never written (SETTLED 19). */
const recordOf = ({ session, staff }: RootState): SessionRecord =>
  session.status === 'member'
    ? {
        access_token: session.access,
        refresh_token: session.refresh,
        is_staff: String(staff.isStaff),
      }
    : { access_token: null, refresh_token: null, is_staff: null, is_superuser: null }

const cameFromStorage = isAnyOf(sessionRestored, flagsRestored)

/** Keeps session and staff under their plain keys of local storage. */
export function keepSession(startListening: AppStartListening, shelf: SessionShelf): void {
  startListening({
    predicate: (action, now, before) =>
      now.session !== before.session || now.staff !== before.staff || staffCleared.match(action),
    effect: (action, { getState }) => {
      const record = recordOf(getState())
      if (cameFromStorage(action)) return shelf.mirror(record)
      // A login is the visitor's own newest word: it replaces whatever is stored.
      if (loggedIn.match(action)) shelf.forget()
      shelf.save(record)
      // Also when the flag was put there by hand, so that no record of ours ever knew it.
      if (staffCleared.match(action)) writeKey('is_superuser', null)
    },
  })
}
