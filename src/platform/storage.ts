/** The six plain keys of local storage (behaviour 3.1). */
export const STORAGE_KEYS = [
  'access_token',
  'refresh_token',
  'is_staff',
  'is_superuser',
  'selectedLanguage',
  'selectedLanguage2',
] as const
export type StorageKey = (typeof STORAGE_KEYS)[number]

/** Longer values are damaged: no token or flag of ours is as long. Characters. */
export const VALUE_MAX = 8192

export type StorageArea = 'localStorage' | 'sessionStorage'

/** Null if the area is blocked or absent, because access can throw. */
function area(name: StorageArea): Storage | null {
  try {
    return typeof window === 'undefined' ? null : window[name]
  } catch {
    return null
  }
}

export function readFrom(name: StorageArea, key: string): string | null {
  try {
    return area(name)?.getItem(key) ?? null
  } catch {
    return null
  }
}

/** Never throws. */
export function keysIn(name: StorageArea): string[] {
  try {
    return Object.keys(area(name) ?? {})
  } catch {
    return []
  }
}

/** False when the area is blocked or full; null removes the key. Never throws. */
export function writeTo(name: StorageArea, key: string, value: string | null): boolean {
  const storage = area(name)
  try {
    if (!storage) return false
    if (value === null) storage.removeItem(key)
    else storage.setItem(key, value)
    return true
  } catch {
    return false
  }
}

/** Keys of this browser: those of behaviour 3.1 and our own settings. */
type LocalKey =
  | StorageKey
  | 'theme'
  | 'logout'
  | 'passkeys'
  | 'reports'
  | 'desk_url'
  | 'recent_searches'
  | 'term_links'
  | 'invite_link'

/** Never throws. */
export const readKey = (key: LocalKey): string | null => readFrom('localStorage', key)

/** Stores a text, or removes the key for null. False when storage refused. Never throws. */
export const writeKey = (key: LocalKey, value: string | null): boolean =>
  writeTo('localStorage', key, value)

const isHollow = (value: string): boolean => ['', 'null', 'undefined'].includes(value.trim())

/** Whether a text can be a token: visible ASCII (for the header), at most 8 kB, no stringified null. */
export const isUsableToken = (value: unknown): value is string =>
  typeof value === 'string' &&
  value.length <= VALUE_MAX &&
  /^[!-~]+$/.test(value) &&
  !isHollow(value)

export function readToken(key: 'access_token' | 'refresh_token'): string | null {
  const value = readKey(key)
  return isUsableToken(value) ? value : null
}

export const readIsStaff = (): boolean => readKey('is_staff') === 'true'

/** As specified: anything other than false or null counts (ruling 19). */
export function readIsSuperuser(): boolean {
  const value = readKey('is_superuser')
  return value !== null && !isHollow(value) && value.trim() !== 'false'
}

/** Reads session storage, for switches and drafts of this tab. Never throws. */
export const readTabValue = (key: string): string | null => readFrom('sessionStorage', key)
export const writeTabValue = (key: string, value: string | null): boolean =>
  writeTo('sessionStorage', key, value)
