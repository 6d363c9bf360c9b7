import { EMAIL_DELAY_DAYS } from '#contract/desk.ts'
import type { EmailWay } from '#contract/sets.ts'
import { DAY_MS } from '../../../config/time.ts'
import type { Db } from '../../../db/schema.ts'
import { SERVER } from '../../../desk/actor.ts'
import { logChange } from '../../../desk/audit.ts'
import { type Client, UNKNOWN_CLIENT } from '../../../http/client.ts'
import { unusableHash } from '../../../http/passwords.ts'
import { enqueueAll } from '../../../mail/outbox.ts'
import { forgetNetworks } from '../networkRepository.ts'
import type { NewEmail } from '../policy.ts'
import { setPassword, spendLinks, type User } from '../repository.ts'
import { recordEvent } from '../security-log/eventRepository.ts'
import { forgetBrowsers } from '../sessions/browserRepository.ts'
import { shutOut } from '../sessions/shutOut.ts'
import {
  type EmailChange,
  endChange,
  endPendingChanges,
  findChange,
  findStaffChange,
  insertChange,
  markConfirmed,
  mayTakeBack,
  setEmail,
} from './emailChangeRepository.ts'
import { isEmailTaken } from './freeEmail.ts'
import { emailChangedMail, UNDO_EMAIL_DAYS } from './mails.ts'
import { LATE_DAYS, staffEmailMail } from './staffEmailMails.ts'

/* Changes of a member's e-mail address by superusers. The account is locked in all of these. */

const DELAY_MS = EMAIL_DELAY_DAYS * DAY_MS

type Wish = { readonly way: EmailWay; readonly reason: string | null }

/** The new address has been checked. A change that the member has requested ends. */
export async function requestStaffChange(
  tx: Db,
  user: User,
  { email, email_key }: NewEmail,
  { way, reason }: Wish,
  now: number,
): Promise<void> {
  await endPendingChanges(tx, user.id, now)
  const isDelayed = way === 'delay'
  const change = {
    user_id: user.id,
    old_email: user.email,
    old_email_key: user.email_key,
    new_email: email,
    new_email_key: email_key,
    requested_at: now,
    expires_at: now + DELAY_MS + (isDelayed ? LATE_DAYS * DAY_MS : 0),
    family: null,
    way,
    reason,
    due_at: isDelayed ? now + DELAY_MS : null,
  }
  const id = await insertChange(tx, change)
  await recordEvent(tx, user.id, 'email_change_by_staff', UNKNOWN_CLIENT, now)
  await tellBoth(tx, { ...change, id }, 'asked', now)
}

const tellBoth = (
  tx: Db,
  change: Pick<EmailChange, 'id' | 'user_id' | 'old_email' | 'new_email'>,
  step: 'asked' | 'stopped',
  now: number,
) =>
  enqueueAll(
    tx,
    (['old', 'new'] as const).map((side) => staffEmailMail(change, step, side)),
    now,
  )

/** The change, if it still waits and the account still has the address that it moves from. */
export async function waitingChange(
  tx: Db,
  id: number,
  user: User,
  now: number,
): Promise<EmailChange | undefined> {
  const change = await findChange(tx, id)
  const waits =
    change?.way != null &&
    change.confirmed_at === null &&
    change.expires_at > now &&
    change.old_email_key === user.email_key
  return waits ? change : undefined
}

/** Both addresses are told. */
async function stopStaffChange(
  tx: Db,
  change: EmailChange,
  now: number,
  client: Client = UNKNOWN_CLIENT,
): Promise<void> {
  await endChange(tx, change.id, now)
  await spendStaffLinks(tx, change, now)
  await recordEvent(tx, change.user_id, 'email_change_stopped', client, now)
  await tellBoth(tx, change, 'stopped', now)
}

/** Stops the change that waits, for an act at the desk. @returns false when there is none */
export async function stopWaitingChange(tx: Db, user: Pick<User, 'id'>, now: number) {
  const waiting = await findStaffChange(tx, user.id, now)
  if (waiting !== undefined) await stopStaffChange(tx, waiting, now)
  return waiting !== undefined
}

/** Stops a change by a mailed link, or because it cannot be made. */
export async function stopByServer(
  tx: Db,
  user: Pick<User, 'id' | 'username'>,
  change: EmailChange,
  now: number,
  client?: Client,
): Promise<void> {
  await stopStaffChange(tx, change, now, client)
  const { id: record, username } = user
  const entry = { timestamp: now, actor: SERVER, resource: 'members', record }
  const before = { username, new_email: change.new_email }
  await logChange(tx, { ...entry, action: 'stopEmail', before, after: { username } })
}

async function spendStaffLinks(tx: Db, { user_id }: EmailChange, now: number) {
  for (const purpose of ['approve_email', 'stop_email'] as const)
    await spendLinks(tx, user_id, purpose, now)
}

/**
 * Gives the account its new address. No password, session or link from before opens it any more: whoever has the new
 * mailbox sets a password by a mailed link.
 * @returns false when the address belongs to another account by now; the change is stopped then
 */
export async function applyStaffChange(
  tx: Db,
  user: User,
  change: EmailChange,
  now: number,
  client: Client = UNKNOWN_CLIENT,
): Promise<boolean> {
  const { new_email: email, new_email_key: email_key } = change
  if (await isEmailTaken(tx, email_key, now, user.id)) {
    await stopByServer(tx, user, change, now, client)
    return false
  }
  // An undo to an address that the account has come back from would hand it to a thief again.
  const isWayBack = await mayTakeBack(tx, user.id, email_key, now)
  await setEmail(tx, user.id, { email, email_key })
  await markConfirmed(tx, change.id, now, isWayBack ? now : now + UNDO_EMAIL_DAYS * DAY_MS)
  await spendStaffLinks(tx, change, now)
  await shutOut(tx, user.id, now)
  await setPassword(tx, user.id, unusableHash())
  await forgetBrowsers(tx, user.id)
  await forgetNetworks(tx, user.id)
  await recordEvent(tx, user.id, 'email_changed_by_staff', client, now)
  const told = isWayBack ? [] : [emailChangedMail(change)]
  await enqueueAll(tx, [...told, staffEmailMail(change, 'changed', 'new')], now)
  await logMove(tx, user, 'emailChanged', [user.email, email], now)
  return true
}

/** Audit row of a change that happens by a mailed link, or because it is due. */
export const logMove = (
  tx: Db,
  { id, username }: Pick<User, 'id' | 'username'>,
  action: 'emailChanged' | 'emailTakenBack',
  [from, to]: readonly [string, string],
  now: number,
) =>
  logChange(tx, {
    timestamp: now,
    actor: SERVER,
    resource: 'members',
    action,
    record: id,
    before: { username, email: from },
    after: { username, email: to },
  })
