import type { accountCalls } from '#contract/account.ts'
import { ACTIVATION_STATUS } from '#contract/errors.ts'
import type { Read } from '../../db/schema.ts'
import { clientOf } from '../../http/client.ts'
import { errors, refusal } from '../../http/errors.ts'
import { sha256 } from '../../text/secrets.ts'
import type { Call, Reply } from '../../work/calls.ts'
import { changing } from '../../work/work.ts'
import {
  announceCalendarLinks,
  type CalendarLinks,
  endIfKnown,
} from './credentials/calendarLinks.ts'
import { accountMails, askedIn, carriedInvite, notify } from './mails.ts'
import { networkDigest, saveNetwork } from './networkRepository.ts'
import { assertStrongPassword, emailToStore, isOpen } from './policy.ts'
import { activateUser, findLink, lockUser, setPassword, spendLinks } from './repository.ts'
import { recordEvent } from './security-log/eventRepository.ts'
import { shutOut } from './sessions/shutOut.ts'
import type { AccountDeps } from './signIn.ts'

/* Handlers behind mailed links: activate an account, set a new password (behaviour 4.5, 4.6, 7.2). */

type Sent<Name extends keyof typeof accountCalls> = Call<(typeof accountCalls)[Name]>
type ResetDeps = AccountDeps & { readonly calendarLinks: CalendarLinks }

export async function activateAccount(
  w: AccountDeps & Read,
  { body }: Sent<'activateAccount'>,
  reply: Reply<(typeof accountCalls)['activateAccount']>,
) {
  const link = await findLink(w, 'activation', sha256(body.request_id))
  if (link === undefined) throw refusal(404, 'activation_not_found')
  const activated = await changing(w, async (w) => {
    await lockUser(w, link.user_id)
    await spendLinks(w, link.user_id, 'activation')
    return activateUser(w, link.user_id)
  })
  const { activated: done, alreadyUsed } = ACTIVATION_STATUS
  return reply.status(activated ? done : alreadyUsed).send({})
}

/* A mail is enqueued for every e-mail address, so that the response does not reveal which have an account. */

export async function resendActivation(w: AccountDeps & Read, request: Sent<'resendActivation'>) {
  const { body } = request
  const { email } = emailToStore(body.email)
  const data = { ...carriedInvite(w.jwtSecret, email, body.invite_secret), ...askedIn(request) }
  await changing(w, async (w) => w.mail(email, accountMails.of('activation-again', data)))
  return {}
}

export async function requestPasswordReset(
  w: AccountDeps & Read,
  request: Sent<'requestPasswordReset'>,
) {
  const { email } = emailToStore(request.body.email)
  const mail = accountMails.of('password-reset', askedIn(request))
  await changing(w, async (w) => w.mail(email, mail))
  return {}
}

export async function verifyPasswordReset(
  w: ResetDeps & Read,
  { body }: Sent<'verifyPasswordReset'>,
) {
  const link = await findLink(w, 'password_reset', sha256(body.request_id))
  if (!isOpen(link, w.now)) return { valid: false }
  return { valid: true, ...(await announceCalendarLinks(w, link.user_id)) }
}

export async function applyPasswordReset(w: ResetDeps & Read, request: Sent<'applyPasswordReset'>) {
  const { passwords, security, jwtSecret } = w
  const { body, ip, log } = request
  assertStrongPassword(body.new_password, 'new_password')
  const hash = sha256(body.request_id)
  const seen = await findLink(w, 'password_reset', hash)
  // Checked before the expensive hash of the password.
  if (!isOpen(seen, w.now)) throw errors.invalidLink()
  const password_hash = await passwords.hash(body.new_password)
  const changed = await changing(w, async (w) => {
    const user = await lockUser(w, seen.user_id)
    const link = await findLink(w, 'password_reset', hash)
    if (user === undefined || user.deactivated_at !== null || !isOpen(link, w.now))
      throw errors.invalidLink()
    await setPassword(w, user.id, password_hash)
    // This link proves the mailbox as well as an activation link.
    await activateUser(w, user.id)
    await shutOut(w, user.id)
    // The owner of the mailbox can log in from here even after strangers have used up the attempts.
    await saveNetwork(w, user.id, networkDigest(jwtSecret, user.email_key, ip))
    const client = clientOf(request)
    await recordEvent(w, user.id, 'password_reset', client)
    const ended = await endIfKnown(w, body.someone_knew, user.id, client)
    notify(w, user, { notice: 'password_changed', ...ended })
    return user
  })
  security.report(log, 'password_changed', { account: changed.id, ip })
  return {}
}
