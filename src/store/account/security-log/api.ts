import { securityCalls } from '#contract/security.ts'
import { endpointsOf } from '../../http/endpoints.ts'

export const { useListSecurityEventsQuery } = endpointsOf(securityCalls, {
  queries: { listSecurityEvents: { tags: ['SecurityEvent'] } },
})
