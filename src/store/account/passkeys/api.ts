import { boolean, fallback, looseObject, number, string } from 'valibot'
import type { PasskeyId } from '#contract/ids.ts'
import type { Passkey } from '#contract/schemas/security.ts'
import type { TokenPair } from '#contract/schemas/shared.ts'
import { securityRoutes as routes } from '#contract/security.ts'
import type { WebAuthnJson } from '#src/platform/passkeys.ts'
import { baseApi } from '../../http/baseApi.ts'
import { raiseToasts } from '../../http/outcomeToasts.ts'
import { request } from '../../http/request.ts'
import { checked, list, object, textOrEmpty, textOrNull } from '../../http/schema.ts'
import { loggedIn } from '../../session/slice.ts'
import { changes } from '../securityChanges.ts'

/** Options of a ceremony; the browser checks what is in them. */
const options = looseObject({})
const passkey = object<Passkey>({
  id: number(),
  name: textOrEmpty,
  created_at: textOrEmpty,
  last_used_at: textOrNull,
  is_synced: fallback(boolean(), false),
})

type PasskeyResponse = { response: WebAuthnJson }

const api = baseApi.enhanceEndpoints({ addTagTypes: ['Passkey'] })

export const passkeysApi = api.injectEndpoints({
  endpoints: (build) => ({
    listPasskeys: build.query<Passkey[], void>({
      query: () => request(routes.listPasskeys),
      responseSchema: list(passkey),
      providesTags: ['Passkey'],
    }),
    startPasskey: build.mutation<WebAuthnJson, void>({
      query: () => request(routes.startPasskey),
      responseSchema: options,
    }),
    addPasskey: build.mutation<Passkey, { name: string } & PasskeyResponse>({
      query: (body) => request(routes.addPasskey, { body }),
      responseSchema: passkey,
      invalidatesTags: changes('Passkey'),
    }),
    renamePasskey: build.mutation<Passkey, { id: PasskeyId; name: string }>({
      query: ({ id, name }) => request(routes.renamePasskey, { params: { id }, body: { name } }),
      responseSchema: passkey,
      invalidatesTags: (_, error) => (error ? [] : ['Passkey']),
    }),
    removePasskey: build.mutation<unknown, PasskeyId>({
      query: (id) => request(routes.removePasskey, { params: { id } }),
      invalidatesTags: changes('Passkey'),
    }),
    startPasskeyLogin: build.mutation<WebAuthnJson, void>({
      query: () => request(routes.startPasskeyLogin),
      responseSchema: options,
    }),
    // Keeps the tokens out of the cache, as the login by password does.
    passkeyLogin: build.mutation<null, PasskeyResponse>({
      queryFn: async (body, { dispatch }, _options, send) => {
        const pair = object<TokenPair>({ access: string(), refresh: string() })
        const { data, error } = await checked(pair, send(request(routes.passkeyLogin, { body })))
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
