import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { MemberId } from '#contract/ids.ts'

/** The kinds of mail that a token stops, with their keys. */
const KEYS = { content: 'discordia unsubscribe', invites: 'discordia unsubscribe invites' } as const
export type MailKind = keyof typeof KEYS

/**
 * A token stops one kind of a member's mails. It has no row and does not expire, since people keep mails for years;
 * a new `JWT_SECRET` invalidates all of them.
 */
export function unsubscribeTokens(jwtSecret: string, kind: MailKind = 'content') {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', KEYS[kind], 32))
  const sign = (id: string) => createHmac('sha256', key).update(id).digest()
  return {
    tokenOf: (member: MemberId): string =>
      `${member}.${sign(String(member)).toString('base64url')}`,
    /** Null for an invalid token. */
    memberOf(token: string): MemberId | null {
      const [, id, mac] = /^([1-9]\d{0,9})\.([\w-]{43})$/.exec(token) ?? []
      if (id === undefined || mac === undefined) return null
      return timingSafeEqual(Buffer.from(mac, 'base64url'), sign(id))
        ? (Number(id) as MemberId)
        : null
    },
  }
}
