import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/**
 * Signed texts. They need no row, and a new `JWT_SECRET` makes all of them invalid.
 * @param purpose a token for another one is invalid
 */
export function signedTexts(jwtSecret: string, purpose: string) {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', purpose, 32))
  const sign = (text: string) => createHmac('sha256', key).update(text).digest()
  const tokenOf = (text: string) => `${text}.${sign(text).toString('base64url')}`
  return {
    sign,
    tokenOf,
    /** Null for an invalid token. */
    textIn(token: string, shape: RegExp): string | null {
      const end = token.lastIndexOf('.')
      // The stamp of a kit, which each picture of the site names: nothing to sign.
      if (end < 0) return null
      const text = token.slice(0, end)
      // Signatures of the two tokens are compared: they have equal lengths, and their timing reveals nothing.
      const isSigned = shape.test(text) && timingSafeEqual(sign(token), sign(tokenOf(text)))
      return isSigned ? text : null
    },
  }
}
