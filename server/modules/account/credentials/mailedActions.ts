import { SESSIONS_ENDED_HASH } from '#contract/account.ts'
import type { PasskeyId } from '#contract/ids.ts'
import { CLOCK_DIFFERENCE_MS, DAY_MS } from '../../../config/time.ts'
import { violationOf } from '../../../db/constraints.ts'
import type { Db } from '../../../db/schema.ts'
import type { Client } from '../../../http/client.ts'
import { unusableHash } from '../../../http/passwords.ts'
import { enqueue } from '../../../mail/outbox.ts'
import { sha256 } from '../../../text/secrets.ts'
import { newLink, securityNotice } from '../mails.ts'
import { forgetNetworks } from '../networkRepository.ts'
import { deletePasskey } from '../passkeys/passkeyRepository.ts'
import { withdrawDeletion } from '../personal-data/deletion.ts'
import { isOpen } from '../policy.ts'
import { findLink, lockUser, setPassword, spendLink, spendLinks, type User } from '../repository.ts'
import { deleteSecondFactorOf } from '../second-factor/secondFactorRepository.ts'
import { recordEvent } from '../security-log/eventRepository.ts'
import { forgetBrowsers } from '../sessions/browserRepository.ts'
import { shutOut } from '../sessions/shutOut.ts'
import { type CalendarLinks, endCalendarLinks } from './calendarLinks.ts'
import {
  type EmailChange,
  findChangeBy,
  findStaffChange,
  isEmailReserved,
  markConfirmed,
  markUndone,
  mayTakeBack,
  setEmail,
} from './emailChangeRepository.ts'
import { emailChangedMail, UNDO_EMAIL_DAYS } from './mails.ts'
import { logMove, stopByServer } from './staffEmail.ts'
import { staffEmailMail } from './staffEmailMails.ts'
import { type RemoveElsewhere, removeNewer, takenSince } from './takeBack.ts'

/* Actions of the buttons on mailed pages; `siteRoutes` of `mailedPages.ts` show the pages. */

export type ActionDeps = Parameters<typeof newLink>[2] & {
  readonly removeElsewhere: RemoveElsewhere
  readonly calendarLinks: CalendarLinks
}
/** `link`: the next page of the browser. */
type OutcomePage =
  | 'unknown'
  | 'used'
  | 'email_taken'
  | 'email_confirmed'
  | 'email_approved'
  | 'email_stopped'
export type Outcome =
  | { readonly page: OutcomePage; readonly user?: User }
  | { readonly link: string; readonly user: User }

export type Action = (deps: ActionDeps, secret: string, client: Client) => Promise<Outcome>

export const UNKNOWN: Outcome = { page: 'unknown' }
export const USED: Outcome = { page: 'used' }

/**
 * Ends every session and the password, which someone else knows, and issues a link for a new one: the mailed link has
 * proven the mailbox. Browsers and networks of the thief are forgotten.
 */
async function secure(tx: Db, deps: ActionDeps, user: User, now: number): Promise<Outcome> {
  await shutOut(tx, user.id, now)
  await setPassword(tx, user.id, unusableHash())
  await forgetBrowsers(tx, user.id)
  await forgetNetworks(tx, user.id)
  const link = await newLink(user, 'password_reset', { ...deps, db: tx })
  return { user, link: `${link}${SESSIONS_ENDED_HASH}` }
}

export const reportNotMe: Action = (deps, secret, client) =>
  deps.db.transaction().execute(async (tx) => {
    const hash = sha256(secret)
    const seen = await findLink(tx, 'not_me', hash)
    const user = seen && (await lockUser(tx, seen.user_id))
    const link = await findLink(tx, 'not_me', hash)
    const now = deps.clock()
    if (user === undefined || link === undefined || user.deactivated_at !== null) return UNKNOWN
    if (!isOpen(link, now)) return USED
    await spendLink(tx, link.id, now)
    await undo(tx, user, link.data)
    await withdrawDeletion(tx, user, now, client)
    await recordEvent(tx, user.id, 'reported_not_me', client, now)
    await endCalendarLinks(tx, deps, user.id, client, now)
    return secure(tx, deps, user, now)
  })

/**
 * Undoes the change that the mail was about. A second step of staff stays, since it guards the desk: superusers remove
 * it.
 */
async function undo(tx: Db, { id, role }: User, data: string | null): Promise<void> {
  const about = JSON.parse(data ?? '{}') as { passkey?: PasskeyId; second_step?: number }
  if (about.passkey !== undefined) await deletePasskey(tx, id, about.passkey)
  if (about.second_step !== undefined && role === 'player')
    await deleteSecondFactorOf(tx, id, about.second_step)
}

export const confirmEmail: Action = (deps, secret, client) =>
  deps.db
    .transaction()
    .execute(async (tx) => {
      const found = await lockedChange(tx, 'confirm_hash', secret)
      if (found === null) return UNKNOWN
      const { change, user } = found
      const now = deps.clock()
      if (change.confirmed_at !== null) return USED
      const isStillAsked = change.old_email_key === user.email_key && change.expires_at > now
      if (!isStillAsked) return UNKNOWN
      if (await isEmailReserved(tx, change.new_email_key, now, user.id))
        return { page: 'email_taken' } as const
      // An owner may change back by hand: an undo to the address in between would hand the account to a thief again.
      const isWayBack = await mayTakeBack(tx, user.id, change.new_email_key, now)
      const undoUntil = isWayBack ? now : now + UNDO_EMAIL_DAYS * DAY_MS
      await setEmail(tx, user.id, { email: change.new_email, email_key: change.new_email_key })
      await markConfirmed(tx, change.id, now, undoUntil)
      await recordEvent(tx, user.id, 'email_changed', client, now)
      if (!isWayBack) await enqueue(tx, emailChangedMail(change), now)
      return { page: 'email_confirmed', user } as const
    })
    .catch(taken)

/** Another account took the address at the same moment. */
export function taken(error: unknown): Outcome {
  if (violationOf(error)?.rule === 'unique') return { page: 'email_taken' }
  throw error
}

const takeBack: Action = (deps, secret, client) =>
  deps.db.transaction().execute(async (tx) => {
    const found = await lockedChange(tx, 'undo_hash', secret)
    if (found === null) return UNKNOWN
    const { change, user } = found
    const now = deps.clock()
    if (change.undone_at !== null) return USED
    if (change.expires_at <= now - CLOCK_DIFFERENCE_MS) return UNKNOWN
    const address = { email: change.old_email, email_key: change.old_email_key }
    const owner = { ...user, ...address }
    await markUndone(tx, change, now)
    const waiting = await findStaffChange(tx, user.id, now)
    if (waiting !== undefined) await stopByServer(tx, user, waiting, now, client)
    if (change.way !== null) await tellOfUndo(tx, user, change, now)
    await setEmail(tx, user.id, address)
    await spendLinks(tx, user.id, 'not_me', now)
    const since = await takenSince(tx, change)
    const removal = { client, now, elsewhere: deps.removeElsewhere }
    const removed = await removeNewer(tx, user.id, since, removal)
    await withdrawDeletion(tx, owner, now, client)
    await recordEvent(tx, user.id, 'email_change_undone', client, now)
    const values = { ...removed, forgot: `${deps.settings.publicUrl}/auth/forgot-password` }
    await enqueue(tx, securityNotice(owner, 'email_change_undone', values), now)
    return secure(tx, deps, owner, now)
  })

/** A change by staff is undone: its new address and the superusers learn of it. */
async function tellOfUndo(tx: Db, user: User, change: EmailChange, now: number): Promise<void> {
  await enqueue(tx, staffEmailMail(change, 'undone', 'new'), now)
  await logMove(tx, user, 'emailTakenBack', [user.email, change.old_email], now)
}

export const undoEmail: Action = (...call) => takeBack(...call).catch(taken)

/** Finds and locks the change of an account that is not deactivated. */
async function lockedChange(
  tx: Db,
  link: 'confirm_hash' | 'undo_hash',
  secret: string,
): Promise<{ change: EmailChange; user: User } | null> {
  const seen = await findChangeBy(tx, link, sha256(secret))
  const user = seen && (await lockUser(tx, seen.user_id))
  const change = await findChangeBy(tx, link, sha256(secret))
  if (user === undefined || change === undefined || user.deactivated_at !== null) return null
  return { change, user }
}
