import { sql } from 'kysely'
import type { GameDateId, MemberId } from '#contract/ids.ts'
import { deleteFrom } from '../../../db/expiry.ts'
import type { Read } from '../../../db/schema.ts'
import { hasDateAhead } from './pollRepository.ts'
import { findSession } from './sessionRepository.ts'

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
