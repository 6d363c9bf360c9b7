import { generateSecret, generateURI, verify } from 'otplib'
import { plainCode } from './plainCode.ts'

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
