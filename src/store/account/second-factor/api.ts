import {
  type PasskeyRequest,
  type RecoveryCodes,
  type SecondFactor,
  type SecondFactorSecret,
  type StepUpBody,
  securitySchemas as schemas,
} from '#contract/schemas/security.ts'
import { securityRoutes as routes } from '#contract/security.ts'
import { baseApi } from '../../http/baseApi.ts'
import { raiseToasts } from '../../http/outcomeToasts.ts'
import { request } from '../../http/request.ts'
import { checked, responseOf } from '../../http/schema.ts'
import { ownerConfirmed } from '../../session/stepUpSlice.ts'
import { changes } from '../securityChanges.ts'

const api = baseApi.enhanceEndpoints({ addTagTypes: ['SecondFactor'] })

export const secondFactorApi = api.injectEndpoints({
  endpoints: (build) => ({
    startStepUp: build.mutation<PasskeyRequest, void>({
      query: () => request(routes.startStepUp),
      responseSchema: responseOf(schemas.startStepUp),
    }),
    // Puts the token straight into its slice, so that the cache does not keep it.
    stepUp: build.mutation<null, StepUpBody>({
      queryFn: async (body, { dispatch }, _options, send) => {
        const sent = send(request(routes.stepUp, { body }))
        const { data, error } = await checked(responseOf(schemas.stepUp), sent)
        if (error) return { error }
        dispatch(ownerConfirmed(data))
        return { data: null }
      },
    }),
    getSecondFactor: build.query<SecondFactor, void>({
      query: () => request(routes.getSecondFactor),
      responseSchema: responseOf(schemas.getSecondFactor),
      providesTags: ['SecondFactor'],
    }),
    startSecondFactor: build.mutation<SecondFactorSecret, void>({
      query: () => request(routes.startSecondFactor),
      responseSchema: responseOf(schemas.startSecondFactor),
    }),
    confirmSecondFactor: build.mutation<RecoveryCodes, { code: string }>({
      query: (body) => request(routes.confirmSecondFactor, { body }),
      responseSchema: responseOf(schemas.confirmSecondFactor),
      invalidatesTags: changes('SecondFactor'),
    }),
    removeSecondFactor: build.mutation<unknown, void>({
      query: () => request(routes.removeSecondFactor),
      invalidatesTags: changes('SecondFactor'),
    }),
    renewRecoveryCodes: build.mutation<RecoveryCodes, void>({
      query: () => request(routes.renewRecoveryCodes),
      responseSchema: responseOf(schemas.renewRecoveryCodes),
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
