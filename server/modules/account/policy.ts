import { REGISTER_PASSWORD_PATTERN } from '#contract/account.ts'
import type { MemberId } from '#contract/ids.ts'
import type { EmailWay } from '#contract/sets.ts'
import type { HasDb, Read } from '../../db/rows.ts'
import { deskErrors } from '../../desk/errors.ts'
import { errors, refusal } from '../../http/errors.ts'
import { addressTokens, isAddressStopped } from '../../mail/unsubscribeToken.ts'
import { emailKey, isBareEmail } from '../../text/keys.ts'
import type { User } from './repository.ts'
import { accountState } from './state.ts'

const STRONG = new RegExp(REGISTER_PASSWORD_PATTERN)

/**
 * The rule of the register form: 8 characters and all classes. The narrower rule of the reset form admits nothing
 * that fails it (ruling 41).
 */
export function assertStrongPassword(password: string, attr: string): void {
  if (!STRONG.test(password)) throw refusal(400, 'weak_password', { attr })
}

export type NewEmail = { readonly email: string; readonly email_key: string }

/** An e-mail address as it is stored; the contract has validated its shape. @throws Refusal */
export function emailToStore(typed: string): NewEmail {
  const email = typed.trim()
  if (!isBareEmail(email)) throw errors.invalidEmail()
  return { email, email_key: emailKey(email) }
}

type Link = {
  readonly used_at: number | null
  readonly expires_at: number | null
  readonly email_key: string | null
  readonly account_email_key: string
}

/** A link proves a mailbox, so it works only while the account has the address that it was mailed to. */
export function isOpen<L extends Link>(link: L | undefined, { now }: Pick<Read, 'now'>): link is L {
  if (link === undefined || link.used_at !== null) return false
  if (link.email_key !== null && link.email_key !== link.account_email_key) return false
  return link.expires_at === null || link.expires_at > now
}

type Account = Pick<User, 'id' | 'activated_at' | 'deactivated_at'>

/**
 * The role may have been revoked since the request began. Together with `assertOther`, one superuser always remains:
 * the actor.
 * @param superusers locked until the commit
 */
export function assertStillSuperuser(
  superusers: readonly MemberId[],
  actor: MemberId | null,
): asserts actor is MemberId {
  if (actor === null || !superusers.includes(actor)) throw deskErrors.forbidden()
}

export function assertOther(account: Account, actor: MemberId | null): void {
  if (account.id === actor) throw deskErrors.ownAccount()
}

/** A second person at the desk may have renamed the account in the same way. */
export function assertOtherName(
  { username }: Pick<User, 'username'>,
  wanted: Pick<User, 'username'>,
): void {
  if (wanted.username === username) throw deskErrors.wrongState('same_name', 'username')
}

export function assertOtherAddress(
  { email_key }: Pick<User, 'email_key'>,
  wanted: Pick<User, 'email_key'>,
): void {
  if (wanted.email_key === email_key) throw deskErrors.wrongState('same_email', 'email')
}

/** A change that the former mailbox does not confirm needs a reason. @throws Refusal */
export function notedReason({ way, reason }: { way: EmailWay; reason?: string }): string | null {
  const noted = (reason ?? '').trim()
  if (way === 'delay' && noted === '') throw deskErrors.required('reason')
  return noted === '' ? null : noted
}

/** Staff send nothing to an address whose owner has refused mails of others. */
export async function assertMailable(
  w: HasDb,
  jwtSecret: string,
  email_key: string,
): Promise<void> {
  if (await isAddressStopped(w, addressTokens(jwtSecret).digestOf(email_key)))
    throw deskErrors.addressStopped()
}

export function assertNotDeactivated(account: Account): void {
  if (accountState(account) === 'deactivated') throw deskErrors.wrongState('account_deactivated')
}

export function assertDeactivated(account: Account): void {
  if (accountState(account) !== 'deactivated')
    throw deskErrors.wrongState('account_not_deactivated')
}

export function assertNotActivated(account: Account): void {
  assertNotDeactivated(account)
  if (accountState(account) === 'active') throw deskErrors.wrongState('account_active')
}
