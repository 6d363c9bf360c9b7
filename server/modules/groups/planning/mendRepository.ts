import { sql } from 'kysely'
import type { GameSessionId } from '#contract/ids.ts'
import type { Db } from '../../../db/schema.ts'
import type { DateRow, SessionRow } from './sessionRepository.ts'

/** Series with dates since `from`, by their ids. */
export const listSeriesSince = (db: Db, after: number, from: number, limit: number) =>
  db
    .selectFrom('game_sessions as s')
    .innerJoin('game_dates as d', 'd.session_id', 's.id')
    .select(['s.id', 's.group_id', 's.time_zone'])
    .select(({ fn }) => [
      fn.min<number>('d.planned_at').as('first'),
      fn.max<number>('d.planned_at').as('last'),
    ])
    .where('s.id', '>', after as GameSessionId)
    .where('s.rule', 'is not', null)
    .where('s.cancelled_at', 'is', null)
    .groupBy(['s.id', 's.group_id', 's.time_zone'])
    .having(({ fn }) => fn.max('d.planned_at'), '>', from)
    .orderBy('s.id')
    .limit(limit)
    .execute()

/** Dates that are over, or that members have moved, answered, host or wrote on. */
export async function usedOf(
  tx: Db,
  session: GameSessionId,
  now: number,
): Promise<Set<DateRow['id']>> {
  const rows = await tx
    .selectFrom('game_dates as d')
    .select('d.id')
    .where('d.session_id', '=', session)
    .where(
      sql<boolean>`(d.starts_at <= ${now} or d.starts_at <> d.planned_at or d.host_id is not null
        or coalesce(d.title, d.place, d.link, d.notes) is not null
        or exists (select 1 from game_answers a where a.date_id = d.id))`,
    )
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The sequence stays, since no mail is sent: calendar links have a later stamp. */
export const saveMended = (
  tx: Db,
  id: GameSessionId,
  change: Pick<SessionRow, 'rule' | 'stamped_at'>,
) => tx.updateTable('game_sessions').set(change).where('id', '=', id).execute()
