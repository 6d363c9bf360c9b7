import { STEP_UP_REQUIRED } from '#contract/errors.ts'
import { NOT_CONFIRMED } from '../session/stepUp.ts'
import { codesOf, statusOf } from './errors.ts'

// Kept out of errors.ts, which is part of the first load.

/** Whether a sensitive call was refused only for lack of a step-up token. */
export const isStepUpRequired = (error: unknown): boolean =>
  statusOf(error) === 403 && codesOf(error)[0] === STEP_UP_REQUIRED

/** Whether the visitor cancelled the confirmation of a sensitive call; no message is needed. */
export const isNotConfirmed = (error: unknown): boolean =>
  (error as { error?: unknown } | null | undefined)?.error === NOT_CONFIRMED.error
