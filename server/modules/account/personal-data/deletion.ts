import type { MemberId } from '#contract/ids.ts'
import { DELETION_DAYS } from '#contract/personalData.ts'
import { DAY_MS } from '../../../config/time.ts'
import type { HasDb } from '../../../db/schema.ts'
import { type Client, UNKNOWN_CLIENT } from '../../../http/client.ts'
import type { Work } from '../../../work/work.ts'
import { notify } from '../mails.ts'
import { dayInData } from '../noticeValues.ts'
import type { User } from '../repository.ts'
import { recordEvent } from '../security-log/eventRepository.ts'

/* Asking for the deletion of an account, and withdrawing: by the member, at the desk, by an operator. */

export const isLastSuperuser = (superusers: readonly MemberId[], user: MemberId): boolean =>
  superusers.length === 1 && superusers.includes(user)

/** @param user locked @returns when the account will be deleted, epoch milliseconds */
export async function scheduleDeletion(
  w: Work,
  user: User,
  client: Client = UNKNOWN_CLIENT,
): Promise<number> {
  if (user.deletion_due_at !== null) return user.deletion_due_at
  const due = w.now + DELETION_DAYS * DAY_MS
  await setDeletion(w, user.id, due)
  const values = { date: dayInData(due), days: String(DELETION_DAYS) }
  notify(w, user, { notice: 'deletion_requested', ...values })
  await recordEvent(w, user.id, 'deletion_requested', client)
  return due
}

/** @param user locked @returns false when there is nothing to withdraw */
export async function withdrawDeletion(
  w: Work,
  user: User,
  client: Client = UNKNOWN_CLIENT,
): Promise<boolean> {
  if (user.deletion_due_at === null) return false
  await setDeletion(w, user.id, null)
  notify(w, user, { notice: 'deletion_withdrawn' })
  await recordEvent(w, user.id, 'deletion_withdrawn', client)
  return true
}

export const setDeletion = (w: HasDb, id: MemberId, deletion_due_at: number | null) =>
  w.db.updateTable('users').set({ deletion_due_at }).where('id', '=', id).execute()
