import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/**
 * Texts with a signature, which need no row and end with their `JWT_SECRET`.
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
      const text = token.slice(0, token.lastIndexOf('.'))
      // Signatures of both have one length, and their comparison does not say where the tokens differ.
      const isSigned = shape.test(text) && timingSafeEqual(sign(token), sign(tokenOf(text)))
      return isSigned ? text : null
    },
  }
}
