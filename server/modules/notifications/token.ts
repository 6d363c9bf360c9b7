import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { MemberId } from '#contract/ids.ts'

/** Which mails a token stops; each has a key of its own. */
const KEYS = { content: 'discordia unsubscribe', invites: 'discordia unsubscribe invites' } as const
export type MailKind = keyof typeof KEYS

export type UnsubscribeTokens = {
  readonly tokenOf: (member: MemberId) => string
  /** Null for anything that was not made here. */
  readonly memberOf: (token: string) => MemberId | null
}

/**
 * Tokens that stop one kind of a member's mails and do nothing else. They need no row and never end, as mails
 * are kept for years; another `JWT_SECRET` ends them all.
 */
export function unsubscribeTokens(
  jwtSecret: string,
  kind: MailKind = 'content',
): UnsubscribeTokens {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', KEYS[kind], 32))
  const sign = (id: string) => createHmac('sha256', key).update(id).digest()
  return {
    tokenOf: (member) => `${member}.${sign(String(member)).toString('base64url')}`,
    memberOf(token) {
      const [, id, mac] = /^([1-9]\d{0,9})\.([\w-]{43})$/.exec(token) ?? []
      if (id === undefined || mac === undefined) return null
      return timingSafeEqual(Buffer.from(mac, 'base64url'), sign(id))
        ? (Number(id) as MemberId)
        : null
    },
  }
}
