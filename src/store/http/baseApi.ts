import { createApi, type FetchArgs, fetchBaseQuery } from '@reduxjs/toolkit/query/react'
import { apiBaseUrl } from '#src/platform/env.ts'
import { type ApiQuery, tokenIn, withReauth } from '../session/reauth.ts'
import type { Services } from '../session/services.ts'

const fetchApi = fetchBaseQuery({
  baseUrl: apiBaseUrl(),
  // Looked up at each call, so that tests can replace the network.
  fetchFn: (...args) => globalThis.fetch(...args),
})

const send: ApiQuery = async ({ access, headers, ...call }, api, options) => {
  const token = access === 'open' ? null : tokenIn(api)
  const args: FetchArgs = {
    ...call,
    headers: {
      'Accept-Language': (api.extra as Services).language(),
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
  }
  const result = await fetchApi(args, api, {})
  if (result.error || !options?.shape) return result

  const data = options.shape(result.data)
  return data === undefined
    ? { error: { status: 'CUSTOM_ERROR', error: 'unexpected answer' }, meta: result.meta }
    : { data, meta: result.meta }
}

/** Empty on purpose: each file beside this one adds one table of behaviour 7. */
export const baseApi = createApi({
  reducerPath: 'api',
  baseQuery: withReauth(send),
  tagTypes: [
    'Profile',
    'NameChange',
    'Preferences',
    'OrderDetails',
    'Group',
    'Invite',
    'Mute',
    'GlossaryEntry',
  ],
  endpoints: () => ({}),
})
