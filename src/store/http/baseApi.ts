import {
  type BaseQueryApi,
  type BaseQueryFn,
  createApi,
  type FetchArgs,
  type FetchBaseQueryError,
  type FetchBaseQueryMeta,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query/react'
import { accountCalls } from '#contract/account.ts'
import { STEP_UP_HEADER } from '#contract/errors.ts'
import { MARK } from '#src/offline/lateResponse.ts'
import { takeEarlyResponse } from '#src/platform/earlyResponses.ts'
import { apiBaseUrl, isProduction } from '#src/platform/env.ts'
import { maySaveOffline, noteResponse } from '#src/platform/offline.ts'
import { accessTokenIn, withReauth } from '../session/reauth.ts'
import type { Services } from '../session/services.ts'
import { stepUpTokenIn, withConduct, withStepUp } from '../session/stepUp.ts'
import type { Endpoint } from './copies.ts'
import {
  isConductRequired,
  isStepUpRequired,
  isTokenRejected,
  UNEXPECTED_RESPONSE,
} from './errors.ts'
import { type ApiCall, request } from './request.ts'

const TAGS = [
  'Profile',
  'NameChange',
  'Group',
  'Invite',
  'Mute',
  'GlossaryEntry',
  'Session',
  'SecurityEvent',
  'Registration',
  'Programme',
  'GroupPlan',
  'GroupPage',
  'InviteLink',
  'Upcoming',
  'OpenGroup',
  'Opening',
  'JoinRequest',
  'PastDates',
  'Preferences',
  'OrderDetails',
  'Feed',
  'Token',
  'EmailChange',
  'SecondFactor',
  'Passkey',
  'Export',
  'Deletion',
  'Block',
] as const
export type Tag = (typeof TAGS)[number]

const baseUrl = apiBaseUrl()

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

export type Send = BaseQueryFn<ApiCall, unknown, FetchBaseQueryError, object, FetchBaseQueryMeta>

export const send: Send = async ({ row, access, stepUp, headers, ...call }, api) => {
  const { respond } = api.extra as Services
  // Looked up per call, so that tests can replace the network.
  const fetchFn: typeof fetch = respond
    ? () => respond(row)
    : (request) => takeEarlyResponse(request as Request) ?? globalThis.fetch(request)
  const args: FetchArgs = { ...call, headers: headersOf({ access, stepUp, headers }, api) }
  const sent = await fetchBaseQuery({ baseUrl, fetchFn })(args, api, {})
  if (!maySaveOffline()) return sent
  if (isOfServer(sent)) noteResponse()
  else
    void import(/* webpackChunkName: "offline" */ './copies.ts').then(
      ({ followCall }) => followCall(sent, api, baseApi.endpoints as Record<string, Endpoint>),
      () => undefined,
    )
  if (sent.error?.status !== 'FETCH_ERROR' || call.method !== 'GET') return sent
  const { savedCopy } = await import(
    /* webpackChunkName: "offline" */ '#src/offline/savedResponse.ts'
  )
  const saved = await savedCopy(call.url, call.params)
  return saved ? { data: saved.data } : sent
}

/** Neither a failure, nor a copy of the worker, nor the page of a proxy or of a public network. */
const isOfServer = ({ error, meta }: Awaited<ReturnType<Send>>): boolean =>
  (error === undefined || (typeof error.status === 'number' && error.status < 500)) &&
  !meta?.response?.headers.has(MARK)

export const asMember = (sendCall: Send): Send =>
  withReauth(sendCall, {
    isTokenRejected,
    // Prefetches do not refresh: a failed refresh would end the session, although the page does not need the response.
    mayRefresh: ({ getState, queryCacheKey = '' }) =>
      !(getState() as { prefetching: readonly string[] }).prefetching.includes(queryCacheKey),
    refreshCall: (refresh) => request(accountCalls.refresh, { refresh }),
  })

export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery: withConduct(withStepUp(asMember(send), { isStepUpRequired }), isConductRequired),
  catchSchemaFailure: () => UNEXPECTED_RESPONSE,
  // RTK Query names unknown tags while the site is developed; nothing else reads the list.
  tagTypes: isProduction ? [] : TAGS,
  endpoints: () => ({}),
})

export type ApiState = ReturnType<typeof baseApi.reducer>
