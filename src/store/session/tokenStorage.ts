import { createPersistoid, type PersistConfig } from 'redux-persist'
import { nextOtherTabsChange } from '#src/platform/otherTabs.ts'
import { readKey, readToken, type StorageKey, writeKey } from '#src/platform/storage.ts'
import type { TokenShelf } from './services.ts'

/** What is stored of session and staff, under its plain keys; null removes, a missing key is left alone. */
export type SessionRecord = Partial<Record<StorageKey, string | null>>

/** Other tabs look when `access_token` changes, so it is written last: by then the pair is complete. */
const ORDER = ['is_staff', 'is_superuser', 'refresh_token', 'access_token'] as const

export type SessionShelf = TokenShelf & {
  /** Writes what this tab has changed. Never replaces newer tokens of another tab. */
  save: (record: SessionRecord) => void
  /** Takes the record for written: it was read from storage just now. */
  mirror: (record: SessionRecord) => void
  /** Forgets what was written and read: what is saved next replaces whatever is stored. */
  forget: () => void
  /** Another tab ended the session: whatever is stored now is not this tab's to remove. */
  disown: () => void
}

/**
 * The stored session of one tab. redux-persist's persistoid notices changes and hands them on; its reducer is not
 * used, because that one writes from inside reducers, so that a replay in the DevTools would write too.
 */
export function createTokenShelf(): SessionShelf {
  /** The stored access token when this tab last read or wrote it; undefined: none of it is this tab's. */
  let known: string | null | undefined = readKey('access_token')
  let written: SessionRecord = {}

  function write(record: SessionRecord): void {
    const stored = readKey('access_token')
    const isAlreadyGone = stored === null && record.access_token === null
    if (stored === known || isAlreadyGone) {
      for (const key of ORDER) {
        const value = record[key]
        const isNews = value !== undefined && value !== written[key]
        if (isNews && value !== readKey(key)) writeKey(key, value)
      }
      known = readKey('access_token')
    }
    written = { ...record }
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

  function save(record: SessionRecord): void {
    persistoid.update(record)
    // At once: the lock lets other tabs in as soon as this one has its new tokens.
    void persistoid.flush()
  }

  return {
    save,
    mirror: (record) => {
      written = { ...record }
      save(record)
    },
    forget: () => {
      known = readKey('access_token')
      written = {}
    },
    disown: () => {
      known = undefined
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
