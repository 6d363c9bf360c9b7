import { SESSIONS_ENDED_HASH } from '#contract/account.ts'
import { onOtherTabsChange } from '#src/platform/otherTabs.ts'
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

function readStoredTokens(): StoredTokens | null {
  const access = readToken('access_token')
  return access === null ? null : { access, refresh: readToken('refresh_token') }
}

/** Staff flags count with and without a token, until a login screen or the end of a session clears them. */
export const readStoredFlags = (): StaffState => ({
  isStaff: readIsStaff(),
  isSuperuser: readIsSuperuser(),
})

/**
 * Reads synchronously, so that the first render shows a member their page.
 * @param hash hash of the URL: one set by a mailed page that has ended all sessions voids the stored tokens, since a
 * member would be redirected from the page of a new password
 */
export function storedState(hash = ''): SessionRootState {
  const tokens = hash === SESSIONS_ENDED_HASH ? null : readStoredTokens()
  return {
    session: tokens ? { status: 'member', ...tokens } : { status: 'anonymous' },
    staff: readStoredFlags(),
  }
}

/** The stored session as one tab of several sees it. */
export function createTokenStorage() {
  /** The stored access token when this tab last read or wrote it; undefined when it is another tab's. */
  let lastSeen: string | null | undefined = readKey('access_token')

  /** Writes the record, unless another tab has stored newer tokens. */
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
    /** Writes the record over whatever is stored. */
    replace: (record: SessionRecord): void => {
      lastSeen = readKey('access_token')
      save(record)
    },
    /** Another tab ended the session: from now on this tab removes nothing. */
    disown: (): void => {
      lastSeen = undefined
    },
    /** Tokens that another tab stored since this one last looked; null without any. */
    takeNewTokens: (): StoredTokens | null => {
      const stored = readKey('access_token')
      const tokens = readStoredTokens()
      if (tokens === null || stored === lastSeen) return null
      lastSeen = stored
      return tokens
    },
    /** Resolves when another tab changes the tokens, or after `limitMs`. */
    waitForNewTokens: (limitMs: number) => nextOtherTabsChange('access_token', limitMs),
  }
}

export type TokenStorage = ReturnType<typeof createTokenStorage>

/** Resolves at the next change of the key by another tab, or after `limitMs`. */
function nextOtherTabsChange(key: StorageKey, limitMs: number): Promise<void> {
  return new Promise((resolve) => {
    const stop = onOtherTabsChange((change) => {
      if (change.key === null || change.key === key) finish()
    })
    const timer = setTimeout(finish, limitMs)
    function finish() {
      clearTimeout(timer)
      stop()
      resolve()
    }
  })
}
