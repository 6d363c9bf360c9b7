import { SECOND_FACTOR_REQUIRED } from '#contract/errors.ts'
import { securityCalls as calls, type StepUpBody } from '#contract/security.ts'
import { endpointsOf, handsOver } from '../../http/endpoints.ts'
import { codesOf } from '../../http/errors.ts'
import { raiseToasts } from '../../http/outcomeToasts.ts'
import { ownerConfirmed } from '../../session/stepUp.ts'

const CHANGED = ['SecondFactor', 'SecurityEvent'] as const

export const secondFactorApi = endpointsOf(calls, {
  queries: { getSecondFactor: { tags: ['SecondFactor'] } },
  changes: {
    startStepUp: {},
    startSecondFactor: {},
    confirmSecondFactor: { endsIfDone: CHANGED },
    removeSecondFactor: { endsIfDone: CHANGED },
    renewRecoveryCodes: { endsIfDone: CHANGED },
  },
}).injectEndpoints({
  endpoints: (build) => ({
    stepUp: build.mutation<null, StepUpBody>(handsOver(calls.stepUp, ownerConfirmed)),
  }),
})

raiseToasts<typeof secondFactorApi>({
  startSecondFactor: { failed: 'toast.two_step_failed' },
  confirmSecondFactor: { done: 'toast.two_step_on' },
  removeSecondFactor: { done: 'toast.two_step_off', failed: 'toast.two_step_failed' },
  renewRecoveryCodes: { done: 'toast.recovery_codes_renewed', failed: 'toast.two_step_failed' },
})

/** Whether a login or a step-up was refused only because it needs the code of the second step. */
export const isCodeRequired = (error: unknown): boolean =>
  codesOf(error)[0] === SECOND_FACTOR_REQUIRED
