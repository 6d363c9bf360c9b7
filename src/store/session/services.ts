import type { StoredTokens } from './slice.ts'

/**
 * What calls and listeners need from outside the store. One object per store (the site also renders on the
 * server, many requests at once), handed to thunks, queries and listeners as their extra argument.
 */
export type Services = {
  /** The language of the visitor, two letters, for `Accept-Language`. */
  language: () => string
  /** Navigates; the router attaches itself when it mounts. */
  goTo: (path: string, state?: unknown) => void
  /** The address of the page, path and query; as the router knows it. */
  here: () => string
  tokens: TokenShelf
  /** The refresh that is under way; every caller waits for this one (behaviour 4). */
  refreshing: Promise<void> | null
  /** Grows when a session ends, so that a call of the last visitor is not repeated for the next. */
  endedSessions: number
}

/** The stored tokens as seen by one tab among several. */
export type TokenShelf = {
  /** Tokens that another tab has stored since this one last looked; null when there are none. */
  takeNews: () => StoredTokens | null
  /** Resolves when another tab changes the tokens, or after `limit` milliseconds. */
  awaitNews: (limit: number) => Promise<void>
}
