import { sql } from 'kysely'
import type { GameSessionId, MemberId } from '#contract/ids.ts'
import type { HasDb } from '../../../db/schema.ts'
import { isOneOf } from '../../../db/search.ts'
import type { MemberSession } from '../../../text/memberCalendar.ts'
import { firstDates } from './occurrenceRepository.ts'

/** Series of a calendar, each with all its dates. */
const SERIES_MAX = 100

/**
 * Sessions with a date in a time, by the first such date, cancelled ones included.
 * @param from inclusive, compared with the end of a date
 * @param to exclusive, compared with its start
 * @param limit dates in that time; the latest are left out, as are series beyond `SERIES_MAX`
 */
export async function listCalendarSessions(
  w: HasDb,
  memberId: MemberId,
  from: number,
  to: number,
  limit: number,
): Promise<MemberSession[]> {
  const found = await sessionsIn(w, memberId, from, to, limit)
  const beyond = found.filter(({ rule }) => rule !== null)[SERIES_MAX]
  const sessions = beyond ? found.slice(0, found.indexOf(beyond)) : found
  const ids = sessions.map(({ id }) => id)
  const dates = Map.groupBy(await datesOf(w, memberId, ids), ({ session_id }) => session_id)
  return sessions.map((session) => stamped(session, dates.get(session.id) ?? []))
}

type Found = Awaited<ReturnType<typeof sessionsIn>>[number]

const sessionsIn = (w: HasDb, memberId: MemberId, from: number, to: number, limit: number) =>
  w.db
    .selectFrom(
      w.db
        .selectFrom(firstDates(w, memberId, from, to, limit).as('first'))
        .innerJoin('game_dates as d', 'd.id', 'first.id')
        .select(({ fn }) => ['d.session_id', fn.min('d.starts_at').as('first_at')])
        .groupBy('d.session_id')
        .as('of'),
    )
    .innerJoin('game_sessions as s', 's.id', 'of.session_id')
    .innerJoin('groups', 'groups.id', 's.group_id')
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.group_id', '=', 's.group_id').on('m.user_id', '=', memberId),
    )
    .select(['s.id', 's.group_id', 's.uid', 's.sequence', 's.time_zone', 's.rule'])
    .select(['s.title', 's.place', 's.link', 's.notes'])
    .select(['s.cancelled_at', 's.created_at', 's.updated_at', 's.stamped_at'])
    .select(['groups.name as group_name', 'm.joined_at', 'of.first_at'])
    .orderBy('of.first_at')
    .orderBy('s.id')
    .execute()

const datesOf = (w: HasDb, memberId: MemberId, sessions: readonly GameSessionId[]) =>
  w.db
    .selectFrom('game_dates as d')
    .leftJoin('game_answers as a', (join) =>
      join.onRef('a.date_id', '=', 'd.id').on('a.user_id', '=', memberId),
    )
    .select(['d.session_id', 'd.planned_at', 'd.starts_at', 'd.ends_at', 'd.cancelled_at'])
    .leftJoin('users as h', 'h.id', 'd.host_id')
    .select(['d.title', 'd.place', 'd.link', 'd.notes', 'a.answer', 'a.updated_at as answered_at'])
    .select(['h.username as host', renamedAt])
    .where(isOneOf(w.db, 'd.session_id', sessions))
    .orderBy('d.planned_at')
    .execute()

const renamedAt =
  sql<number>`(select max(given_up_at) from old_usernames o where o.user_id = d.host_id)`.as(
    'named_at',
  )

/**
 * Programs keep what is newer by SEQUENCE, then by DTSTAMP. An answer is a change of the entries for this member; who
 * comes back to a group has got a mail that took the session out, with the next sequence.
 */
function stamped(
  { joined_at, stamped_at, ...session }: Found,
  dates: Awaited<ReturnType<typeof datesOf>>,
): MemberSession {
  const { sequence, updated_at } = session
  const others = dates.flatMap(({ answered_at, named_at }) => [answered_at ?? 0, named_at ?? 0])
  return {
    ...session,
    dates,
    sequence: joined_at > updated_at ? sequence + 1 : sequence,
    updated_at: Math.max(updated_at, stamped_at ?? 0, joined_at, ...others),
  }
}
