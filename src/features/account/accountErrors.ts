import { DETAIL } from '#contract/errors.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { detailOf } from '#src/store/http/errors.ts'

/** The server's sentence decides (behaviour 8.1). */
export function loginErrorKey(error: unknown): MessageKey {
  const detail = detailOf(error)
  if (detail === DETAIL.noActiveAccount) return 'login.invalid_credentials'
  return detail === DETAIL.blank ? 'login.fill_in' : 'login.comm_error'
}

/** The field that the server's sentence about a registration is about; null for the form as a whole. */
export function registerErrorField(error: unknown): 'username' | 'email' | null {
  const key = registerErrorKey(error)
  if (key === 'register.username_exists') return 'username'
  return key === 'register.email_exists' ? 'email' : null
}

/** "A server detail saying a user with this username exists …" (behaviour 8.2). */
export function registerErrorKey(error: unknown): MessageKey {
  const detail = detailOf(error)?.toLowerCase() ?? ''
  if (detail.includes('user with this username')) return 'register.username_exists'
  return detail.includes('user with this email')
    ? 'register.email_exists'
    : 'register.register_fail'
}
