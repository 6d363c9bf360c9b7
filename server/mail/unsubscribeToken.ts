import type { MemberId } from '#contract/ids.ts'
import { signedTexts } from '../text/signedTexts.ts'

/** The kinds of mail that a token stops, with their keys. */
const KEYS = { content: 'discordia unsubscribe', invites: 'discordia unsubscribe invites' } as const
export type MailKind = keyof typeof KEYS

/**
 * A token stops one kind of a member's mails. It has no row and does not expire, since people keep mails for years;
 * a new `JWT_SECRET` invalidates all of them.
 */
export function unsubscribeTokens(jwtSecret: string, kind: MailKind = 'content') {
  const { tokenOf, textIn } = signedTexts(jwtSecret, KEYS[kind])
  return {
    tokenOf: (member: MemberId): string => tokenOf(String(member)),
    /** Null for an invalid token. */
    memberOf(token: string): MemberId | null {
      const id = textIn(token, /^[1-9]\d{0,9}$/)
      return id === null ? null : (Number(id) as MemberId)
    },
  }
}

/**
 * Tokens of mails to people without an account, whose address is neither stored nor in the token: both have a keyed
 * digest. A new `JWT_SECRET` also forgets which addresses opted out.
 */
export function addressTokens(jwtSecret: string) {
  const { sign, tokenOf, textIn } = signedTexts(jwtSecret, 'discordia stopped address')
  /** @param key of the address; see `emailKey` */
  const digestOf = (key: string): string => sign(`address ${key}`).toString('base64url')
  return {
    digestOf,
    tokenOf: (key: string): string => tokenOf(digestOf(key)),
    /** Null for an invalid token. */
    digestIn: (token: string): string | null => textIn(token, /^[\w-]{43}$/),
  }
}
