import { securityCalls as calls } from '#contract/security.ts'
import { endpointsOf } from '../../http/endpoints.ts'
import { raiseToasts } from '../../http/outcomeToasts.ts'
import { type ArgumentOf, request } from '../../http/request.ts'
import { checked, responseOf } from '../../http/schema.ts'
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
    // Keeps the tokens out of the cache, as the login by password does.
    passkeyLogin: build.mutation<null, ArgumentOf<typeof calls.passkeyLogin>>({
      queryFn: async (body, { dispatch }, _options, send) => {
        const sent = send(request(calls.passkeyLogin, body))
        const { data, error } = await checked(responseOf(calls.passkeyLogin), sent)
        if (error) return { error }
        dispatch(loggedIn(data))
        return { data: null }
      },
    }),
  }),
})

raiseToasts<typeof passkeysApi>({
  passkeyLogin: { done: 'toast.welcome' },
  startPasskey: { failed: 'toast.passkey_add_failed' },
  addPasskey: { done: 'toast.passkey_added', failed: 'toast.passkey_add_failed' },
  renamePasskey: { done: 'toast.passkey_renamed', failed: 'toast.passkey_rename_failed' },
  removePasskey: { done: 'toast.passkey_removed', failed: 'toast.passkey_remove_failed' },
})
