import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { MemberId } from '#contract/ids.ts'
import type { Clock } from '../../../config/time.ts'

/** Purpose of a challenge: a response to one kind is not accepted for another. */
export type Purpose = 'register' | 'login' | 'step-up' | 'desk login' | 'desk step-up'

const LIFETIME_S = 5 * 60
const NONCE_BYTES = 16
const TIME_BYTES = 4

/**
 * Challenges are signed and not stored, so that strangers who ask for them fill no table. A used one is stored until it
 * expires; see `spendChallenge`.
 */
export function makeChallenges(jwtSecret: string, clock: Clock) {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'discordia passkey challenge', 32))
  const sign = (payload: Buffer, purpose: Purpose, member: MemberId | null) =>
    createHmac('sha256', key).update(`${purpose} ${member} `).update(payload).digest()

  return {
    /** @param member null for a login, whose account is not known yet */
    issue(purpose: Purpose, member: MemberId | null): Uint8Array<ArrayBuffer> {
      const payload = Buffer.alloc(NONCE_BYTES + TIME_BYTES)
      randomBytes(NONCE_BYTES).copy(payload)
      payload.writeUInt32BE(Math.floor(clock() / 1000) + LIFETIME_S, NONCE_BYTES)
      return new Uint8Array(Buffer.concat([payload, sign(payload, purpose, member)]))
    },
    /**
     * Expiry of a challenge in epoch milliseconds; null unless it was issued here for this purpose and has not expired.
     * @param challenge base64url
     */
    expiryOf(challenge: string, purpose: Purpose, member: MemberId | null): number | null {
      const bytes = Buffer.from(challenge, 'base64url')
      const payload = bytes.subarray(0, NONCE_BYTES + TIME_BYTES)
      const mac = bytes.subarray(NONCE_BYTES + TIME_BYTES)
      const expected =
        payload.length === NONCE_BYTES + TIME_BYTES ? sign(payload, purpose, member) : null
      if (expected === null || mac.length !== expected.length || !timingSafeEqual(mac, expected))
        return null
      const expiresAt = payload.readUInt32BE(NONCE_BYTES) * 1000
      return expiresAt > clock() ? expiresAt : null
    },
  }
}
