import { securityCalls as calls } from '#contract/security.ts'
import { endpointsOf, handsOver } from '../../http/endpoints.ts'
import { raiseToasts } from '../../http/outcomeToasts.ts'
import type { ArgumentOf } from '../../http/request.ts'
import { loggedIn } from '../../session/slice.ts'

export const passkeysApi = endpointsOf(calls, {
  queries: { listPasskeys: { tags: ['Passkey'] } },
  changes: {
    startPasskey: {},
    addPasskey: { endsIfDone: ['Passkey', 'SecurityEvent'] },
    renamePasskey: { endsIfDone: ['Passkey'] },
    removePasskey: { endsIfDone: ['Passkey', 'SecurityEvent'] },
    startPasskeyLogin: {},
  },
}).injectEndpoints({
  endpoints: (build) => ({
    passkeyLogin: build.mutation<null, ArgumentOf<typeof calls.passkeyLogin>>(
      handsOver(calls.passkeyLogin, loggedIn),
    ),
  }),
})

raiseToasts<typeof passkeysApi>({
  passkeyLogin: { done: 'toast.welcome' },
  startPasskey: { failed: 'toast.passkey_add_failed' },
  addPasskey: { done: 'toast.passkey_added', failed: 'toast.passkey_add_failed' },
  renamePasskey: { done: 'toast.passkey_renamed', failed: 'toast.passkey_rename_failed' },
  removePasskey: { done: 'toast.passkey_removed', failed: 'toast.passkey_remove_failed' },
})
