import { isAnyOf } from '@reduxjs/toolkit'
import { readIsStaff, readIsSuperuser, readToken, writeKey } from '#src/platform/storage.ts'
import type { AppStartListening, RootState } from '../reducer.ts'
import { loggedIn, type StoredTokens, sessionRestored } from './slice.ts'
import { flagsRestored, type StaffState, staffCleared } from './staffSlice.ts'
import type { SessionRecord, SessionShelf } from './tokenStorage.ts'

/** The tokens as local storage tells them; null when there is no usable access token. */
function readStoredTokens(): StoredTokens | null {
  const access = readToken('access_token')
  return access === null ? null : { access, refresh: readToken('refresh_token') }
}

/** They count with and without a token, until a login screen or the end of a session clears them. */
export const readStoredFlags = (): StaffState => ({
  isStaff: readIsStaff(),
  isSuperuser: readIsSuperuser(),
})

/** For the first render: a store that starts with what is stored, read without waiting. */
export function storedState(): Pick<RootState, 'session' | 'staff'> {
  const tokens = readStoredTokens()
  return {
    session: tokens ? { status: 'member', ...tokens } : { status: 'anonymous' },
    staff: readStoredFlags(),
  }
}

/** `is_superuser` is only ever removed, never written (ruling 19). */
const recordOf = ({ session, staff }: RootState): SessionRecord =>
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
        // Left out while it is set: what is stored stays as it is.
        ...(!staff.isSuperuser && { is_superuser: null }),
      }

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
