import type { BaseQueryApi, BaseQueryFn, FetchBaseQueryError } from '@reduxjs/toolkit/query'
import type { Access } from '#contract/route.ts'
import type { TokenPair } from '#contract/shapes.ts'
import { isOffline } from '#src/platform/offline.ts'

import { isUsableToken } from '#src/platform/storage.ts'
import { type Services, SIGNED_OUT } from './services.ts'
import { type SessionRootState, sessionEnded, tokensRefreshed } from './slice.ts'

/** One refresh at a time over all tabs of a browser. */
const LOCK = 'discordia-refresh'
/** Longest wait for new tokens: storage events reach other processes after the release of the lock. */
const NEW_TOKENS_LIMIT_MS = 500

const sessionIn = (api: BaseQueryApi) => (api.getState() as SessionRootState).session

/** The access token that a call made now is sent with. */
export function accessTokenIn(api: BaseQueryApi): string | null {
  const session = sessionIn(api)
  return session.status === 'member' ? session.access : null
}

const isTokenPair = (value: unknown): value is TokenPair => {
  const { access, refresh } = (value ?? {}) as Record<string, unknown>
  return isUsableToken(access) && isUsableToken(refresh)
}

type Wire<Call> = {
  isTokenRejected: (error: unknown) => boolean
  mayRefresh: (api: BaseQueryApi) => boolean
  refreshCall: (refreshToken: string) => Call
}

/**
 * Refreshes once after a rejected token, then repeats the call once (behaviour 7.1). All calls share one refresh: each
 * asks whether the token it was sent with is still the current one, not whether a refresh is running, so a late 401
 * finds a new token, or none, and starts nothing.
 */
export function withReauth<Call extends { access: Access }, Meta>(
  send: BaseQueryFn<Call, unknown, FetchBaseQueryError, object, Meta>,
  { isTokenRejected, mayRefresh, refreshCall }: Wire<Call>,
): typeof send {
  async function refresh(rejected: string, api: BaseQueryApi, services: Services): Promise<void> {
    const adoptNewTokens = (): boolean => {
      const tokens = services.tokenStorage.takeNewTokens()
      if (tokens) api.dispatch(tokensRefreshed(tokens))
      return accessTokenIn(api) !== rejected
    }

    await withLock(LOCK, async (hadToWait) => {
      if (adoptNewTokens()) return
      if (hadToWait) {
        await services.tokenStorage.waitForNewTokens(NEW_TOKENS_LIMIT_MS)
        if (adoptNewTokens()) return
      }
      const session = sessionIn(api)
      if (session.status !== 'member') return
      // Its own signal: aborting the call that started the refresh must not end the session.
      const ownApi = { ...api, signal: new AbortController().signal }
      const response =
        session.refresh === null ? null : await send(refreshCall(session.refresh), ownApi, {})
      if (accessTokenIn(api) !== rejected) return
      if (isTokenPair(response?.data)) api.dispatch(tokensRefreshed(response.data))
      // Offline is no refusal: the server has not responded.
      if (response?.error?.status === 'FETCH_ERROR' && isOffline()) return
      // As specified: any failed refresh ends the session (behaviour 4.1, ruling 89), unless another tab has succeeded.
      else if (!adoptNewTokens()) api.dispatch(sessionEnded('expired'))
    })
  }

  return async (call, api, options) => {
    if (call.access === 'open') return send(call, api, options)

    const services = api.extra as Services
    if (services.refreshing) await services.refreshing
    const sentWith = accessTokenIn(api)
    if (sentWith === null && call.access === 'member') return { error: SIGNED_OUT }

    const first = await send(call, api, options)
    if (sentWith === null || !isTokenRejected(first.error) || !mayRefresh(api)) return first

    if (accessTokenIn(api) === sentWith) {
      services.refreshing ??= refresh(sentWith, api, services).finally(() => {
        services.refreshing = null
      })
      await services.refreshing
    }
    // The end of a session aborts its calls: none is repeated with the token of the next member.
    return accessTokenIn(api) === null ? first : send(call, api, options)
  }
}

/**
 * Runs the work while this tab holds the named lock; `hadToWait` if another tab held it first. If the browser has no
 * locks, or refuses them, the work simply runs.
 */
export async function withLock<T>(
  name: string,
  work: (hadToWait: boolean) => Promise<T>,
): Promise<T> {
  const locks = globalThis.navigator?.locks
  if (!locks) return work(false)

  // Once the work has started, an error of the lock must not start it again.
  let running: Promise<T> | null = null
  const start = (hadToWait: boolean): Promise<T> => {
    running ??= work(hadToWait)
    return running
  }
  try {
    await locks.request(name, { ifAvailable: true }, (lock) => (lock ? start(false) : null))
    if (!running) await locks.request(name, () => start(true))
  } catch {
    // A refused lock (opaque origin, page unloading); the error of the work is rethrown below.
  }
  return start(false)
}
