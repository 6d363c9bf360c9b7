import {
  type BaseQueryFn,
  createApi,
  type FetchArgs,
  type FetchBaseQueryError,
  type FetchBaseQueryMeta,
  fetchBaseQuery,
} from '@reduxjs/toolkit/query/react'
import { accountRoutes } from '#contract/routes.ts'
import { STEP_UP_HEADER } from '#contract/securityLimits.ts'
import { apiBaseUrl } from '#src/platform/env.ts'
import { accessTokenIn, withReauth } from '../session/reauth.ts'
import type { Services } from '../session/services.ts'
import { stepUpTokenIn, withStepUp } from '../session/stepUp.ts'
import { stepUpReducer } from '../session/stepUpSlice.ts'
import { isStepUpRequired } from './confirmation.ts'
import { isTokenRejected, UNEXPECTED_RESPONSE } from './errors.ts'
import { apiLoaded } from './lateApi.ts'
import { type ApiCall, request } from './request.ts'
import { TAGS } from './tags.ts'

const baseUrl = apiBaseUrl()

const send: BaseQueryFn<ApiCall, unknown, FetchBaseQueryError, object, FetchBaseQueryMeta> = (
  { access, stepUp, headers, ...call },
  api,
) => {
  const token = access === 'open' ? null : accessTokenIn(api)
  const stepUpToken = stepUp ? stepUpTokenIn(api) : null
  // Looked up per call, so that tests can replace the network.
  const { language, fetch = globalThis.fetch } = api.extra as Services
  const args: FetchArgs = {
    ...call,
    headers: {
      'Accept-Language': language(),
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...(stepUpToken !== null && { [STEP_UP_HEADER]: stepUpToken }),
      ...headers,
    },
  }
  return fetchBaseQuery({ baseUrl, fetchFn: fetch as typeof globalThis.fetch })(args, api, {})
}

const sendAsMember = withReauth(send, {
  isTokenRejected,
  // Nobody has asked for its response: that is no reason to end a session.
  mayRefresh: ({ getState, queryCacheKey = '' }) =>
    !(getState() as { ahead: readonly string[] }).ahead.includes(queryCacheKey),
  refreshCall: (refresh) => request(accountRoutes.refresh, { body: { refresh } }),
})

export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery: withStepUp(sendAsMember, { isStepUpRequired }),
  catchSchemaFailure: () => UNEXPECTED_RESPONSE,
  tagTypes: TAGS,
  endpoints: () => ({}),
})

apiLoaded({ ...baseApi, stepUpReducer })
