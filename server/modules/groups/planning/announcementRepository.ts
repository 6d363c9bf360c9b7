import type { DatePollId, GroupId, MemberId } from '#contract/ids.ts'
import { HOUR_MS } from '../../../config/time.ts'
import { updateRow } from '../../../db/rows.ts'
import type { Read } from '../../../db/schema.ts'
import { isOneOf } from '../../../db/search.ts'
import type { PollRow } from './pollRepository.ts'

/* When members get mails about polls. A change locks the group first; see `lockGroup`. */

type Announcement = Pick<PollRow, 'announce_at' | 'announced_at'>

/** A new poll is announced now, or together with the other ones an hour after the last mail of the group. */
export async function announcementOf(w: Read, group: GroupId): Promise<Announcement> {
  const { waiting, last } = await w.db
    .selectFrom('date_polls')
    .select(({ fn }) => [fn.max('announce_at').as('waiting'), fn.max('announced_at').as('last')])
    .where('group_id', '=', group)
    .executeTakeFirstOrThrow()
  if (waiting !== null) return { announce_at: waiting, announced_at: null }
  if (last !== null && last > w.now - HOUR_MS)
    return { announce_at: last + HOUR_MS, announced_at: null }
  return { announce_at: null, announced_at: w.now }
}

/** Groups whose polls wait for a mail that is due. Does not lock. */
export const listDueAnnouncements = (w: Read, limit: number) =>
  w.db
    .selectFrom('date_polls')
    .select('group_id')
    .distinct()
    .where('announce_at', '<=', w.now)
    .orderBy('group_id')
    .limit(limit)
    .execute()

/** Ends the waiting of a group's polls. @returns the open ones, which are now announced */
export async function takeAnnouncements(w: Read, group: GroupId) {
  const due = await w.db
    .updateTable('date_polls')
    .set({ announce_at: null })
    .where('group_id', '=', group)
    .where('announce_at', '<=', w.now)
    .returning(['id', 'made_by', 'state'])
    .execute()
  const open = due.filter(({ state }) => state === 'open')
  const ids = open.map(({ id }) => id)
  await w.db
    .updateTable('date_polls')
    .set({ announced_at: w.now })
    .where(isOneOf(w.db, 'id', ids))
    .execute()
  return open
}

const dueReminders = (w: Read) =>
  w.db
    .selectFrom('date_polls')
    .where('remind_at', '<=', w.now)
    .where('closes_at', '>', w.now)
    .where('state', '=', 'open')

/** Does not lock. */
export const listDuePollReminders = (w: Read, limit: number) =>
  dueReminders(w)
    .select(['id', 'group_id'])
    .orderBy('remind_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/**
 * Marks the members as reminded.
 * @returns undefined if another process was quicker, or the poll has changed; else who needs no reminder
 */
export async function takePollReminder(w: Read, id: DatePollId) {
  const poll = await dueReminders(w)
    .select(['id', 'closes_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (poll === undefined) return undefined
  await updateRow(w.db, 'date_polls', id, { remind_at: null })
  const rows = await w.db
    .selectFrom('date_answers')
    .innerJoin('date_options', 'date_options.id', 'date_answers.option_id')
    .select('user_id')
    .distinct()
    .where('poll_id', '=', id)
    .execute()
  const answered = new Set<MemberId>(rows.map(({ user_id }) => user_id))
  return { closes_at: poll.closes_at ?? 0, answered }
}
