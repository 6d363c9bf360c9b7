import { SESSIONS_ENDED_HASH } from '#contract/account.ts'
import type { PasskeyId } from '#contract/ids.ts'
import { CLOCK_DIFFERENCE_MS, DAY_MS } from '../../../config/time.ts'
import { violationOf } from '../../../db/constraints.ts'
import type { HasDb } from '../../../db/schema.ts'
import type { Client } from '../../../http/client.ts'
import type { Deps } from '../../../http/deps.ts'
import { unusableHash } from '../../../http/passwords.ts'
import { sha256 } from '../../../text/secrets.ts'
import { changing, type Work } from '../../../work/work.ts'
import { type LinkWork, newLink, notify } from '../mails.ts'
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
import { mailOldAddress, mailStep, UNDO_EMAIL_DAYS } from './mails.ts'
import { logMove, stopByServer } from './staffEmail.ts'
import { type RemoveElsewhere, removeNewer, takenSince } from './takeBack.ts'

/* Actions of the buttons on mailed pages; `siteRoutes` of `mailedPages.ts` show the pages. */

export type ActionDeps = Pick<Deps, 'db' | 'clock' | 'settings'> & {
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
async function secure(w: LinkWork, user: User): Promise<Outcome> {
  await shutOut(w, user.id)
  await setPassword(w, user.id, unusableHash())
  await forgetBrowsers(w, user.id)
  await forgetNetworks(w, user.id)
  const link = await newLink(w, user, { purpose: 'password_reset' })
  return { user, link: `${link}${SESSIONS_ENDED_HASH}` }
}

export const reportNotMe: Action = (deps, secret, client) =>
  changing(deps, async (w) => {
    const hash = sha256(secret)
    const seen = await findLink(w, 'not_me', hash)
    const user = seen && (await lockUser(w, seen.user_id))
    const link = await findLink(w, 'not_me', hash)
    if (user === undefined || link === undefined || user.deactivated_at !== null) return UNKNOWN
    if (!isOpen(link, w.now)) return USED
    await spendLink(w, link.id)
    await undo(w, user, link.data)
    await withdrawDeletion(w, user, client)
    await recordEvent(w, user.id, 'reported_not_me', client)
    await endCalendarLinks(w, user.id, client)
    return secure(w, user)
  })

/**
 * Undoes the change that the mail was about. A second step of staff stays, since it guards the desk: superusers remove
 * it.
 */
async function undo(w: HasDb, { id, role }: User, data: string | null): Promise<void> {
  const about = JSON.parse(data ?? '{}') as { passkey?: PasskeyId; second_step?: number }
  if (about.passkey !== undefined) await deletePasskey(w, id, about.passkey)
  if (about.second_step !== undefined && role === 'player')
    await deleteSecondFactorOf(w, id, about.second_step)
}

export const confirmEmail: Action = (deps, secret, client) =>
  changing(deps, async (w) => {
    const found = await lockedChange(w, 'confirm_hash', secret)
    if (found === null) return UNKNOWN
    const { change, user } = found
    if (change.confirmed_at !== null) return USED
    const isStillAsked = change.old_email_key === user.email_key && change.expires_at > w.now
    if (!isStillAsked) return UNKNOWN
    if (await isEmailReserved(w, change.new_email_key, user.id))
      return { page: 'email_taken' } as const
    // An owner may change back by hand: an undo to the address in between would hand the account to a thief again.
    const isWayBack = await mayTakeBack(w, user.id, change.new_email_key)
    const undoUntil = isWayBack ? w.now : w.now + UNDO_EMAIL_DAYS * DAY_MS
    await setEmail(w, user.id, { email: change.new_email, email_key: change.new_email_key })
    await markConfirmed(w, change.id, w.now, undoUntil)
    await recordEvent(w, user.id, 'email_changed', client)
    if (!isWayBack) mailOldAddress(w, change)
    return { page: 'email_confirmed', user } as const
  }).catch(taken)

/** Another account took the address at the same moment. */
export function taken(error: unknown): Outcome {
  if (violationOf(error)?.rule === 'unique') return { page: 'email_taken' }
  throw error
}

const takeBack: Action = (deps, secret, client) =>
  changing(deps, async (w) => {
    const found = await lockedChange(w, 'undo_hash', secret)
    if (found === null) return UNKNOWN
    const { change, user } = found
    if (change.undone_at !== null) return USED
    if (change.expires_at <= w.now - CLOCK_DIFFERENCE_MS) return UNKNOWN
    const address = { email: change.old_email, email_key: change.old_email_key }
    const owner = { ...user, ...address }
    await markUndone(w, change, w.now)
    const waiting = await findStaffChange(w, user.id)
    if (waiting !== undefined) await stopByServer(w, user, waiting, client)
    if (change.way !== null) await tellOfUndo(w, user, change)
    await setEmail(w, user.id, address)
    await spendLinks(w, user.id, 'not_me')
    const since = await takenSince(w, change)
    const removal = { client, now: w.now, elsewhere: deps.removeElsewhere }
    const removed = await removeNewer(w, user.id, since, removal)
    await withdrawDeletion(w, owner, client)
    await recordEvent(w, user.id, 'email_change_undone', client)
    const values = { ...removed, forgot: `${deps.settings.publicUrl}/auth/forgot-password` }
    notify(w, owner, { notice: 'email_change_undone', ...values })
    return secure(w, owner)
  })

/** A change by staff is undone: its new address and the superusers learn of it. */
async function tellOfUndo(w: Work, user: User, change: EmailChange): Promise<void> {
  mailStep(w, change, 'undone', 'new')
  await logMove(w, user, 'emailTakenBack', [user.email, change.old_email])
}

export const undoEmail: Action = (...call) => takeBack(...call).catch(taken)

/** Finds and locks the change of an account that is not deactivated. */
async function lockedChange(
  w: HasDb,
  link: 'confirm_hash' | 'undo_hash',
  secret: string,
): Promise<{ change: EmailChange; user: User } | null> {
  const seen = await findChangeBy(w, link, sha256(secret))
  const user = seen && (await lockUser(w, seen.user_id))
  const change = await findChangeBy(w, link, sha256(secret))
  if (user === undefined || change === undefined || user.deactivated_at !== null) return null
  return { change, user }
}
