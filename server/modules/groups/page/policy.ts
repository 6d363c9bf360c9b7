import { type GroupTexts, MAIL_INVITES_MAX } from '#contract/groupPage.ts'
import type { MemberId } from '#contract/ids.ts'
import type { GroupRole } from '#contract/sets.ts'
import { errors, refusal } from '../../../http/errors.ts'
import { emailKey, isBareEmail } from '../../../text/keys.ts'
import { INVITE_LINKS_MAX } from '../limits.ts'
import { type Membership, textToStore, webAddress } from '../policy.ts'

const CO_OWNERS_MAX = 5

export const roleOf = (group: Membership, member: MemberId): GroupRole => {
  if (group.ownerId === member) return 'owner'
  return group.coOwners.includes(member) ? 'co_owner' : 'member'
}

export function assertMayBeCoOwner(group: Membership, target: MemberId): void {
  if (!group.members.includes(target)) throw errors.memberNotFound()
  if (target === group.ownerId) throw errors.ownerCannotBeRemoved()
  const others = group.coOwners.filter((id) => id !== target && id !== group.ownerId)
  if (others.length >= CO_OWNERS_MAX)
    throw refusal(409, 'too_many_co_owners', { limit: CO_OWNERS_MAX })
}

type Open = { readonly email: string | null }

/** @param open links of the group */
export function assertMayAddLink(open: readonly Open[]): void {
  const passedOn = open.filter(({ email }) => email === null)
  if (passedOn.length >= INVITE_LINKS_MAX)
    throw refusal(409, 'too_many_links', { limit: INVITE_LINKS_MAX })
}

type Address = { readonly email: string; readonly email_key: string }

/** The contract has validated its shape. @throws Refusal 400 */
export function addressToMail(typed: string): Address {
  const email = typed.trim()
  if (!isBareEmail(email)) throw errors.invalidEmail()
  return { email, email_key: emailKey(email) }
}

/**
 * Responds alike for every address, with an account or without.
 * @param open links of the group
 */
export function assertMayMail(open: readonly Open[], email_key: string): void {
  const mailed = open.flatMap(({ email }) => email ?? [])
  if (mailed.some((email) => emailKey(email) === email_key))
    throw refusal(409, 'already_mailed', { attr: 'email' })
  if (mailed.length >= MAIL_INVITES_MAX)
    throw refusal(409, 'too_many_mail_invites', { limit: MAIL_INVITES_MAX })
}

/** @throws Refusal 400 that names the URL */
export function textsToStore({ purpose, note, talk_url, version }: GroupTexts): GroupTexts {
  return {
    version: version + 1,
    purpose: textToStore(purpose),
    note: textToStore(note),
    // An internationalized host is stored in its ASCII form.
    talk_url: talk_url && new URL(webAddress('talk_url', talk_url)).href,
  }
}
