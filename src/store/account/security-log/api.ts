import { securityCalls as calls, type SecurityEventRow } from '#contract/security.ts'
import { baseApi } from '../../http/baseApi.ts'
import { request } from '../../http/request.ts'
import { responseOf } from '../../http/schema.ts'

export const securityLogApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listSecurityEvents: build.query<SecurityEventRow[], void>({
      query: () => request(calls.listSecurityEvents),
      responseSchema: responseOf(calls.listSecurityEvents),
      providesTags: ['SecurityEvent'],
    }),
  }),
})

export const { useListSecurityEventsQuery } = securityLogApi
