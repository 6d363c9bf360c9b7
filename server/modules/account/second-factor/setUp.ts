import type { MemberId } from '#contract/ids.ts'
import type { RecoveryCodes, SecondFactorSecret } from '#contract/security.ts'
import type { Read } from '../../../db/schema.ts'
import { type Client, UNKNOWN_CLIENT } from '../../../http/client.ts'
import { errors } from '../../../http/errors.ts'
import type { KitSource } from '../../../text/kit.ts'
import { makeVault } from '../../../text/secrets.ts'
import type { Work } from '../../../work/work.ts'
import { notify } from '../mails.ts'
import { deletePasskeysOf, hasPasskeys } from '../passkeys/passkeyRepository.ts'
import type { User } from '../repository.ts'
import { recordEvent } from '../security-log/eventRepository.ts'
import { shutOut } from '../sessions/shutOut.ts'
import { newRecoveryCodes, newSecret, recoveryHash, secretUrl, stepOfCode } from './codes.ts'
import { mailSuperusers } from './mails.ts'
import {
  deleteSecondFactor,
  enableSecondFactor,
  findSecondFactor,
  replaceRecoveryCodes,
  savePendingSecret,
} from './secondFactorRepository.ts'

/* Set-up of the second step, at the site and at the desk alike. The account is locked. */

type Account = { readonly id: MemberId; readonly email: string }
type Vaulted = { readonly jwtSecret: string }

/** @throws Refusal when the second step is on */
export async function startSetUp(
  w: Read & Vaulted & { readonly kit: KitSource },
  user: Account,
): Promise<SecondFactorSecret> {
  const factor = await findSecondFactor(w, user.id)
  if (factor !== undefined && factor.enabled_at !== null) throw errors.secondFactorOn()
  const secret = newSecret()
  const sealed = makeVault(w.jwtSecret, 'second factor').seal(secret, user.id)
  await savePendingSecret(w, user.id, sealed)
  return { secret, url: secretUrl(w.kit.current().name, secret, user.email) }
}

/** @throws Refusal for a wrong code, and when the set-up has not begun */
export async function confirmSetUp(
  w: Work & Vaulted,
  user: User,
  { code, client }: { readonly code: string; readonly client: Client },
): Promise<RecoveryCodes> {
  const factor = await findSecondFactor(w, user.id)
  if (factor === undefined) throw errors.secondFactorNotStarted()
  if (factor.enabled_at !== null) throw errors.secondFactorOn()
  const secret = makeVault(w.jwtSecret, 'second factor').open(factor.secret, user.id)
  const step = secret === null ? null : await stepOfCode(secret, code, { after: 0, now: w.now })
  if (step === null) throw errors.wrongFirstCode()
  await enableSecondFactor(w, user.id, step)
  const undo = JSON.stringify({ second_step: w.now })
  notify(w, user, { notice: 'second_step_on', undo })
  if (user.role !== 'player' && !(await hasPasskeys(w, user.id))) await mailSuperusers(w, user)
  await recordEvent(w, user.id, 'second_step_on', client)
  return renewCodes(w, user.id)
}

export async function renewCodes(w: Read, user: MemberId): Promise<RecoveryCodes> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(
    w,
    user,
    codes.map((code) => recoveryHash(user, code)),
  )
  return { codes }
}

/**
 * Resets the login of a member who has lost a phone: no second step, no passkeys, no sessions.
 * @returns false when there was nothing to remove
 */
export async function resetSecondFactor(
  w: Work,
  user: Account,
  client: Client = UNKNOWN_CLIENT,
): Promise<boolean> {
  const hadFactor = await deleteSecondFactor(w, user.id)
  const hadPasskeys = await deletePasskeysOf(w, user.id)
  if (!hadFactor && !hadPasskeys) return false
  await shutOut(w, user.id)
  notify(w, user, { notice: 'second_step_reset' })
  await recordEvent(w, user.id, 'second_step_reset', client)
  return true
}
