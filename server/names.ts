import { TEXT_MAX } from '#contract/limits.ts'
import { errors } from './errors.ts'
import { usernameKey } from './text.ts'

const CONTROL = /\p{Cc}|\p{Zl}|\p{Zp}/u

export type NewName = { readonly username: string; readonly username_key: string }

/**
 * A display name as it is stored: trimmed, visible, on one line.
 * @param attr the field that a refusal names
 * @throws Refusal
 */
export function nameToStore(typed: string, attr = 'username'): NewName {
  const username = typed.trim()
  const username_key = usernameKey(username)
  if (username_key === '') throw errors.blank(attr)
  if (CONTROL.test(username)) throw errors.invalid(attr)
  // Folding can make a text longer (one sign becomes eighteen); an index takes no more than this.
  if ([...username_key].length > TEXT_MAX) throw errors.tooLong(attr, TEXT_MAX)
  return { username, username_key }
}
