import { createPersistoid, type PersistConfig } from 'redux-persist'
import { nextOtherTabsChange } from '#src/platform/otherTabs.ts'
import { readKey, readToken, type StorageKey, writeKey } from '#src/platform/storage.ts'
import type { TokenShelf } from '../api/services.ts'

/** What is stored of session and staff, under its plain keys; null removes, a missing key is left alone. */
export type SessionRecord = Partial<Record<StorageKey, string | null>>

/** Other tabs look when `access_token` changes, so it is written last: by then the pair is complete. */
const ORDER = ['is_staff', 'is_superuser', 'refresh_token', 'access_token'] as const

export type SessionShelf = TokenShelf & {
  /** Writes what differs from the last record. A record never replaces newer tokens of another tab. */
  save: (record: SessionRecord) => void
  /** Takes whatever is stored for known: what is saved next replaces it. */
  look: () => void
}

/**
 * The stored session of one tab. redux-persist finds what changed and hands it on as plain keys; its reducer is
 * not used, because that one writes from inside reducers and a DevTools replay would write too.
 */
export function createTokenShelf(): SessionShelf {
  let known = readKey('access_token')

  function write(record: SessionRecord): void {
    const stored = readKey('access_token')
    const isAlreadyGone = stored === null && record.access_token === null
    if (stored !== known && !isAlreadyGone) return
    for (const key of ORDER) {
      const value = record[key]
      if (value !== undefined && value !== readKey(key)) writeKey(key, value)
    }
    known = readKey('access_token')
  }

  const persistoid = createPersistoid({
    key: 'session',
    serialize: false,
    storage: {
      getItem: () => Promise.resolve(undefined),
      removeItem: () => Promise.resolve(),
      setItem: (_key: string, record: SessionRecord) => Promise.resolve(write(record)),
    },
  } satisfies PersistConfig<SessionRecord>)

  return {
    save: (record) => {
      persistoid.update(record)
      // At once: other tabs are let in by the lock as soon as this tab has its new tokens.
      void persistoid.flush()
    },
    look: () => {
      known = readKey('access_token')
    },
    takeNews: () => {
      const stored = readKey('access_token')
      const access = readToken('access_token')
      if (access === null || stored === known) return null
      known = stored
      return { access, refresh: readToken('refresh_token') }
    },
    awaitNews: (limit) => nextOtherTabsChange('access_token', limit),
  }
}
