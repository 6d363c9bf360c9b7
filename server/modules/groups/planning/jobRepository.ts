import { sql } from 'kysely'
import type { DatePollId, GameDateId, GameSessionId, GroupId, MemberId } from '#contract/ids.ts'
import { HOUR_MS } from '../../../config/time.ts'
import { deleteFrom } from '../../../db/expiry.ts'
import { updateRow } from '../../../db/rows.ts'
import type { HasDb, Read } from '../../../db/schema.ts'
import { isOneOf } from '../../../db/search.ts'
import { hasDateAhead, type PollRow } from './pollRepository.ts'
import { findSession } from './sessionRepository.ts'

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

const due = (w: Read, ahead: number) =>
  w.db
    .selectFrom('game_dates')
    .where('game_dates.starts_at', '>', w.now)
    .where('game_dates.starts_at', '<=', w.now + ahead)
    .where('game_dates.reminded_at', 'is', null)
    .where('game_dates.cancelled_at', 'is', null)

/**
 * Does not lock.
 * @param ahead milliseconds before the start
 */
export const listDueReminders = (w: Read, ahead: number, limit: number) =>
  due(w, ahead)
    .innerJoin('game_sessions', 'game_sessions.id', 'game_dates.session_id')
    .select(['game_dates.id', 'game_sessions.group_id'])
    .orderBy('game_dates.starts_at')
    .orderBy('game_dates.id')
    .limit(limit)
    .execute()

/** Marks the date as reminded. @returns undefined if another process was quicker, or the date has changed */
export async function takeDueDate(w: Read, id: GameDateId, ahead: number) {
  const date = await due(w, ahead)
    .selectAll('game_dates')
    .where('game_dates.id', '=', id)
    .executeTakeFirst()
  const session = date && (await findSession(w, date.session_id))
  if (date === undefined || session === undefined) return undefined
  await w.db.updateTable('game_dates').set({ reminded_at: w.now }).where('id', '=', id).execute()
  const rows = await w.db
    .selectFrom('game_answers')
    .select('user_id')
    .where('date_id', '=', id)
    .where('answer', '=', 'not_coming')
    .execute()
  return { date, session, absent: new Set<MemberId>(rows.map(({ user_id }) => user_id)) }
}

/** Sessions whose last date ended long ago, with their answers. Those with a recap stay as long as their group. */
export const deleteOldSessions = deleteFrom(
  'game_sessions',
  (before) =>
    sql`not exists (select 1 from game_dates d
      where d.session_id = game_sessions.id and d.ends_at >= ${before})
    and not exists (select 1 from game_dates d join date_recaps r on r.date_id = d.id
      where d.session_id = game_sessions.id and r.text <> '')`,
)

/** Polls that are closed or over, once the session that one has become is gone. */
export const deleteOldPolls = deleteFrom(
  'date_polls',
  (before) =>
    sql`updated_at < ${before} and (state <> 'open' or not ${hasDateAhead(before)})
      and not exists (select 1 from game_sessions s where s.poll_id = date_polls.id)`,
)

/**
 * Does not lock. A server of the version before cancels a series and leaves the time of its next dates.
 */
export const listDueExtensions = (w: Read, limit: number) =>
  w.db
    .selectFrom('game_sessions')
    .select(['id', 'group_id'])
    .where('extend_at', '<=', w.now)
    .where('cancelled_at', 'is', null)
    .orderBy('extend_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Series that go on, by their ids. */
export const listSeries = (w: HasDb, after: number, limit: number) =>
  w.db
    .selectFrom('game_sessions')
    .select(['id', 'group_id', 'time_zone'])
    .where('id', '>', after as GameSessionId)
    .where('rule', 'is not', null)
    .where('cancelled_at', 'is', null)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Planned starts of the first and the last date that are stored, and the number of those ahead. */
export const readStored = (w: Read, session: GameSessionId) =>
  w.db
    .selectFrom('game_dates')
    .select(({ fn }) => [
      fn.min<number | null>('planned_at').as('first'),
      fn.max<number | null>('planned_at').as('last'),
      sql<number>`count(case when planned_at > ${w.now} then 1 end)`.as('ahead'),
    ])
    .where('session_id', '=', session)
    .executeTakeFirstOrThrow()

export const saveExtension = (w: Read, id: GameSessionId, extend_at: number) =>
  updateRow(w.db, 'game_sessions', id, { extend_at, stamped_at: w.now })

/**
 * Old dates of series without an end, with their answers; all but those with a recap, and the first one, which the rule
 * begins with.
 */
export const deleteOldDates = deleteFrom(
  'game_dates',
  (before) =>
    sql`starts_at < ${before} and ends_at < ${before}
      and session_id in (select id from game_sessions where extend_at is not null)
      and exists (select 1 from game_dates earlier
        where earlier.session_id = game_dates.session_id and earlier.planned_at < game_dates.planned_at)
      and not exists (select 1 from date_recaps r where r.date_id = game_dates.id and r.text <> '')`,
  { key: 'id', by: 'starts_at' },
)
