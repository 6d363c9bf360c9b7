import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { MemberId } from '#contract/ids.ts'

export type UnsubscribeTokens = {
  readonly tokenOf: (member: MemberId) => string
  /** Null for anything that was not made here. */
  readonly memberOf: (token: string) => MemberId | null
}

/**
 * Tokens that stop one member's notifications and do nothing else. They need no row and never end, as mails
 * are kept for years; another `JWT_SECRET` ends them all.
 */
export function unsubscribeTokens(jwtSecret: string): UnsubscribeTokens {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'discordia unsubscribe', 32))
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
