import type { ThunkDispatch, TypedStartListening, UnknownAction } from '@reduxjs/toolkit'
import type { PageCall } from '#contract/pages.ts'
import type { SessionRootState } from './slice.ts'
import type { TokenStorage } from './tokenStorage.ts'

/**
 * Dependencies of calls and listeners outside the store; the extra argument of thunks, queries and listeners. One
 * object per store, because the server may render many requests at once.
 */
export type Services = {
  /** Two letters, for `Accept-Language`. */
  language: () => string
  /** Navigates; set by the router when it mounts. */
  goTo: (path: string, state?: unknown) => void
  /** Path and query of the current page. */
  currentPath: () => string
  tokenStorage: TokenStorage
  /** Replaces the network where the server renders the site. */
  respond?: (call: PageCall) => Promise<Response>
  /** The pending refresh; all callers share it (behaviour 4.1). */
  refreshing: Promise<void> | null
}

/** The error of members' calls without a session; they do not reach the network. */
export const SIGNED_OUT = { status: 'CUSTOM_ERROR', error: 'signed out' } as const

export type StartListening = TypedStartListening<
  SessionRootState,
  ThunkDispatch<SessionRootState, Services, UnknownAction>,
  Services
>
