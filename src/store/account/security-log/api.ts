import { fallback, number, string } from 'valibot'
import type { SecurityEventRow } from '#contract/schemas/security.ts'
import { securityRoutes as routes } from '#contract/security.ts'
import { baseApi } from '../../http/baseApi.ts'
import { request } from '../../http/request.ts'
import { list, object, textOrEmpty, textOrNull } from '../../http/schema.ts'

export const securityLogApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listSecurityEvents: build.query<SecurityEventRow[], void>({
      query: () => request(routes.listSecurityEvents),
      responseSchema: list(
        object<SecurityEventRow>({
          event: string(),
          at: textOrEmpty,
          times: fallback(number(), 1),
          browser: textOrNull,
          network: textOrNull,
        }),
      ),
      providesTags: ['SecurityEvent'],
    }),
  }),
})

export const { useListSecurityEventsQuery } = securityLogApi
