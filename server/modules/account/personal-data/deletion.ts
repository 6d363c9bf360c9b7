import type { MemberId } from '#contract/ids.ts'
import { DELETION_DAYS } from '#contract/personalData.ts'
import { DAY_MS } from '../../../config/time.ts'
import type { Db } from '../../../db/schema.ts'
import { type Client, UNKNOWN_CLIENT } from '../../../http/client.ts'
import { enqueue } from '../../../mail/outbox.ts'
import { securityNotice } from '../mails.ts'
import { dayInData } from '../noticeValues.ts'
import type { User } from '../repository.ts'
import { recordEvent } from '../security-log/eventRepository.ts'

/* Asking for the deletion of an account, and withdrawing: by the member, at the desk, by an operator. */

export const isLastSuperuser = (superusers: readonly MemberId[], user: MemberId): boolean =>
  superusers.length === 1 && superusers.includes(user)

/** @param user locked @returns when the account will be deleted, epoch milliseconds */
export async function scheduleDeletion(
  tx: Db,
  user: User,
  now: number,
  client: Client = UNKNOWN_CLIENT,
): Promise<number> {
  if (user.deletion_due_at !== null) return user.deletion_due_at
  const due = now + DELETION_DAYS * DAY_MS
  await setDeletion(tx, user.id, due)
  const values = { date: dayInData(due), days: String(DELETION_DAYS) }
  await enqueue(tx, securityNotice(user, 'deletion_requested', values), now)
  await recordEvent(tx, user.id, 'deletion_requested', client, now)
  return due
}

/** @param user locked @returns false when there is nothing to withdraw */
export async function withdrawDeletion(
  tx: Db,
  user: User,
  now: number,
  client: Client = UNKNOWN_CLIENT,
): Promise<boolean> {
  if (user.deletion_due_at === null) return false
  await setDeletion(tx, user.id, null)
  await enqueue(tx, securityNotice(user, 'deletion_withdrawn'), now)
  await recordEvent(tx, user.id, 'deletion_withdrawn', client, now)
  return true
}

export const setDeletion = (tx: Db, id: MemberId, deletion_due_at: number | null) =>
  tx.updateTable('users').set({ deletion_due_at }).where('id', '=', id).execute()
