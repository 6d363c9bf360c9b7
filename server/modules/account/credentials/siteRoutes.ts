import { securityCalls } from '#contract/security.ts'
import { DAY_MS, HOUR_MS } from '../../../config/time.ts'
import type { Read } from '../../../db/rows.ts'
import { type App, type Deps, limited } from '../../../http/deps.ts'
import { errors, refusal } from '../../../http/errors.ts'
import { iso } from '../../../text/time.ts'
import { type Call, type CallRead, routesOn } from '../../../work/work.ts'
import { notify } from '../mails.ts'
import { assertStrongPassword, emailToStore } from '../policy.ts'
import { changeUser } from '../repository.ts'
import { changeOwn, ofCaller } from '../sessions/caller.ts'
import { shutOut } from '../sessions/shutOut.ts'
import { type CalendarLinks, endCalendarLinks } from './calendarLinks.ts'
import {
  countChanges,
  endPendingChanges,
  findPendingChange,
  findStaffChange,
  insertChange,
} from './emailChangeRepository.ts'
import { isEmailTaken } from './freeEmail.ts'
import { CONFIRM_EMAIL_HOURS, credentialMails } from './mails.ts'

type Sent<Name extends keyof typeof securityCalls> = Call<(typeof securityCalls)[Name]>
type CredentialsDeps = Deps & { readonly calendarLinks: CalendarLinks }

/** Mails to new e-mail addresses that one account causes in a day: they go to strangers. */
const CHANGES_PER_DAY = 5

/** Changing password and e-mail address while logged in. */
export function credentialsRoutes(member: App, deps: CredentialsDeps): void {
  const route = routesOn(member, deps, securityCalls)
  route('changePassword', changePassword, limited(10, 10))
  route('getEmailChange', getEmailChange)
  route('changeEmail', changeEmail, limited(20, 60))
  route('cancelEmailChange', cancelEmailChange)
}

/** Ends every other session, every mailed link for a new password, and a pending change of the e-mail address. */
async function changePassword(w: CredentialsDeps & Read, request: Sent<'changePassword'>) {
  const { memberId, sessionFamily, body } = request
  assertStrongPassword(body.new_password, 'new_password')
  const password_hash = await w.passwords.hash(body.new_password)
  return changeOwn(w, request, async (w) => {
    // The access tokens of this session stay valid, unlike with `setPassword`.
    await changeUser(w, memberId, { password_hash })
    await shutOut(w, memberId, sessionFamily)
    await w.note('password_changed')
    const ended = body.someone_knew && (await endCalendarLinks(w, memberId, w.client))
    notify(w, w.user, { notice: 'password_changed', ...ended })
    w.report('password_changed')
    return {}
  })
}

async function getEmailChange(w: CallRead, { memberId }: Sent<'getEmailChange'>) {
  const pending = await findPendingChange(w, memberId)
  return { new_email: pending?.new_email ?? null, expires_at: iso(pending?.expires_at) }
}

/** The new e-mail address is confirmed by the mailed link; until then nothing changes, and the old one can stop it. */
const changeEmail = ofCaller(async (w, request: Sent<'changeEmail'>) => {
  const { user } = w
  const wanted = emailToStore(request.body.new_email)
  // A member who cannot log in has asked staff for the change; a thief may have this session.
  if ((await findStaffChange(w, user.id)) !== undefined)
    throw refusal(400, 'email_change_waits', { attr: 'new_email' })
  if (await isEmailTaken(w, wanted.email_key, user.id))
    throw refusal(400, 'email_exists', { attr: 'new_email' })
  if ((await countChanges(w, user.id, w.now - DAY_MS)) >= CHANGES_PER_DAY)
    throw errors.tooManyRequests(DAY_MS / 1000)
  await endPendingChanges(w, user.id)
  const expires_at = w.now + CONFIRM_EMAIL_HOURS * HOUR_MS
  const change = await insertChange(w, {
    user_id: user.id,
    old_email: user.email,
    old_email_key: user.email_key,
    new_email: wanted.email,
    new_email_key: wanted.email_key,
    requested_at: w.now,
    expires_at,
    family: request.sessionFamily,
  })
  await w.note('email_change_requested')
  const values = { new_email: wanted.email, hours: String(CONFIRM_EMAIL_HOURS) }
  notify(w, user, { notice: 'email_change_requested', ...values })
  w.mail(wanted.email, credentialMails.of('confirm-email', { change, by: user.id }))
  return { new_email: wanted.email, expires_at: iso(expires_at) }
})

const cancelEmailChange = ofCaller(async (w, { memberId }: Sent<'cancelEmailChange'>) => {
  await endPendingChanges(w, memberId)
  return { new_email: null, expires_at: null }
})
