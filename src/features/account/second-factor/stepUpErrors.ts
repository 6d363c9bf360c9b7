import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { codeRefusalOf } from '#src/store/account/refusals.ts'

export type Proof = { password: string; code: string }

/** What is said where, for as long as a field has what was refused. */
type Errors = {
  form: MessageKey | undefined
  password: MessageKey | undefined
  code: MessageKey | undefined
  /** The account has a second step. */
  isCodeAsked: boolean
}

/** @param sent the proof of the last attempt, an incomplete one too; null before the first */
export function stepUpErrors(error: unknown, proof: Proof, sent: Proof | null): Errors {
  const refusal = error ? (codeRefusalOf(error) ?? 'failed') : null
  const isSame = (field: keyof Proof) => sent?.[field] === proof[field]
  const isEmpty = (field: keyof Proof) => proof[field].trim() === ''
  const errors: Errors = {
    form: undefined,
    password: undefined,
    code: undefined,
    isCodeAsked: refusal === 'codeRequired',
  }
  if (refusal === 'throttled') errors.form = 'step_up.throttled'
  if (refusal === 'failed') errors.form = 'step_up.failed'
  if (refusal === 'passkeyRequired') errors.form = 'step_up.passkey_required'
  if (refusal === 'setUpAtDesk') errors.form = 'step_up.set_up_at_desk'
  if (isSame('password')) {
    if (isEmpty('password')) errors.password = 'step_up.password_missing'
    else if (refusal === 'passwordWrong') errors.password = 'step_up.password_wrong'
  }
  if (isSame('code')) {
    if (isEmpty('code')) errors.code = 'second_step.code_missing'
    else if (refusal === 'codeInvalid') errors.code = 'second_step.code_invalid'
  }
  return errors
}
