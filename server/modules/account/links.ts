import { ACTIVATION_STATUS } from '#contract/errors.ts'
import type { accountSchemas } from '#contract/schemas/account.ts'
import { clientOf } from '../../http/client.ts'
import { errors, refusal } from '../../http/errors.ts'
import type { Call, Reply } from '../../http/serve.ts'
import { enqueue } from '../../mail/outbox.ts'
import { sha256 } from '../../text/secrets.ts'
import {
  announceCalendarLinks,
  type CalendarLinks,
  endIfKnown,
} from './credentials/calendarLinks.ts'
import {
  activationAgainMail,
  askedIn,
  carriedInvite,
  passwordResetMail,
  securityNotice,
} from './mails.ts'
import { networkDigest, saveNetwork } from './networkRepository.ts'
import { assertStrongPassword, emailToStore, isOpen } from './policy.ts'
import { activateUser, findLink, lockUser, setPassword, spendLinks } from './repository.ts'
import { recordEvent } from './security-log/eventRepository.ts'
import { shutOut } from './sessions/shutOut.ts'
import type { AccountDeps } from './signIn.ts'

/* Handlers behind mailed links: activate an account, set a new password (behaviour 4.5, 4.6, 7.2). */

type Sent<Name extends keyof typeof accountSchemas> = Call<(typeof accountSchemas)[Name]>
type ResetDeps = AccountDeps & { readonly calendarLinks: CalendarLinks }

export async function activateAccount(
  { db, clock }: AccountDeps,
  { body }: Sent<'activateAccount'>,
  reply: Reply<(typeof accountSchemas)['activateAccount']>,
) {
  const link = await findLink(db, 'activation', sha256(body.request_id))
  if (link === undefined) throw refusal(404, 'activation_not_found')
  const activated = await db.transaction().execute(async (tx) => {
    await lockUser(tx, link.user_id)
    await spendLinks(tx, link.user_id, 'activation', clock())
    return activateUser(tx, link.user_id, clock())
  })
  const { activated: done, alreadyUsed } = ACTIVATION_STATUS
  return reply.status(activated ? done : alreadyUsed).send({})
}

/* A mail is enqueued for every e-mail address, so that the response does not reveal which have an account. */

export async function resendActivation(
  { db, clock, jwtSecret }: AccountDeps,
  request: Sent<'resendActivation'>,
) {
  const { body } = request
  const { email } = emailToStore(body.email)
  const invite = carriedInvite(jwtSecret, email, body.invite_secret)
  await enqueue(db, activationAgainMail(email, { ...invite, ...askedIn(request) }), clock())
  return {}
}

export async function requestPasswordReset(
  { db, clock }: AccountDeps,
  request: Sent<'requestPasswordReset'>,
) {
  const { email } = emailToStore(request.body.email)
  await enqueue(db, passwordResetMail(email, askedIn(request)), clock())
  return {}
}

export async function verifyPasswordReset(deps: ResetDeps, { body }: Sent<'verifyPasswordReset'>) {
  const { db, clock } = deps
  const link = await findLink(db, 'password_reset', sha256(body.request_id))
  if (!isOpen(link, clock())) return { valid: false }
  return { valid: true, ...(await announceCalendarLinks(db, deps, link.user_id)) }
}

export async function applyPasswordReset(deps: ResetDeps, request: Sent<'applyPasswordReset'>) {
  const { db, clock, passwords, security, jwtSecret } = deps
  const { body, ip, log } = request
  assertStrongPassword(body.new_password, 'new_password')
  const hash = sha256(body.request_id)
  const seen = await findLink(db, 'password_reset', hash)
  // Checked before the expensive hash of the password.
  if (!isOpen(seen, clock())) throw errors.invalidLink()
  const password_hash = await passwords.hash(body.new_password)
  const changed = await db.transaction().execute(async (tx) => {
    const now = clock()
    const user = await lockUser(tx, seen.user_id)
    const link = await findLink(tx, 'password_reset', hash)
    if (user === undefined || user.deactivated_at !== null || !isOpen(link, now))
      throw errors.invalidLink()
    await setPassword(tx, user.id, password_hash)
    // This link proves the mailbox as well as an activation link.
    await activateUser(tx, user.id, now)
    await shutOut(tx, user.id, now)
    // The owner of the mailbox can log in from here even after strangers have used up the attempts.
    await saveNetwork(tx, user.id, networkDigest(jwtSecret, user.email_key, ip), now)
    const client = clientOf(request)
    await recordEvent(tx, user.id, 'password_reset', client, now)
    const ended = await endIfKnown(body.someone_knew, tx, deps, user.id, client, now)
    await enqueue(tx, securityNotice(user, 'password_changed', ended), now)
    return user
  })
  security.report(log, 'password_changed', { account: changed.id, ip })
  return {}
}
