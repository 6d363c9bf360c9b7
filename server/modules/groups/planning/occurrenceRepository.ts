import type { GameSessionId, GroupId, MemberId } from '#contract/ids.ts'
import type { GameAnswer } from '#contract/sets.ts'
import type { Db } from '../../../db/schema.ts'

/** A date of a session of a group that the member belongs to. Times: epoch milliseconds. */
export type Occurrence = {
  readonly session_id: GameSessionId
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
  /** For RECURRENCE-ID; null: the session does not repeat. */
  readonly recurrence_id: number | null
}

/** By start; cancelled ones included. @param from inclusive, by the end of a date @param to exclusive, by its start */
export async function listOccurrencesOfMember(
  db: Db,
  memberId: MemberId,
  from: number,
  to: number,
  limit: number,
): Promise<Occurrence[]> {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('groups', 'groups.id', 'memberships.group_id')
    .innerJoin('game_sessions as s', 's.group_id', 'groups.id')
    .innerJoin('game_dates as d', 'd.session_id', 's.id')
    .leftJoin('game_answers as a', (join) =>
      join.onRef('a.date_id', '=', 'd.id').onRef('a.user_id', '=', 'memberships.user_id'),
    )
    .select(['s.id as session_id', 's.group_id', 'groups.name as group_name', 's.uid'])
    .select(['s.sequence', 's.title', 's.time_zone', 's.place', 's.link', 's.notes', 's.rule'])
    .select(['s.created_at', 's.updated_at'])
    .select(['d.planned_at', 'd.starts_at', 'd.ends_at', 'd.cancelled_at'])
    .select('a.answer as my_answer')
    .where('memberships.user_id', '=', memberId)
    .where('d.ends_at', '>=', from)
    .where('d.starts_at', '<', to)
    .orderBy('d.starts_at')
    .orderBy('d.id')
    .limit(limit)
    .execute()
  return rows.map(({ rule, planned_at, ...row }) => ({
    ...row,
    recurrence_id: rule === null ? null : planned_at,
  }))
}
