import type { MemberId } from '#contract/ids.ts'
import type { HasDb } from '../../db/rows.ts'
import { signedTexts } from '../../text/secrets.ts'
import { findUser } from './repository.ts'
import { isActive } from './state.ts'

const SEAL_LENGTH = 16

/**
 * What a link in a mail to an account carries beside its signature, so that it works no longer than the account has
 * this password, this email address and sessions that were not revoked.
 * @returns undefined for an account that is not active
 */
export async function accountSeal(
  w: HasDb,
  jwtSecret: string,
  member: MemberId,
): Promise<{ readonly username: string; readonly seal: string } | undefined> {
  const user = await findUser(w, member)
  if (user === undefined || !isActive(user)) return undefined
  const { id, username, email_key, password_hash, token_version } = user
  const { sign } = signedTexts(jwtSecret, 'discordia account seal')
  const digest = sign([id, token_version, email_key, password_hash].join('\n'))
  return { username, seal: digest.toString('base64url').slice(0, SEAL_LENGTH) }
}
