import { sql } from 'kysely'
import type { GameDateId, GameSessionId, GroupId, MemberId } from '#contract/ids.ts'
import type { GameAnswer } from '#contract/sets.ts'
import { valuesOf } from '../../../db/dialect.ts'
import type { HasDb } from '../../../db/schema.ts'
import { DATE_TEXTS, LONGEST_MS } from './sessionRepository.ts'

/** A date of a session of a group that the member belongs to. Times: epoch milliseconds. */
export type Occurrence = {
  readonly session_id: GameSessionId
  readonly date_id: GameDateId
  readonly group_id: GroupId
  readonly group_name: string
  /** One for all dates of a session. */
  readonly uid: string
  readonly sequence: number
  readonly title: string
  readonly starts_at: number
  readonly ends_at: number
  /** IANA name of the zone that the session was planned in. */
  readonly time_zone: string
  /** Empty if there is none, as are `link` and `notes`. */
  readonly place: string
  readonly link: string
  readonly notes: string
  readonly cancelled_at: number | null
  readonly my_answer: GameAnswer | null
  readonly created_at: number
  readonly updated_at: number
  /** Value of RECURRENCE-ID; null: the session does not repeat. */
  readonly recurrence_id: number | null
}

/**
 * Dates ordered by start, cancelled ones included.
 * @param from inclusive, compared with the end of a date
 * @param to exclusive, compared with its start
 */
export async function listOccurrencesOfMember(
  w: HasDb,
  memberId: MemberId,
  from: number,
  to: number,
  limit: number,
): Promise<Occurrence[]> {
  const rows = await w.db
    .selectFrom(firstDates(w, memberId, from, to, limit).as('first'))
    .innerJoin('game_dates as d', 'd.id', 'first.id')
    .innerJoin('game_sessions as s', 's.id', 'd.session_id')
    .innerJoin('groups', 'groups.id', 's.group_id')
    .leftJoin('game_answers as a', (join) =>
      join.onRef('a.date_id', '=', 'd.id').on('a.user_id', '=', memberId),
    )
    .select(['s.id as session_id', 's.group_id', 'groups.name as group_name', 's.uid'])
    .select(['s.sequence', 's.time_zone', 's.rule', 's.created_at', 's.updated_at'])
    .select(DATE_TEXTS)
    .select(['d.id as date_id', 'd.planned_at', 'd.starts_at', 'd.ends_at', 'd.cancelled_at'])
    .select(['a.answer as my_answer'])
    .orderBy('d.starts_at')
    .orderBy('d.id')
    .execute()
  return rows.map(({ rule, planned_at, ...row }) => ({
    ...row,
    recurrence_id: rule === null ? null : planned_at,
  }))
}

/** First dates overall, out of the first dates of each group: a group can have thousands of dates in the time. */
export function firstDates(w: HasDb, memberId: MemberId, from: number, to: number, limit: number) {
  const ofGroup = sql<GameDateId>`select own.id as value from game_dates own
    where own.session_group_id = m.group_id and own.starts_at >= ${from - LONGEST_MS} and own.starts_at < ${to}
      and own.ends_at >= ${from}
    order by own.starts_at, own.id limit ${limit}`
  return w.db
    .selectFrom('memberships as m')
    .innerJoin(valuesOf(w.db, ofGroup), (join) => join.onTrue())
    .innerJoin('game_dates as d', 'd.id', 'value.value')
    .select('d.id')
    .where('m.user_id', '=', memberId)
    .orderBy('d.starts_at')
    .orderBy('d.id')
    .limit(limit)
}
