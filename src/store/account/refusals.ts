import {
  PASSKEY_REQUIRED,
  SECOND_FACTOR_INVALID,
  SECOND_FACTOR_REQUIRED,
  SET_UP_AT_DESK,
  WRONG_PASSWORD,
} from '#contract/errors.ts'
import { codesOf, statusOf } from '../http/errors.ts'

/** What a login, a step-up or a set-up says of password and code. */
type CodeRefusal =
  | 'codeRequired'
  | 'codeInvalid'
  | 'passwordWrong'
  | 'passkeyRequired'
  | 'setUpAtDesk'
  | 'throttled'

const REFUSALS: ReadonlyMap<string | undefined, CodeRefusal> = new Map([
  [SECOND_FACTOR_REQUIRED, 'codeRequired'],
  [SECOND_FACTOR_INVALID, 'codeInvalid'],
  [WRONG_PASSWORD, 'passwordWrong'],
  [PASSKEY_REQUIRED, 'passkeyRequired'],
  [SET_UP_AT_DESK, 'setUpAtDesk'],
])

/** Null for all other errors. */
export const codeRefusalOf = (error: unknown): CodeRefusal | null =>
  statusOf(error) === 429 ? 'throttled' : (REFUSALS.get(codesOf(error)[0]) ?? null)

/** Whether a refused login says that the server accepts passkeys; only servers that have the calls do. */
export const offersPasskeys = (error: unknown): boolean =>
  (error as { data?: { passkeys?: unknown } | null } | undefined)?.data?.passkeys === true
