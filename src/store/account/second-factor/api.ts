import { boolean, fallback, looseObject, number, string } from 'valibot'
import type {
  RecoveryCodes,
  SecondFactor,
  SecondFactorSecret,
  StepUp,
  StepUpBody,
} from '#contract/schemas/security.ts'
import { securityRoutes as routes } from '#contract/security.ts'
import type { WebAuthnJson } from '#src/platform/passkeys.ts'
import { baseApi } from '../../http/baseApi.ts'
import { raiseToasts } from '../../http/outcomeToasts.ts'
import { request } from '../../http/request.ts'
import { checked, list, object, textOrNull } from '../../http/schema.ts'
import { ownerConfirmed } from '../../session/stepUpSlice.ts'
import { changes } from '../securityChanges.ts'

/** Options of a ceremony; the browser checks what is in them. */
const options = looseObject({})
const recoveryCodes = object<RecoveryCodes>({ codes: list(string()) })

const api = baseApi.enhanceEndpoints({ addTagTypes: ['SecondFactor'] })

export const secondFactorApi = api.injectEndpoints({
  endpoints: (build) => ({
    startStepUp: build.mutation<WebAuthnJson, void>({
      query: () => request(routes.startStepUp),
      responseSchema: options,
    }),
    // Puts the token straight into its slice, so that the cache does not keep it.
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

raiseToasts<typeof secondFactorApi>({
  startSecondFactor: { failed: 'toast.two_step_failed' },
  confirmSecondFactor: { done: 'toast.two_step_on' },
  removeSecondFactor: { done: 'toast.two_step_off', failed: 'toast.two_step_failed' },
  renewRecoveryCodes: { done: 'toast.recovery_codes_renewed', failed: 'toast.two_step_failed' },
})

export const {
  useStartStepUpMutation,
  useStepUpMutation,
  useGetSecondFactorQuery,
  useStartSecondFactorMutation,
  useConfirmSecondFactorMutation,
  useRemoveSecondFactorMutation,
  useRenewRecoveryCodesMutation,
} = secondFactorApi
