import { securitySchemas } from '#contract/schemas/security.ts'
import { securityRoutes } from '#contract/security.ts'
import { DAY_MS, HOUR_MS } from '../../../config/time.ts'
import { clientOf } from '../../../http/client.ts'
import type { App, Deps } from '../../../http/deps.ts'
import { errors, refusal } from '../../../http/errors.ts'
import { type Call, limited, routesOn } from '../../../http/serve.ts'
import { enqueue } from '../../../mail/outbox.ts'
import { iso } from '../../../text/time.ts'
import { securityNotice } from '../mails.ts'
import { assertStrongPassword, emailToStore } from '../policy.ts'
import { recordEvent } from '../security-log/eventRepository.ts'
import { lockCaller } from '../sessions/caller.ts'
import { shutOut } from '../sessions/shutOut.ts'
import { type CalendarLinks, endIfKnown } from './calendarLinks.ts'
import {
  countChanges,
  endPendingChanges,
  findPendingChange,
  findStaffChange,
  insertChange,
  replacePassword,
} from './emailChangeRepository.ts'
import { isEmailTaken } from './freeEmail.ts'
import { CONFIRM_EMAIL_HOURS, confirmEmailMail } from './mails.ts'

type Sent<Name extends keyof typeof securitySchemas> = Call<(typeof securitySchemas)[Name]>
type CredentialsDeps = Deps & { readonly calendarLinks: CalendarLinks }

/** Mails to new e-mail addresses that one account causes in a day: they go to strangers. */
const CHANGES_PER_DAY = 5

/** Changing password and e-mail address while logged in. */
export function credentialsModule(member: App, deps: CredentialsDeps): void {
  const route = routesOn(member, deps, securityRoutes, securitySchemas)
  route('changePassword', changePassword, limited(10, 10))
  route('getEmailChange', getEmailChange)
  route('changeEmail', changeEmail, limited(20, 60))
  route('cancelEmailChange', cancelEmailChange)
}

/** Ends every other session, every mailed link for a new password, and a pending change of the e-mail address. */
async function changePassword(deps: CredentialsDeps, request: Sent<'changePassword'>) {
  const { db, clock, passwords, security } = deps
  const { memberId, sessionFamily, body, log, ip } = request
  assertStrongPassword(body.new_password, 'new_password')
  const password_hash = await passwords.hash(body.new_password)
  await db.transaction().execute(async (tx) => {
    const now = clock()
    const user = await lockCaller(tx, request)
    await replacePassword(tx, memberId, password_hash)
    await shutOut(tx, memberId, now, sessionFamily)
    const client = clientOf(request)
    await recordEvent(tx, memberId, 'password_changed', client, now)
    const ended = await endIfKnown(body.someone_knew, tx, deps, memberId, client, now)
    await enqueue(tx, securityNotice(user, 'password_changed', ended), now)
  })
  security.report(log, 'password_changed', { account: memberId, ip })
  return {}
}

async function getEmailChange({ db, clock }: Deps, { memberId }: Sent<'getEmailChange'>) {
  const pending = await findPendingChange(db, memberId, clock())
  return { new_email: pending?.new_email ?? null, expires_at: iso(pending?.expires_at) }
}

/** The new e-mail address is confirmed by the mailed link; until then nothing changes, and the old one can stop it. */
async function changeEmail({ db, clock }: Deps, request: Sent<'changeEmail'>) {
  const { memberId, sessionFamily } = request
  const wanted = emailToStore(request.body.new_email)
  const now = clock()
  const expires_at = now + CONFIRM_EMAIL_HOURS * HOUR_MS
  await db.transaction().execute(async (tx) => {
    const user = await lockCaller(tx, request)
    // Who cannot log in has asked staff for it; who is logged in may be somebody else.
    if ((await findStaffChange(tx, memberId, now)) !== undefined)
      throw refusal(400, 'email_change_waits', { attr: 'new_email' })
    if (await isEmailTaken(tx, wanted.email_key, now, memberId))
      throw refusal(400, 'email_exists', { attr: 'new_email' })
    if ((await countChanges(tx, memberId, now - DAY_MS)) >= CHANGES_PER_DAY)
      throw errors.tooManyRequests(DAY_MS / 1000)
    await endPendingChanges(tx, memberId, clock())
    const change = await insertChange(tx, {
      user_id: memberId,
      old_email: user.email,
      old_email_key: user.email_key,
      new_email: wanted.email,
      new_email_key: wanted.email_key,
      requested_at: now,
      expires_at,
      family: sessionFamily,
    })
    await recordEvent(tx, memberId, 'email_change_requested', clientOf(request), now)
    const values = { new_email: wanted.email, hours: String(CONFIRM_EMAIL_HOURS) }
    await enqueue(tx, securityNotice(user, 'email_change_requested', values), now)
    await enqueue(
      tx,
      confirmEmailMail({ id: change, user_id: memberId, new_email: wanted.email }),
      now,
    )
  })
  return { new_email: wanted.email, expires_at: iso(expires_at) }
}

async function cancelEmailChange({ db, clock }: Deps, request: Sent<'cancelEmailChange'>) {
  await db.transaction().execute(async (tx) => {
    await lockCaller(tx, request)
    await endPendingChanges(tx, request.memberId, clock())
  })
  return { new_email: null, expires_at: null }
}
