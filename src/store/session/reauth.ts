import type {
  BaseQueryApi,
  BaseQueryFn,
  FetchBaseQueryError,
  FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query'
import { accountRoutes } from '#contract/routes.ts'
import type { TokenPair } from '#contract/schemas/account.ts'
import { withLock } from '#src/platform/locks.ts'
import { isUsableToken } from '#src/platform/storage.ts'
import { isTokenRejected, SIGNED_OUT } from '../http/errors.ts'
import { type ApiCall, request } from '../http/request.ts'
import type { Shape } from '../http/schema.ts'
import type { Services } from './services.ts'
import { type SessionState, sessionEnded, tokensRefreshed } from './slice.ts'

export type ApiQuery = BaseQueryFn<
  ApiCall,
  unknown,
  FetchBaseQueryError,
  { shape?: Shape },
  FetchBaseQueryMeta
>

/** One refresh at a time over all tabs of a browser. */
const LOCK = 'discordia-refresh'
/**
 * A tab that waited for the lock waits this long for the tokens of the tab that had it: storage reaches other
 * processes a moment after the lock does. Milliseconds.
 */
const NEWS_LIMIT_MS = 500

const sessionIn = (api: BaseQueryApi): SessionState =>
  (api.getState() as { session: SessionState }).session

/** The access token that a call made now is sent with. */
export function tokenIn(api: BaseQueryApi): string | null {
  const session = sessionIn(api)
  return session.status === 'member' ? session.access : null
}

const isTokenPair = (value: unknown): value is TokenPair => {
  const { access, refresh } = (value ?? {}) as Record<string, unknown>
  return isUsableToken(access) && isUsableToken(refresh)
}

/**
 * On a 401 `token_not_valid`: refresh once, then repeat the call once (behaviour 7). Any number of calls share one
 * refresh, because each asks whether the token it was sent with is still the current one, not whether a
 * refresh is running: a 401 that comes late finds a new token, or none, and starts nothing.
 */
export function withReauth(send: ApiQuery): ApiQuery {
  async function refresh(rejected: string, api: BaseQueryApi, services: Services): Promise<void> {
    // Its own signal: aborting the call that happened to start the refresh must not end the session.
    const own = { ...api, signal: new AbortController().signal }
    const adoptNews = (): boolean => {
      const news = services.tokens.takeNews()
      if (news) api.dispatch(tokensRefreshed(news))
      return tokenIn(api) !== rejected
    }

    await withLock(LOCK, async (hadToWait) => {
      if (adoptNews()) return
      if (hadToWait) {
        await services.tokens.awaitNews(NEWS_LIMIT_MS)
        if (adoptNews()) return
      }
      const session = sessionIn(api)
      if (session.status !== 'member') return
      const body = { refresh: session.refresh }
      const { data } =
        body.refresh === null
          ? { data: null }
          : await send(request(accountRoutes.refresh, { body }), own, {})
      if (tokenIn(api) !== rejected) return
      if (isTokenPair(data)) api.dispatch(tokensRefreshed(data))
      // As specified: any failed refresh ends the session (behaviour 4, 8), unless another tab has succeeded.
      else if (!adoptNews()) api.dispatch(sessionEnded('expired'))
    })
  }

  return async (call, api, options) => {
    if (call.access === 'open') return send(call, api, options)

    const services = api.extra as Services
    if (services.refreshing) await services.refreshing
    const sentWith = tokenIn(api)
    if (sentWith === null && call.access === 'member') return { error: SIGNED_OUT }

    const { endedSessions } = services
    const first = await send(call, api, options)
    if (sentWith === null || !isTokenRejected(first.error)) return first

    if (tokenIn(api) === sentWith) {
      services.refreshing ??= refresh(sentWith, api, services).finally(() => {
        services.refreshing = null
      })
      await services.refreshing
    }
    const isSameSession = services.endedSessions === endedSessions && tokenIn(api) !== null
    return isSameSession ? send(call, api, options) : first
  }
}
