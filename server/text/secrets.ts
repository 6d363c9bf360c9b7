import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

export const sha256 = (text: string | Uint8Array): string =>
  createHash('sha256').update(text).digest('hex')
/** 256 random bits, safe in a URL. */
export const secretText = (): string => randomBytes(32).toString('base64url')

/**
 * Secrets as they are stored: encrypted, so that a stolen database alone yields none.
 * @param purpose of the secrets: those of one purpose cannot be opened as those of another
 */
export function makeVault(jwtSecret: string, purpose: 'second factor' | 'invite link' | 'hook') {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', `discordia ${purpose}`, 32))
  const bound = (owner: string | number) => Buffer.from(String(owner))
  return {
    seal(secret: string, owner: string | number): string {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bound(owner))
      const sealed = [cipher.update(secret, 'utf8'), cipher.final()]
      return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64url')
    },
    /** Null after a change of `JWT_SECRET`, and for a damaged value or another owner. */
    open(stored: string, owner: string | number): string | null {
      const bytes = Buffer.from(stored, 'base64url')
      const tagEnd = NONCE_BYTES + TAG_BYTES
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES))
          .setAAD(bound(owner))
          .setAuthTag(bytes.subarray(NONCE_BYTES, tagEnd))
        return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]).toString()
      } catch {
        return null
      }
    },
  }
}

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
