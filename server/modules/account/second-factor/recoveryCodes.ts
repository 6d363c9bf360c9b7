import { randomBytes } from 'node:crypto'
import type { MemberId } from '#contract/ids.ts'

import { sha256 } from '../../../text/secrets.ts'
import { plainCode } from './plainCode.ts'

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
