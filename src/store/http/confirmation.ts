import { STEP_UP_REQUIRED } from '#contract/errors.ts'
import { NOT_CONFIRMED } from '../session/stepUp.ts'
import { codesOf, statusOf } from './errors.ts'

// Not in errors.ts, which is part of the first load.

/** The refusal of a sensitive act that a step-up token can mend. */
export const isStepUpRequired = (error: unknown): boolean =>
  statusOf(error) === 403 && codesOf(error)[0] === STEP_UP_REQUIRED

/** Whether a sensitive act was given up in the dialog "Confirm that it is you"; nothing needs to be said. */
export const isNotConfirmed = (error: unknown): boolean =>
  (error as { error?: unknown } | null | undefined)?.error === NOT_CONFIRMED.error
