import { SECOND_FACTOR_REQUIRED } from '#contract/errors.ts'
import { codesOf } from '../http/errors.ts'

/** Whether a login or a step-up was refused only because it needs the code of the second step. */
export const isCodeRequired = (error: unknown): boolean =>
  codesOf(error)[0] === SECOND_FACTOR_REQUIRED
