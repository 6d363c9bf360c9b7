import { securityCalls } from '#contract/security.ts'
import { endpointsOf } from '../../http/endpoints.ts'
import { raiseToasts } from '../../http/outcomeToasts.ts'

export const credentialsApi = endpointsOf(securityCalls, {
  queries: { getEmailChange: { tags: ['EmailChange'] } },
  changes: {
    changePassword: {
      // The profile counts the calendar links, which may have ended.
      endsIfDone: ({ someone_knew }) => [
        'Session',
        'SecurityEvent',
        ...(someone_knew ? (['Profile'] as const) : []),
      ],
    },
    changeEmail: { puts: 'getEmailChange', endsIfDone: ['SecurityEvent'] },
    cancelEmailChange: { puts: 'getEmailChange', endsIfDone: ['SecurityEvent'] },
  },
})

raiseToasts<typeof credentialsApi>({
  changePassword: { done: 'toast.password_changed', failed: 'toast.password_change_failed' },
  changeEmail: { done: 'toast.email_change_sent', failed: 'toast.email_change_failed' },
  cancelEmailChange: {
    done: 'toast.email_change_cancelled',
    failed: 'toast.email_cancel_failed',
  },
})
