import { SECOND_FACTOR_REQUIRED } from '#contract/errors.ts'
import { codesOf } from '../http/errors.ts'

/** Whether a login or a step-up was refused only because it needs the code of the second step. */
export const isCodeRequired = (error: unknown): boolean =>
  codesOf(error)[0] === SECOND_FACTOR_REQUIRED

/** Whether a refused login says that the server accepts passkeys; only servers that have the calls do. */
export const offersPasskeys = (error: unknown): boolean =>
  (error as { data?: { passkeys?: unknown } | null } | undefined)?.data?.passkeys === true
