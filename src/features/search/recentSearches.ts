import { createPersistoid } from 'redux-persist'
import { readKey, writeKey } from '#src/platform/storage.ts'

/** Searches that a browser keeps, and characters of one of them. */
export const RECENT_MAX = 6
const RECENT_TEXT_MAX = 100

const KEY = 'recent_searches'

type Kept = { readonly terms: readonly string[] }

/** Only the searches themselves are stored, under a key of their own. */
const persistoid = createPersistoid({
  key: KEY,
  keyPrefix: '',
  serialize: false,
  storage: {
    getItem: async () => readRecent(),
    setItem: async (_key: string, { terms }: Kept) =>
      writeKey(KEY, terms.length > 0 ? JSON.stringify(terms) : null),
    removeItem: async () => writeKey(KEY, null),
  },
})

function store(terms: readonly string[]): void {
  persistoid.update({ terms })
  void persistoid.flush()
}

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
  store([term, ...others].slice(0, RECENT_MAX))
}

export const forgetSearches = (): void => store([])
