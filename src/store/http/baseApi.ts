import {
  type BaseQueryApi,
  type BaseQueryFn,
  createApi,
  type FetchArgs,
  type FetchBaseQueryError,
  type FetchBaseQueryMeta,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query/react'
import { accountRoutes } from '#contract/account.ts'
import { STEP_UP_HEADER } from '#contract/security.ts'
import { takeEarlyResponse } from '#src/platform/earlyResponses.ts'
import { apiBaseUrl } from '#src/platform/env.ts'
import { mayKeep } from '#src/platform/offline.ts'
import { accessTokenIn, withReauth } from '../session/reauth.ts'
import type { Services } from '../session/services.ts'
import { stepUpTokenIn, withStepUp } from '../session/stepUp.ts'
import { followCall } from './copies.ts'
import { isStepUpRequired, isTokenRejected, UNEXPECTED_RESPONSE } from './errors.ts'
import { prefetchEnded, prefetchStarted } from './prefetching.ts'
import { type ApiCall, request } from './request.ts'
import { TAGS } from './tags.ts'

const baseUrl = apiBaseUrl()

/** Headers of a call, with the current tokens. */
export function headersOf(
  { access, stepUp, headers }: Pick<ApiCall, 'access' | 'stepUp' | 'headers'>,
  api: BaseQueryApi,
): Record<string, string> {
  const token = access === 'open' ? null : accessTokenIn(api)
  const stepUpToken = stepUp ? stepUpTokenIn(api) : null
  return {
    'Accept-Language': (api.extra as Services).language(),
    ...(token !== null && { Authorization: `Bearer ${token}` }),
    ...(stepUpToken !== null && { [STEP_UP_HEADER]: stepUpToken }),
    ...headers,
  }
}

type Send = BaseQueryFn<ApiCall, unknown, FetchBaseQueryError, object, FetchBaseQueryMeta>

export const send: Send = async ({ row, access, stepUp, headers, ...call }, api) => {
  const { respond } = api.extra as Services
  // Looked up per call, so that tests can replace the network.
  const fetchFn: typeof fetch = respond
    ? () => respond(row)
    : (request) => takeEarlyResponse(request as Request) ?? globalThis.fetch(request)
  const args: FetchArgs = { ...call, headers: headersOf({ access, stepUp, headers }, api) }
  const sent = await fetchBaseQuery({ baseUrl, fetchFn })(args, api, {})
  if (!mayKeep()) return sent
  followCall(sent, api, () => repeatUnseen(api))
  if (sent.error?.status !== 'FETCH_ERROR' || call.method !== 'GET') return sent
  const { keptCopy } = await import(
    /* webpackChunkName: "offline" */ '#src/offline/keptResponse.ts'
  )
  const kept = await keptCopy(call.url, call.params)
  return kept ? { data: kept.data } : sent
}

type Initiate = (args: unknown, options: object) => Parameters<BaseQueryApi['dispatch']>[0]

/** Makes the call of a page again, without the loading overlay; what the page shows stays until then. */
function repeatUnseen({ dispatch, getState, endpoint, queryCacheKey = '' }: BaseQueryApi): void {
  const call = (getState() as { api: ApiState }).api.queries[queryCacheKey]
  const { initiate } = (baseApi.endpoints as Record<string, { initiate: Initiate }>)[endpoint] ?? {}
  if (call === undefined || initiate === undefined) return
  dispatch(prefetchStarted(queryCacheKey))
  const repeated: unknown = dispatch(
    initiate(call.originalArgs, { forceRefetch: true, subscribe: false }),
  )
  void Promise.resolve(repeated).finally(() => dispatch(prefetchEnded(queryCacheKey)))
}

/** Sends calls of members, with the refresh of the session. */
export const asMember = (sendCall: Send): Send =>
  withReauth(sendCall, {
    isTokenRejected,
    // Prefetches do not refresh: a failed refresh would end the session although nobody waits for the response.
    mayRefresh: ({ getState, queryCacheKey = '' }) =>
      !(getState() as { prefetching: readonly string[] }).prefetching.includes(queryCacheKey),
    refreshCall: (refresh) => request(accountRoutes.refresh, { body: { refresh } }),
  })

export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery: withStepUp(asMember(send), { isStepUpRequired }),
  catchSchemaFailure: () => UNEXPECTED_RESPONSE,
  tagTypes: TAGS,
  endpoints: () => ({}),
})

export type ApiState = ReturnType<typeof baseApi.reducer>
