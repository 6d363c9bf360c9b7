import type { GameDateId, GroupId } from '#contract/ids.ts'
import type { HasDb, Read } from '../../../db/schema.ts'
import { DATE_TEXTS, type DateRow, LONGEST_MS } from './sessionRepository.ts'

/** Cancelled dates of series that go on: with another date ahead, or without an end. Soonest first. */
export const listSkipped = (w: Read, group: GroupId, limit: number) =>
  w.db
    .selectFrom('game_dates as d')
    .innerJoin('game_sessions as s', 's.id', 'd.session_id')
    .select(['d.id', 'd.starts_at', 'd.ends_at'])
    .select(DATE_TEXTS.slice(0, 1))
    .where('d.session_group_id', '=', group)
    .where('d.starts_at', '>', w.now - LONGEST_MS)
    .where('d.ends_at', '>', w.now)
    .where('d.cancelled_at', 'is not', null)
    .where('s.cancelled_at', 'is', null)
    .where('s.rule', 'is not', null)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('s.extend_at', 'is not', null),
        exists(
          selectFrom('game_dates as left')
            .select('left.id')
            .whereRef('left.session_id', '=', 's.id')
            .where('left.cancelled_at', 'is', null)
            .where('left.ends_at', '>', w.now),
        ),
      ]),
    )
    .orderBy('d.starts_at')
    .orderBy('d.id')
    .limit(limit)
    .execute()

export const restoreDateRow = (
  w: HasDb,
  id: GameDateId,
  change: Pick<DateRow, 'cancelled_at' | 'reminded_at'>,
) => w.db.updateTable('game_dates').set(change).where('id', '=', id).execute()
