import { sql } from 'kysely'
import type { GameSessionId } from '#contract/ids.ts'
import { deleteFrom } from '../../../db/expiry.ts'
import type { HasDb, Read } from '../../../db/schema.ts'

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

export const saveExtension = (w: HasDb, id: GameSessionId, extend_at: number, stamped_at: number) =>
  w.db.updateTable('game_sessions').set({ extend_at, stamped_at }).where('id', '=', id).execute()

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
