import {
  securityCalls as calls,
  type PasskeyRequest,
  type RecoveryCodes,
  type SecondFactor,
  type SecondFactorSecret,
  type StepUpBody,
} from '#contract/security.ts'
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
      query: () => request(calls.startStepUp),
      responseSchema: responseOf(calls.startStepUp),
    }),
    // Puts the token straight into its slice, so that the cache does not keep it.
    stepUp: build.mutation<null, StepUpBody>({
      queryFn: async (body, { dispatch }, _options, send) => {
        const sent = send(request(calls.stepUp, { body }))
        const { data, error } = await checked(responseOf(calls.stepUp), sent)
        if (error) return { error }
        dispatch(ownerConfirmed(data))
        return { data: null }
      },
    }),
    getSecondFactor: build.query<SecondFactor, void>({
      query: () => request(calls.getSecondFactor),
      responseSchema: responseOf(calls.getSecondFactor),
      providesTags: ['SecondFactor'],
    }),
    startSecondFactor: build.mutation<SecondFactorSecret, void>({
      query: () => request(calls.startSecondFactor),
      responseSchema: responseOf(calls.startSecondFactor),
    }),
    confirmSecondFactor: build.mutation<RecoveryCodes, { code: string }>({
      query: (body) => request(calls.confirmSecondFactor, { body }),
      responseSchema: responseOf(calls.confirmSecondFactor),
      invalidatesTags: changes('SecondFactor'),
    }),
    removeSecondFactor: build.mutation<unknown, void>({
      query: () => request(calls.removeSecondFactor),
      invalidatesTags: changes('SecondFactor'),
    }),
    renewRecoveryCodes: build.mutation<RecoveryCodes, void>({
      query: () => request(calls.renewRecoveryCodes),
      responseSchema: responseOf(calls.renewRecoveryCodes),
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
