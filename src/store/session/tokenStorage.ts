import { nextOtherTabsChange } from '#src/platform/otherTabs.ts'
import {
  readIsStaff,
  readIsSuperuser,
  readKey,
  readToken,
  type StorageKey,
  writeKey,
} from '#src/platform/storage.ts'
import type { SessionRootState, StaffState, StoredTokens } from './slice.ts'

/** Session and staff flags under their plain keys; null removes a key, an absent one is left alone. */
export type SessionRecord = Partial<Record<StorageKey, string | null>>

/** Other tabs react to `access_token`, so it is written last: by then the pair is complete. */
const WRITE_ORDER = ['is_staff', 'is_superuser', 'refresh_token', 'access_token'] as const

/** The stored session as one tab of several sees it. */
export type TokenStorage = {
  /** Writes the record, unless another tab has stored newer tokens. */
  save: (record: SessionRecord) => void
  /** Writes the record over whatever is stored. */
  replace: (record: SessionRecord) => void
  /** Another tab ended the session: from now on this tab removes nothing. */
  disown: () => void
  /** Tokens that another tab stored since this one last looked; null without any. */
  takeNewTokens: () => StoredTokens | null
  /** Resolves when another tab changes the tokens, or after `limitMs`. */
  waitForNewTokens: (limitMs: number) => Promise<void>
}

function readStoredTokens(): StoredTokens | null {
  const access = readToken('access_token')
  return access === null ? null : { access, refresh: readToken('refresh_token') }
}

/** They count with and without a token, until a login screen or the end of a session clears them. */
export const readStoredFlags = (): StaffState => ({
  isStaff: readIsStaff(),
  isSuperuser: readIsSuperuser(),
})

/** Read synchronously, so that the first render shows a member their page. */
export function storedState(): SessionRootState {
  const tokens = readStoredTokens()
  return {
    session: tokens ? { status: 'member', ...tokens } : { status: 'anonymous' },
    staff: readStoredFlags(),
  }
}

export function createTokenStorage(): TokenStorage {
  /** The stored access token when this tab last read or wrote it; undefined when it is another tab's. */
  let lastSeen: string | null | undefined = readKey('access_token')

  function save(record: SessionRecord): void {
    const stored = readKey('access_token')
    const isAlreadyGone = stored === null && record.access_token === null
    if (stored !== lastSeen && !isAlreadyGone) return
    for (const key of WRITE_ORDER) {
      const value = record[key]
      if (value !== undefined && value !== readKey(key)) writeKey(key, value)
    }
    lastSeen = readKey('access_token')
  }

  return {
    save,
    replace: (record) => {
      lastSeen = readKey('access_token')
      save(record)
    },
    disown: () => {
      lastSeen = undefined
    },
    takeNewTokens: () => {
      const stored = readKey('access_token')
      const tokens = readStoredTokens()
      if (tokens === null || stored === lastSeen) return null
      lastSeen = stored
      return tokens
    },
    waitForNewTokens: (limitMs) => nextOtherTabsChange('access_token', limitMs),
  }
}
