import { REGISTER_PASSWORD_PATTERN } from '#contract/limits.ts'
import { errors } from '../../http/errors.ts'
import { emailKey } from '../../text/keys.ts'

const STRONG = new RegExp(REGISTER_PASSWORD_PATTERN)
/** Signs that mail programs read as more than one address, or as a name with an address. */
const ADDRESS_SYNTAX = /[<>()[\],;:"\\]|\p{Cc}/u

/**
 * The server's own minimum: 8 characters and all classes. It is the rule of the register form, and whatever
 * the narrower rule of the reset form admits passes it too (ruling 41).
 */
export function assertStrongPassword(password: string, attr: string): void {
  if (!STRONG.test(password)) throw errors.weakPassword(attr)
}

export type NewAddress = { readonly email: string; readonly email_key: string }

/** An address as it is stored; the contract has checked its plain shape. @throws Refusal */
export function addressToStore(typed: string): NewAddress {
  const email = typed.trim()
  if (ADDRESS_SYNTAX.test(email)) throw errors.invalidEmail()
  return { email, email_key: emailKey(email) }
}

type Link = { readonly used_at: number | null; readonly expires_at: number | null }

/** May this mailed link still be used? */
export function isOpen<L extends Link>(link: L | undefined, now: number): link is L {
  if (link === undefined || link.used_at !== null) return false
  return link.expires_at === null || link.expires_at > now
}
