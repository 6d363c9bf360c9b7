import { securityCalls } from '#contract/security.ts'
import { endpointsOf } from '../../http/endpoints.ts'
import { raiseToasts } from '../../http/outcomeToasts.ts'

export const sessionsApi = endpointsOf(securityCalls, {
  queries: { listSessions: { tags: ['Session'] } },
  changes: {
    // Invalidates after a refusal too: the session may have ended by itself.
    endSession: { ends: ['Session', 'SecurityEvent'] },
    endOtherSessions: { endsIfDone: ['Session', 'SecurityEvent'] },
  },
})

raiseToasts<typeof sessionsApi>({
  endSession: { done: 'toast.session_ended', failed: 'toast.session_end_failed' },
  endOtherSessions: { done: 'toast.sessions_ended', failed: 'toast.sessions_end_failed' },
})
