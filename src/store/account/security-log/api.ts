import { type SecurityEventRow, securitySchemas as schemas } from '#contract/schemas/security.ts'
import { securityRoutes as routes } from '#contract/security.ts'
import { baseApi } from '../../http/baseApi.ts'
import { request } from '../../http/request.ts'
import { responseOf } from '../../http/schema.ts'

export const securityLogApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    listSecurityEvents: build.query<SecurityEventRow[], void>({
      query: () => request(routes.listSecurityEvents),
      responseSchema: responseOf(schemas.listSecurityEvents),
      providesTags: ['SecurityEvent'],
    }),
  }),
})

export const { useListSecurityEventsQuery } = securityLogApi
