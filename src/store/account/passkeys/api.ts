import type { PasskeyId } from '#contract/ids.ts'
import {
  securityCalls as calls,
  type Passkey,
  type PasskeyCreation,
  type PasskeyRequest,
} from '#contract/security.ts'
import type { WebAuthnJson } from '#src/platform/passkeys.ts'
import { baseApi } from '../../http/baseApi.ts'
import { raiseToasts } from '../../http/outcomeToasts.ts'
import { request } from '../../http/request.ts'
import { checked, responseOf } from '../../http/schema.ts'
import { loggedIn } from '../../session/slice.ts'
import { changes } from '../securityChanges.ts'

type PasskeyResponse = { response: WebAuthnJson }

const api = baseApi.enhanceEndpoints({ addTagTypes: ['Passkey'] })

export const passkeysApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPasskeys: build.query<Passkey[], void>({
      query: () => request(calls.listPasskeys),
      responseSchema: responseOf(calls.listPasskeys),
      providesTags: ['Passkey'],
    }),
    startPasskey: build.mutation<PasskeyCreation, void>({
      query: () => request(calls.startPasskey),
      responseSchema: responseOf(calls.startPasskey),
    }),
    addPasskey: build.mutation<Passkey, { name: string } & PasskeyResponse>({
      query: (body) => request(calls.addPasskey, { body }),
      responseSchema: responseOf(calls.addPasskey),
      invalidatesTags: changes('Passkey'),
    }),
    renamePasskey: build.mutation<Passkey, { id: PasskeyId; name: string }>({
      query: ({ id, name }) => request(calls.renamePasskey, { params: { id }, body: { name } }),
      responseSchema: responseOf(calls.renamePasskey),
      invalidatesTags: (_, error) => (error ? [] : ['Passkey']),
    }),
    removePasskey: build.mutation<unknown, PasskeyId>({
      query: (id) => request(calls.removePasskey, { params: { id } }),
      invalidatesTags: changes('Passkey'),
    }),
    startPasskeyLogin: build.mutation<PasskeyRequest, void>({
      query: () => request(calls.startPasskeyLogin),
      responseSchema: responseOf(calls.startPasskeyLogin),
    }),
    // Keeps the tokens out of the cache, as the login by password does.
    passkeyLogin: build.mutation<null, PasskeyResponse>({
      queryFn: async (body, { dispatch }, _options, send) => {
        const sent = send(request(calls.passkeyLogin, { body }))
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

export const { useListPasskeysQuery, useRenamePasskeyMutation, useRemovePasskeyMutation } =
  passkeysApi
