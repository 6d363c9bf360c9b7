import { EMAIL_DELAY_DAYS } from '#contract/desk.ts'
import type { EmailWay } from '#contract/sets.ts'
import { DAY_MS } from '../../../config/time.ts'
import type { Read } from '../../../db/rows.ts'
import { logChange, SERVER } from '../../../desk/audit.ts'
import { type Client, UNKNOWN_CLIENT } from '../../../http/client.ts'
import type { Deps } from '../../../http/deps.ts'
import { unusableHash } from '../../../http/passwords.ts'
import { changing, type Work } from '../../../work/work.ts'
import type { Log } from '../../face.ts'
import type { NewEmail } from '../policy.ts'
import { changeUser, lockUser, setPassword, spendLinks, type User } from '../repository.ts'
import { recordEvent } from '../security-log/eventRepository.ts'
import { forgetKnown } from '../sessions/repository.ts'
import { shutOut } from '../sessions/shutOut.ts'
import {
  type EmailChange,
  endChange,
  endPendingChanges,
  findChange,
  findStaffChange,
  insertChange,
  listDueChanges,
  markConfirmed,
  mayTakeBack,
} from './emailChangeRepository.ts'
import { isEmailTaken } from './freeEmail.ts'
import { mailOldAddress, mailStep, UNDO_EMAIL_DAYS } from './mails.ts'

/* Changes of a member's e-mail address by superusers. The account is locked in all of these. */

const DELAY_MS = EMAIL_DELAY_DAYS * DAY_MS
/** Days after its due day within which a server that stood still makes a change after all. */
const LATE_DAYS = 30

type Wish = { readonly way: EmailWay; readonly reason: string | null }

/** The new address has been checked. A change that the member has requested ends. */
export async function requestStaffChange(
  w: Work,
  user: User,
  { email, email_key, way, reason }: NewEmail & Wish,
): Promise<void> {
  await endPendingChanges(w, user.id)
  const isDelayed = way === 'delay'
  const change = {
    user_id: user.id,
    old_email: user.email,
    old_email_key: user.email_key,
    new_email: email,
    new_email_key: email_key,
    requested_at: w.now,
    expires_at: w.now + DELAY_MS + (isDelayed ? LATE_DAYS * DAY_MS : 0),
    family: null,
    way,
    reason,
    due_at: isDelayed ? w.now + DELAY_MS : null,
  }
  const id = await insertChange(w, change)
  await recordEvent(w, user.id, 'email_change_by_staff', UNKNOWN_CLIENT)
  mailStep(w, { ...change, id }, 'asked')
}

/** The change, if it still waits and the account still has the address that it moves from. */
export async function waitingChange(
  w: Read,
  id: number,
  user: User,
): Promise<EmailChange | undefined> {
  const change = await findChange(w, id)
  const waits =
    change?.way != null &&
    change.confirmed_at === null &&
    change.expires_at > w.now &&
    change.old_email_key === user.email_key
  return waits ? change : undefined
}

/** Stops a change, and notifies both addresses. */
async function stopStaffChange(
  w: Work,
  change: EmailChange,
  client: Client = UNKNOWN_CLIENT,
): Promise<void> {
  await endChange(w, change.id)
  await spendStaffLinks(w, change)
  await recordEvent(w, change.user_id, 'email_change_stopped', client)
  mailStep(w, change, 'stopped')
}

/** Stops the change that waits, for an act at the desk. @returns false when there is none */
export async function stopWaitingChange(w: Work, user: Pick<User, 'id'>) {
  const waiting = await findStaffChange(w, user.id)
  if (waiting !== undefined) await stopStaffChange(w, waiting)
  return waiting !== undefined
}

/** Stops a change by a mailed link, or because it cannot be made. */
export async function stopByServer(
  w: Work,
  { user, change }: { readonly user: Pick<User, 'id' | 'username'>; readonly change: EmailChange },
  client?: Client,
): Promise<void> {
  await stopStaffChange(w, change, client)
  const { id: record, username } = user
  const entry = { timestamp: w.now, actor: SERVER, resource: 'members', record }
  const before = { username, new_email: change.new_email }
  await logChange(w, { ...entry, action: 'stopEmail', before, after: { username } })
}

async function spendStaffLinks(w: Read, { user_id }: EmailChange) {
  for (const purpose of ['approve_email', 'stop_email'] as const)
    await spendLinks(w, user_id, purpose)
}

/**
 * Gives the account its new address. No password, session or link from before opens it any more: the owner of the
 * new mailbox sets a password by a mailed link.
 * @returns false when the address belongs to another account by now; the change is stopped then
 */
export async function applyStaffChange(
  w: Work,
  { user, change }: { readonly user: User; readonly change: EmailChange },
  client: Client = UNKNOWN_CLIENT,
): Promise<boolean> {
  const { new_email: email, new_email_key: email_key } = change
  if (await isEmailTaken(w, email_key, user.id)) {
    await stopByServer(w, { user, change }, client)
    return false
  }
  const isWayBack = await moveUser(w, change)
  await spendStaffLinks(w, change)
  await shutOut(w, user.id)
  await setPassword(w, user.id, unusableHash())
  await forgetKnown(w, user.id)
  await recordEvent(w, user.id, 'email_changed_by_staff', client)
  if (!isWayBack) mailOldAddress(w, change)
  mailStep(w, change, 'changed')
  await logMove(w, user, { action: 'emailChanged', from: user.email, to: email })
  return true
}

/**
 * Gives an account its new address. A way back, which an owner may go by hand, has no undo: one to the address in
 * between would hand the account to a thief again.
 * @returns true if the change is a way back
 */
export async function moveUser(w: Read, change: EmailChange): Promise<boolean> {
  const { user_id, new_email: email, new_email_key: email_key } = change
  const isWayBack = await mayTakeBack(w, user_id, email_key)
  await changeUser(w, user_id, { email, email_key })
  await markConfirmed(w, change.id, isWayBack ? w.now : w.now + UNDO_EMAIL_DAYS * DAY_MS)
  return isWayBack
}

/** Audit row of a change that happens by a mailed link, or because it is due. */
export const logMove = (
  w: Read,
  { id, username }: Pick<User, 'id' | 'username'>,
  {
    action,
    from,
    to,
  }: {
    readonly action: 'emailChanged' | 'emailTakenBack'
    readonly from: string
    readonly to: string
  },
) =>
  logChange(w, {
    timestamp: w.now,
    actor: SERVER,
    resource: 'members',
    action,
    record: id,
    before: { username, email: from },
    after: { username, email: to },
  })

type DueDeps = Pick<Deps, 'db' | 'clock' | 'security'>

/** Makes the changes by staff whose days are over. One that fails stops no other, and is tried again by the next run. */
export async function applyDueChanges({ db, clock, security }: DueDeps, log: Log): Promise<void> {
  for (const { id, user_id } of await listDueChanges({ db, now: clock() }))
    try {
      const isDone = await changing({ db, clock }, async (w) => {
        const user = await lockUser(w, user_id)
        const change = user && (await waitingChange(w, id, user))
        if (user === undefined || change === undefined) return false
        return applyStaffChange(w, { user, change })
      })
      if (isDone) security.report(log, 'email_changed', { account: user_id, by: null })
    } catch (error) {
      log.error({ err: error, account: user_id }, 'a due change of an e-mail address failed')
    }
}
