import { readKey, writeKey } from '#src/platform/storage.ts'

/** Searches that a browser keeps, and characters of one of them. */
export const RECENT_MAX = 6
const RECENT_TEXT_MAX = 100

const KEY = 'recent_searches'

/** Searches of this browser until a session ends in it, latest first. */
export function readRecent(): string[] {
  try {
    const stored: unknown = JSON.parse(readKey(KEY) ?? '[]')
    if (!Array.isArray(stored)) return []
    return stored.filter(isSearch).slice(0, RECENT_MAX)
  } catch {
    return []
  }
}

const isSearch = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= RECENT_TEXT_MAX

export function rememberSearch(term: string): void {
  if (!isSearch(term)) return
  const others = readRecent().filter((each) => each.toLowerCase() !== term.toLowerCase())
  void writeKey(KEY, JSON.stringify([term, ...others].slice(0, RECENT_MAX)))
}

export const forgetSearches = (): void => void writeKey(KEY, null)
