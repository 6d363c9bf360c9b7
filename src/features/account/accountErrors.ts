import { DETAIL } from '#contract/errors.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { detailOf } from '#src/store/http/errors.ts'

/** The server's sentence decides (behaviour 8.1). */
export function loginErrorKey(error: unknown): MessageKey {
  const detail = detailOf(error)
  if (detail === DETAIL.noActiveAccount) return 'login.invalid_credentials'
  return detail === DETAIL.blank ? 'login.fill_in' : 'login.comm_error'
}

type RegisterError = { field?: 'username' | 'email'; key: MessageKey }

/** By the server's sentence too (behaviour 8.2); without a field it is about the form as a whole. */
export function registerError(error: unknown): RegisterError {
  const detail = detailOf(error)?.toLowerCase() ?? ''
  if (detail.includes('user with this username'))
    return { field: 'username', key: 'register.username_exists' }
  if (detail.includes('user with this email'))
    return { field: 'email', key: 'register.email_exists' }
  return { key: 'register.register_fail' }
}
