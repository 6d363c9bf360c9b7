import { REGISTER_PASSWORD_PATTERN } from '#contract/account.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { isBlank, isEmail } from '#src/ui/form/rules.ts'

/** Reset: only letters, digits, @ ! &, at least one of each class (behaviour 5.2; ruling 41). */
export const RESET_PASSWORD_PATTERN =
  '^(?=.*[A-Z])(?=.*[a-z])(?=.*[0-9])(?=.*[@!&])[A-Za-z0-9@!&]{8,}$'

type Problems<Form> = { [Field in keyof Form]?: MessageKey }

/** The e-mail address of an account, where it is the only field (behaviour 5.3). */
export const emailProblems = ({ email }: { email: string }): Problems<{ email: string }> =>
  isEmail(email) ? {} : { email: 'login.bad_email' }

function passwordProblems(
  { password, confirm }: NewPasswords,
  pattern: string,
  weak: MessageKey,
): Problems<NewPasswords> {
  const isMatching = password === confirm || isBlank(password) || isBlank(confirm)
  const isStrong = isBlank(password) || new RegExp(pattern).test(password)
  return {
    ...(!isMatching && { confirm: 'register.password_mismatch' as const }),
    ...(!isStrong && { password: weak }),
  }
}

export type RegisterForm = { email: string; username: string; password: string; confirm: string }

/** The checks of what is filled in (behaviour 5.1), all at once; for what is empty see `emptyIn`. */
export const registerProblems = (form: RegisterForm): Problems<RegisterForm> => ({
  ...(!isBlank(form.email) && !isEmail(form.email) && { email: 'register.bad_email' as const }),
  ...passwordProblems(form, REGISTER_PASSWORD_PATTERN, 'register.bad_password_regex'),
})

type NewPasswords = { password: string; confirm: string }

/** A mismatch ends when either password changes. */
export const PASSWORD_PAIR = { confirm: 'password' } as const

/** The checks of behaviour 5.2: other characters are allowed than at registration (ruling 41). */
export const newPasswordProblems = (form: NewPasswords): Problems<NewPasswords> =>
  passwordProblems(form, RESET_PASSWORD_PATTERN, 'register.bad_change_password')
