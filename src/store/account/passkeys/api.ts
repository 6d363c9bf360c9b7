import type { PasskeyId } from '#contract/ids.ts'
import {
  type Passkey,
  type PasskeyCreation,
  type PasskeyRequest,
  securitySchemas as schemas,
} from '#contract/schemas/security.ts'
import { securityRoutes as routes } from '#contract/security.ts'
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
      query: () => request(routes.listPasskeys),
      responseSchema: responseOf(schemas.listPasskeys),
      providesTags: ['Passkey'],
    }),
    startPasskey: build.mutation<PasskeyCreation, void>({
      query: () => request(routes.startPasskey),
      responseSchema: responseOf(schemas.startPasskey),
    }),
    addPasskey: build.mutation<Passkey, { name: string } & PasskeyResponse>({
      query: (body) => request(routes.addPasskey, { body }),
      responseSchema: responseOf(schemas.addPasskey),
      invalidatesTags: changes('Passkey'),
    }),
    renamePasskey: build.mutation<Passkey, { id: PasskeyId; name: string }>({
      query: ({ id, name }) => request(routes.renamePasskey, { params: { id }, body: { name } }),
      responseSchema: responseOf(schemas.renamePasskey),
      invalidatesTags: (_, error) => (error ? [] : ['Passkey']),
    }),
    removePasskey: build.mutation<unknown, PasskeyId>({
      query: (id) => request(routes.removePasskey, { params: { id } }),
      invalidatesTags: changes('Passkey'),
    }),
    startPasskeyLogin: build.mutation<PasskeyRequest, void>({
      query: () => request(routes.startPasskeyLogin),
      responseSchema: responseOf(schemas.startPasskeyLogin),
    }),
    // Keeps the tokens out of the cache, as the login by password does.
    passkeyLogin: build.mutation<null, PasskeyResponse>({
      queryFn: async (body, { dispatch }, _options, send) => {
        const sent = send(request(routes.passkeyLogin, { body }))
        const { data, error } = await checked(responseOf(schemas.passkeyLogin), sent)
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
