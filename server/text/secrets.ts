import { createHash, randomBytes } from 'node:crypto'

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
/** 256 random bits, safe in a URL. */
export const secretText = (): string => randomBytes(32).toString('base64url')
