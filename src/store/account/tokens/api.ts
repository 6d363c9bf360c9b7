import { tokenCalls } from '#contract/tokens.ts'
import { endpointsOf } from '../../http/endpoints.ts'
import { raiseToasts } from '../../http/outcomeToasts.ts'

export const tokensApi = endpointsOf(tokenCalls, {
  queries: { listTokens: { tags: ['Token'] } },
  changes: {
    createToken: { ends: ['Token'], endsIfDone: ['SecurityEvent'] },
    revokeToken: { ends: ['Token', 'SecurityEvent'] },
  },
})

raiseToasts<typeof tokensApi>({
  createToken: { failed: 'toast.token_failed' },
  revokeToken: { done: 'toast.token_revoked', failed: 'toast.token_revoke_failed' },
})
