import { boolean, fallback, looseObject, number, string } from 'valibot'
import type { PasskeyId } from '#contract/ids.ts'
import { securityRoutes as routes } from '#contract/routes.ts'
import type { TokenPair } from '#contract/schemas/account.ts'
import type {
  EmailChange,
  Passkey,
  RecoveryCodes,
  SecondFactor,
  SecondFactorSecret,
  SecurityEventRow,
  Session,
  StepUp,
  StepUpBody,
} from '#contract/schemas/security.ts'
import type { WebAuthnJson } from '#src/platform/passkeys.ts'
import { baseApi } from '../http/baseApi.ts'
import { request } from '../http/request.ts'
import { checked, list, object, textOrEmpty, textOrNull } from '../http/schema.ts'
import type { Tag } from '../http/tags.ts'
import { loggedIn } from '../session/slice.ts'
import { ownerConfirmed } from '../session/stepUpSlice.ts'

/** Options of a ceremony; the browser checks what is in them. */
const options = looseObject({})
const recoveryCodes = object<RecoveryCodes>({ codes: list(string()) })
const emailChange = object<EmailChange>({ new_email: textOrNull, expires_at: textOrNull })
const passkey = object<Passkey>({
  id: number(),
  name: textOrEmpty,
  created_at: textOrEmpty,
  last_used_at: textOrNull,
  is_synced: fallback(boolean(), false),
})

/** A change is in the security log as well. */
const changes =
  (...tags: Tag[]) =>
  (_: unknown, error: unknown): Tag[] =>
    error ? [] : [...tags, 'SecurityEvent']

type PasskeyResponse = { response: WebAuthnJson }

const withSecondFactor = baseApi.injectEndpoints({
  endpoints: (build) => ({
    startStepUp: build.mutation<WebAuthnJson, void>({
      query: () => request(routes.startStepUp),
      responseSchema: options,
    }),
    // The token goes straight into its slice, so that the cache of the call does not keep it.
    stepUp: build.mutation<null, StepUpBody>({
      queryFn: async (body, { dispatch }, _options, send) => {
        const token = object<StepUp>({ token: string(), expires_at: string() })
        const { data, error } = await checked(token, send(request(routes.stepUp, { body })))
        if (error) return { error }
        dispatch(ownerConfirmed(data))
        return { data: null }
      },
    }),
    getSecondFactor: build.query<SecondFactor, void>({
      query: () => request(routes.getSecondFactor),
      responseSchema: object<SecondFactor>({
        enabled_at: textOrNull,
        codes_left: fallback(number(), 0),
        is_required: fallback(boolean(), false),
      }),
      providesTags: ['SecondFactor'],
    }),
    startSecondFactor: build.mutation<SecondFactorSecret, void>({
      query: () => request(routes.startSecondFactor),
      responseSchema: object<SecondFactorSecret>({ secret: string(), url: string() }),
    }),
    confirmSecondFactor: build.mutation<RecoveryCodes, { code: string }>({
      query: (body) => request(routes.confirmSecondFactor, { body }),
      responseSchema: recoveryCodes,
      invalidatesTags: changes('SecondFactor'),
    }),
    removeSecondFactor: build.mutation<unknown, void>({
      query: () => request(routes.removeSecondFactor),
      invalidatesTags: changes('SecondFactor'),
    }),
    renewRecoveryCodes: build.mutation<RecoveryCodes, void>({
      query: () => request(routes.renewRecoveryCodes),
      responseSchema: recoveryCodes,
      invalidatesTags: changes('SecondFactor'),
    }),
  }),
})

const withPasskeys = withSecondFactor.injectEndpoints({
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
    // As for the login by password: no tokens in the cache of the call.
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

export const securityApi = withPasskeys.injectEndpoints({
  endpoints: (build) => ({
    listSessions: build.query<Session[], void>({
      query: () => request(routes.listSessions),
      responseSchema: list(
        object<Session>({
          id: string(),
          browser: textOrNull,
          network: textOrNull,
          started_at: textOrEmpty,
          last_used_at: textOrEmpty,
          is_current: fallback(boolean(), false),
        }),
      ),
      providesTags: ['Session'],
    }),
    endSession: build.mutation<unknown, string>({
      query: (id) => request(routes.endSession, { params: { id } }),
      // Even after a refusal: the session may have ended by itself.
      invalidatesTags: ['Session', 'SecurityEvent'],
    }),
    endOtherSessions: build.mutation<unknown, void>({
      query: () => request(routes.endOtherSessions),
      invalidatesTags: changes('Session'),
    }),
    changePassword: build.mutation<unknown, { new_password: string }>({
      query: (body) => request(routes.changePassword, { body }),
      invalidatesTags: changes('Session'),
    }),
    getEmailChange: build.query<EmailChange, void>({
      query: () => request(routes.getEmailChange),
      responseSchema: emailChange,
      providesTags: ['EmailChange'],
    }),
    changeEmail: build.mutation<EmailChange, { new_email: string }>({
      query: (body) => request(routes.changeEmail, { body }),
      responseSchema: emailChange,
      invalidatesTags: changes('EmailChange'),
    }),
    cancelEmailChange: build.mutation<EmailChange, void>({
      query: () => request(routes.cancelEmailChange),
      responseSchema: emailChange,
      invalidatesTags: changes('EmailChange'),
    }),
    listSecurityEvents: build.query<SecurityEventRow[], void>({
      query: () => request(routes.listSecurityEvents),
      responseSchema: list(
        object<SecurityEventRow>({
          event: string(),
          at: textOrEmpty,
          times: fallback(number(), 1),
          browser: textOrNull,
          network: textOrNull,
        }),
      ),
      providesTags: ['SecurityEvent'],
    }),
  }),
})

export const {
  useStartStepUpMutation,
  useStepUpMutation,
  useGetSecondFactorQuery,
  useStartSecondFactorMutation,
  useConfirmSecondFactorMutation,
  useRemoveSecondFactorMutation,
  useRenewRecoveryCodesMutation,
  useListPasskeysQuery,
  useRenamePasskeyMutation,
  useRemovePasskeyMutation,
  useListSessionsQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useChangePasswordMutation,
  useGetEmailChangeQuery,
  useChangeEmailMutation,
  useCancelEmailChangeMutation,
  useListSecurityEventsQuery,
} = securityApi
