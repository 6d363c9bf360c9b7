import type { MemberId } from '#contract/ids.ts'
import type { RecoveryCodes, SecondFactorSecret } from '#contract/schemas/security.ts'
import type { Db } from '../../../db/schema.ts'
import { type Client, UNKNOWN_CLIENT } from '../../../http/client.ts'
import { errors } from '../../../http/errors.ts'
import { enqueue } from '../../../mail/outbox.ts'
import type { KitSource } from '../../../text/kit.ts'
import { makeVault } from '../../../text/secrets.ts'
import { securityNotice } from '../mails.ts'
import { deletePasskeysOf, hasPasskeys } from '../passkeys/passkeyRepository.ts'
import type { User } from '../repository.ts'
import { recordEvent } from '../security-log/eventRepository.ts'
import { shutOut } from '../sessions/shutOut.ts'
import { notifySuperusers } from './mails.ts'
import { newRecoveryCodes, recoveryHash } from './recoveryCodes.ts'
import {
  deleteSecondFactor,
  enableSecondFactor,
  findSecondFactor,
  replaceRecoveryCodes,
  savePendingSecret,
} from './secondFactorRepository.ts'
import { newSecret, secretUrl, stepOfCode } from './totp.ts'

/* Set-up of the second step, at the site and at the desk alike. The account is locked. */

type Account = { readonly id: MemberId; readonly email: string }
type Setting = {
  readonly jwtSecret: string
  readonly kit: KitSource
  readonly now: number
  readonly client: Client
}

/** @throws Refusal when the second step is on */
export async function startSetUp(
  tx: Db,
  user: Account,
  { jwtSecret, kit, now }: Setting,
): Promise<SecondFactorSecret> {
  const factor = await findSecondFactor(tx, user.id)
  if (factor !== undefined && factor.enabled_at !== null) throw errors.secondFactorOn()
  const secret = newSecret()
  await savePendingSecret(
    tx,
    user.id,
    makeVault(jwtSecret, 'second factor').seal(secret, user.id),
    now,
  )
  return { secret, url: secretUrl(kit.current().name, secret, user.email) }
}

/** @throws Refusal for a wrong code, and when the set-up has not begun */
export async function confirmSetUp(
  tx: Db,
  user: User,
  code: string,
  { jwtSecret, now, client }: Setting,
): Promise<RecoveryCodes> {
  const factor = await findSecondFactor(tx, user.id)
  if (factor === undefined) throw errors.secondFactorNotStarted()
  if (factor.enabled_at !== null) throw errors.secondFactorOn()
  const secret = makeVault(jwtSecret, 'second factor').open(factor.secret, user.id)
  const step = secret === null ? null : await stepOfCode(secret, code, { after: 0, now })
  if (step === null) throw errors.wrongFirstCode()
  await enableSecondFactor(tx, user.id, step, now)
  const undo = JSON.stringify({ second_step: now })
  await enqueue(tx, securityNotice(user, 'second_step_on', {}, undo), now)
  if (user.role !== 'player' && !(await hasPasskeys(tx, user.id)))
    await notifySuperusers(tx, user, now)
  await recordEvent(tx, user.id, 'second_step_on', client, now)
  return renewCodes(tx, user.id, now)
}

export async function renewCodes(tx: Db, user: MemberId, now: number): Promise<RecoveryCodes> {
  const codes = newRecoveryCodes()
  await replaceRecoveryCodes(
    tx,
    user,
    codes.map((code) => recoveryHash(user, code)),
    now,
  )
  return { codes }
}

/**
 * Resets the login of a member who has lost a phone: no second step, no passkeys, no sessions.
 * @returns false when there was nothing to remove
 */
export async function resetSecondFactor(
  tx: Db,
  user: Account,
  now: number,
  client: Client = UNKNOWN_CLIENT,
): Promise<boolean> {
  const hadFactor = await deleteSecondFactor(tx, user.id)
  const hadPasskeys = await deletePasskeysOf(tx, user.id)
  if (!hadFactor && !hadPasskeys) return false
  await shutOut(tx, user.id, now)
  await enqueue(tx, securityNotice(user, 'second_step_reset'), now)
  await recordEvent(tx, user.id, 'second_step_reset', client, now)
  return true
}
