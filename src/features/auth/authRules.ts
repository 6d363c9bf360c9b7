import {
  EMAIL_PATTERN,
  REGISTER_PASSWORD_PATTERN,
  RESET_PASSWORD_PATTERN,
} from '#contract/limits.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'

/** What is wrong with a form: the message, and the field it is about (none: the form as a whole). */
export type Problem<Field extends string> = { key: MessageKey; field?: Field }

const isEmail = (text: string): boolean => new RegExp(EMAIL_PATTERN).test(text.trim())
const isFilled = (text: string): boolean => text.trim() !== ''

export type RegisterForm = { email: string; username: string; password: string; confirm: string }

/** The checks of SPEC 5, Register, in the order in which it names them. */
export function registerProblem(form: RegisterForm): Problem<keyof RegisterForm> | null {
  if (!Object.values(form).every(isFilled)) return { key: 'register.please_fill' }
  if (!isEmail(form.email)) return { key: 'register.bad_email', field: 'email' }
  if (form.password !== form.confirm) return { key: 'register.password_mismatch', field: 'confirm' }
  if (!new RegExp(REGISTER_PASSWORD_PATTERN).test(form.password))
    return { key: 'register.bad_password_regex', field: 'password' }
  return null
}

export type NewPasswordForm = { password: string; confirm: string }

/** The checks of SPEC 5, Change password: other signs are allowed than at registration (SETTLED 41). */
export function newPasswordProblem(form: NewPasswordForm): Problem<keyof NewPasswordForm> | null {
  if (!Object.values(form).every(isFilled)) return { key: 'register.please_fill' }
  if (form.password !== form.confirm) return { key: 'register.password_mismatch', field: 'confirm' }
  if (!new RegExp(RESET_PASSWORD_PATTERN).test(form.password))
    return { key: 'register.bad_change_password', field: 'password' }
  return null
}

/** SPEC 5, Forgot password: the email must be well formed. */
export const forgotProblem = (email: string): Problem<'email'> | null =>
  isEmail(email) ? null : { key: 'login.bad_email', field: 'email' }
