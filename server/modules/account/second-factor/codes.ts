import { randomBytes } from 'node:crypto'
import { generateSecret, generateURI, verify } from 'otplib'
import type { MemberId } from '#contract/ids.ts'
import { plainDigits } from '#shared/digits.ts'
import { sha256 } from '../../../text/secrets.ts'

/* Codes of an authenticator app (RFC 6238): SHA-1, six digits, 30 seconds, which every app supports. */

/** Seconds by which the phone's clock may differ: the previous and the next code are accepted, too. */
const STEP_S = 30
const TOLERANCE_S = STEP_S

export const newSecret = (): string => generateSecret()

/**
 * URL for the QR code.
 * @param issuer name of the site; a colon would end it in the label
 */
export const secretUrl = (issuer: string, secret: string, email: string): string =>
  generateURI({ issuer: issuer.replaceAll(':', ' '), label: email, secret })

/** True if it has the form of a code of an app, right or wrong. */
export const isAppCode = (code: string): boolean => /^\d{6}$/.test(plainCode(code))

/**
 * The time step of a code, if it is right and newer than `after`; else null. An `after` in the future was stored before
 * the clock was set back, and must not lock anyone out.
 * @param now epoch milliseconds
 */
export async function stepOfCode(
  secret: string,
  code: string,
  { after, now }: { readonly after: number; readonly now: number },
): Promise<number | null> {
  if (!isAppCode(code)) return null
  const newest = Math.floor((now / 1000 + TOLERANCE_S) / STEP_S)
  const result = await verify({
    secret,
    token: plainCode(code),
    epoch: Math.floor(now / 1000),
    epochTolerance: TOLERANCE_S,
    afterTimeStep: after > newest ? 0 : after,
  })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}

export const RECOVERY_CODES = 10

/** Crockford's base 32, without letters that look like digits; 32 of them, so that bytes map to them evenly. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
/** 80 bits: too many to be guessed from a stolen hash. */
const LENGTH = 16

/** Ten codes such as `x3k9-72mq-0vdh-5tge`. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () =>
    [...randomBytes(LENGTH)]
      .map((byte, at) => `${at > 0 && at % 4 === 0 ? '-' : ''}${ALPHABET[byte % 32]}`)
      .join(''),
  )

const RECOVERY_CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`)

/** True if it has the form of a recovery code, right or wrong. */
export const isRecoveryCode = (code: string): boolean => RECOVERY_CODE.test(plainCode(code))

/** Stored form of a recovery code. */
export const recoveryHash = (user: MemberId, code: string): string =>
  sha256(`recovery ${user} ${plainCode(code)}`)

/** U+30FC is the character of the hyphen key on a Japanese keyboard. */
const GAPS = /[\s\p{Pd}\u30fc]/gu

/**
 * Normal form of a code for comparison: every keyboard's digits and letters; capitals, spaces and hyphens do not count.
 */
export const plainCode = (typed: string): string =>
  plainDigits(typed).toLowerCase().replace(GAPS, '')
