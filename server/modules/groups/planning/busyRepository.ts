import type { GroupId, MemberId } from '#contract/ids.ts'
import type { HasDb, Read } from '../../../db/schema.ts'
import { isOneOf } from '../../../db/search.ts'
import { LONGEST_MS } from './sessionRepository.ts'

type Period = { readonly starts_at: number; readonly ends_at: number }

/** Past starts of a group's sessions, the latest first. */
export const listPastStarts = (w: Read, group: GroupId, from: number, limit: number) =>
  w.db
    .selectFrom('game_dates as d')
    .innerJoin('game_sessions as s', 's.id', 'd.session_id')
    .select(['d.starts_at', 'd.ends_at', 's.time_zone'])
    .where('d.session_group_id', '=', group)
    .where('d.cancelled_at', 'is', null)
    .where('d.starts_at', '>', from)
    .where('d.starts_at', '<=', w.now)
    .orderBy('d.starts_at', 'desc')
    .limit(limit)
    .execute()

/**
 * Whether a session of the group, or of any group of the members, overlaps the period, unless they have said that they do
 * not come.
 */
export async function hasSession(
  w: HasDb,
  group: GroupId,
  members: readonly MemberId[],
  { starts_at, ends_at }: Period,
): Promise<boolean> {
  const row = await w.db
    .selectFrom('memberships as m')
    .innerJoin('game_dates as d', 'd.session_group_id', 'm.group_id')
    .select('d.id')
    .where((is) => is.or([is('m.group_id', '=', group), isOneOf(w.db, 'm.user_id', members)]))
    .where('d.cancelled_at', 'is', null)
    .where('d.starts_at', '<', ends_at)
    .where('d.starts_at', '>', starts_at - LONGEST_MS)
    .where('d.ends_at', '>', starts_at)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('game_answers as a')
            .select('a.date_id')
            .whereRef('a.date_id', '=', 'd.id')
            .whereRef('a.user_id', '=', 'm.user_id')
            .where('a.answer', '=', 'not_coming'),
        ),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
