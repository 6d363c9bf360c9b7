import { SESSIONS_ENDED_HASH } from '#contract/account.ts'
import type { MemberId, PasskeyId } from '#contract/ids.ts'
import type { MemberSecurityEvent } from '#contract/sets.ts'
import { CLOCK_DIFFERENCE_MS, DAY_MS } from '../../../config/time.ts'
import { violationOf } from '../../../db/constraints.ts'
import type { HasDb, Read } from '../../../db/schema.ts'
import type { Client } from '../../../http/client.ts'
import type { Deps } from '../../../http/deps.ts'
import { unusableHash } from '../../../http/passwords.ts'
import { sha256 } from '../../../text/secrets.ts'
import { changing, type Work } from '../../../work/work.ts'
import { type LinkWork, newLink, notify } from '../mails.ts'
import { dayInData, namesInData } from '../noticeValues.ts'
import { deletePasskey, deletePasskeysSince, listPasskeys } from '../passkeys/passkeyRepository.ts'
import { withdrawDeletion } from '../personal-data/deletion.ts'
import { deleteExportSince } from '../personal-data/exportRepository.ts'
import { isOpen } from '../policy.ts'
import { findLink, lockUser, setPassword, spendLink, spendLinks, type User } from '../repository.ts'
import {
  deleteRecoveryCodesSince,
  deleteSecondFactorOf,
  deleteSecondFactorSince,
} from '../second-factor/secondFactorRepository.ts'
import { firstNewBrowser, recordEvent } from '../security-log/eventRepository.ts'
import { forgetBrowsers, forgetNetworks, startOfFamily } from '../sessions/repository.ts'
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
    await markConfirmed(w, change.id, undoUntil)
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
    await markUndone(w, change)
    const waiting = await findStaffChange(w, user.id)
    if (waiting !== undefined) await stopByServer(w, { user, change: waiting }, client)
    if (change.way !== null) await tellOfUndo(w, user, change)
    await setEmail(w, user.id, address)
    await spendLinks(w, user.id, 'not_me')
    const since = await takenSince(w, change)
    const removal = { since, client, elsewhere: deps.removeElsewhere }
    const removed = await removeNewer(w, user.id, removal)
    await withdrawDeletion(w, owner, client)
    await recordEvent(w, user.id, 'email_change_undone', client)
    const values = { ...removed, forgot: `${deps.settings.publicUrl}/auth/forgot-password` }
    notify(w, owner, { notice: 'email_change_undone', ...values })
    return secure(w, owner)
  })

/** A change by staff is undone: its new address and the superusers learn of it. */
async function tellOfUndo(w: Work, user: User, change: EmailChange): Promise<void> {
  mailStep(w, change, 'undone')
  await logMove(w, user, { action: 'emailTakenBack', from: user.email, to: change.old_email })
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

/** Removes rows of other modules at an undo. Injected by `server/modules.ts`. */
export type RemoveElsewhere = (
  w: HasDb,
  member: MemberId,
  since: number,
) => Promise<{ readonly feeds: number; readonly names: readonly string[] }>

type Removal = {
  /** Epoch milliseconds. */
  readonly since: number
  readonly client: Client
  readonly elsewhere: RemoveElsewhere
}

/** A login that is older is more likely one of the owner than one of a thief. */
const LOGIN_MAX_MS = DAY_MS

/**
 * Earliest time at which a thief may have had the account, since one may prepare before requesting the change: the
 * login of the requesting session, or an earlier one with a new browser, on the day before.
 */
async function takenSince(w: HasDb, change: EmailChange): Promise<number> {
  const { user_id, family, requested_at, way, confirmed_at } = change
  // Nothing from before opens an account after a change by staff: what its owner did until then stays.
  if (way !== null) return confirmed_at ?? requested_at
  const earliest = requested_at - LOGIN_MAX_MS
  const begun = family === null ? undefined : await startOfFamily(w, user_id, family)
  const strange = await firstNewBrowser(w, user_id, earliest)
  const logins = [begun ?? requested_at, strange ?? requested_at, requested_at]
  return Math.max(Math.min(...logins), earliest)
}

/**
 * Removes every login method and every request that is newer than `since`.
 * @returns the values of the mail about it; empty: there was none
 */
async function removeNewer(w: Read, user: MemberId, { since, client, elsewhere }: Removal) {
  const passkeys = await deletePasskeysSince(w, user, since)
  const factor = await deleteSecondFactorSince(w, user, since)
  const codes = await deleteRecoveryCodesSince(w, user, since)
  const { feeds, names } = await elsewhere(w, user, since)
  const archive = await deleteExportSince(w, user, since)
  const events: readonly [MemberSecurityEvent, boolean][] = [
    ['passkey_removed', passkeys.length > 0],
    ['second_step_off', factor !== null],
    ['feed_revoked', feeds > 0],
  ]
  for (const [event, isSo] of events) if (isSo) await recordEvent(w, user, event, client)
  const kept = await listPasskeys(w, user)
  return {
    passkeys: namesInData(passkeys),
    second_step: factor === null ? '' : dayInData(factor),
    codes: codes > 0 && factor === null ? String(codes) : '',
    feeds: feeds > 0 ? String(feeds) : '',
    names: namesInData(names),
    archive: archive === undefined ? '' : dayInData(archive),
    kept: namesInData(kept.map(({ name }) => name)),
  }
}
