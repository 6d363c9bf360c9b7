import { sql } from 'kysely'
import type { GameDateId, GameSessionId, GroupId, MemberId } from '#contract/ids.ts'
import { valuesOf } from '../../../db/dialect.ts'
import type { HasDb, Read } from '../../../db/rows.ts'
import { idsOf, isOneOf } from '../../../db/search.ts'
import type { MemberSession, Span } from '../../../text/sessionCalendar.ts'
import type { InGroup } from '../policy.ts'
import { DATE_TEXTS, LONGEST_MS } from './sessionRepository.ts'

/** Series of a calendar, each with all its dates. */
const SERIES_MAX = 100

/**
 * Sessions with a date in a time, by the first such date, cancelled ones included. The latest dates are left out, as are
 * series beyond `SERIES_MAX`.
 */
export async function listCalendarSessions(
  w: HasDb,
  memberId: MemberId,
  span: Span,
): Promise<MemberSession[]> {
  const found = await sessionsIn(w, memberId, span)
  const beyond = found.filter(({ rule }) => rule !== null)[SERIES_MAX]
  const sessions = beyond ? found.slice(0, found.indexOf(beyond)) : found
  const ids = idsOf(sessions)
  const dates = Map.groupBy(await datesOf(w, memberId, ids), ({ session_id }) => session_id)
  return sessions.map((session) => stamped(session, dates.get(session.id) ?? []))
}

type Found = Awaited<ReturnType<typeof sessionsIn>>[number]

const sessionsIn = (w: HasDb, memberId: MemberId, span: Span) =>
  w.db
    .selectFrom(
      w.db
        .selectFrom(firstDates(w, memberId, span).as('first'))
        .select(({ fn }) => ['session_id', fn.min('starts_at').as('first_at')])
        .groupBy('session_id')
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

/** Dates ordered by start, cancelled ones included. */
export const listOccurrencesOfMember = (w: HasDb, memberId: MemberId, span: Span) =>
  w.db
    .selectFrom(firstDates(w, memberId, span).as('first'))
    .innerJoin('game_dates as d', 'd.id', 'first.id')
    // A date is found by its id alone: the sessions of a group can have very many.
    .innerJoin('game_sessions as s', 's.id', 'first.session_id')
    .innerJoin('groups', 'groups.id', 's.group_id')
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.group_id', '=', 's.group_id').on('m.user_id', '=', memberId),
    )
    .leftJoin('date_recaps as r', 'r.date_id', 'd.id')
    .leftJoin('game_answers as a', (join) =>
      join.onRef('a.date_id', '=', 'd.id').on('a.user_id', '=', memberId),
    )
    .select(['r.text as recap', 'groups.planners', 'groups.owner_id', 'm.role'])
    .select(['s.group_id', 'groups.name as group_name', 'a.answer as my_answer'])
    .select(['d.id as date_id', 'd.starts_at', 'd.ends_at', 'd.cancelled_at'])
    .select(DATE_TEXTS)
    .orderBy('d.starts_at')
    .orderBy('d.id')
    .execute()

/** First dates overall, out of the first dates of each group: a group can have thousands of dates in the time. */
function firstDates(w: HasDb, memberId: MemberId, { from, to, limit }: Span) {
  const ofGroup = sql<GameDateId>`select own.id as value from game_dates own
    where own.session_group_id = m.group_id and own.starts_at >= ${from - LONGEST_MS} and own.starts_at < ${to}
      and own.ends_at >= ${from}
    order by own.starts_at, own.id limit ${limit}`
  return w.db
    .selectFrom('memberships as m')
    .innerJoin(valuesOf(w.db, ofGroup), (join) => join.onTrue())
    .innerJoin('game_dates as d', 'd.id', 'value.value')
    .select(['d.id', 'd.session_id', 'd.starts_at'])
    .where('m.user_id', '=', memberId)
    .orderBy('d.starts_at')
    .orderBy('d.id')
    .limit(limit)
}

type Period = { readonly starts_at: number; readonly ends_at: number }

/** Past starts of a group's sessions, the latest first. */
export const listPastStarts = (w: Read & Pick<InGroup, 'id'>, from: number, limit: number) =>
  w.db
    .selectFrom('game_dates as d')
    .innerJoin('game_sessions as s', 's.id', 'd.session_id')
    .select(['d.starts_at', 'd.ends_at', 's.time_zone'])
    .where((is) => is.and({ 'd.session_group_id': w.id, 'd.cancelled_at': null }))
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
  w: HasDb & Pick<InGroup, 'id'>,
  members: readonly MemberId[],
  { starts_at, ends_at }: Period,
): Promise<boolean> {
  const row = await w.db
    .selectFrom('memberships as m')
    .innerJoin('game_dates as d', 'd.session_group_id', 'm.group_id')
    .select('d.id')
    .where((is) => is.or([is('m.group_id', '=', w.id), isOneOf(w.db, 'm.user_id', members)]))
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

/** Cancelled dates of series that go on: with another date ahead, or without an end. Soonest first. */
export const listSkipped = (w: Read, group: GroupId, limit: number) =>
  w.db
    .selectFrom('game_dates as d')
    .innerJoin('game_sessions as s', 's.id', 'd.session_id')
    .select(['d.id', 'd.starts_at', 'd.ends_at'])
    .select(DATE_TEXTS.slice(0, 1))
    // Both name the group, so that no order of the join reads dates of another one.
    .where((is) => is.and({ 'd.session_group_id': group, 's.group_id': group }))
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
            .whereRef('left.session_id', '=', 'd.session_id')
            .where('left.cancelled_at', 'is', null)
            .where('left.ends_at', '>', w.now),
        ),
      ]),
    )
    .orderBy('d.starts_at')
    .orderBy('d.id')
    .limit(limit)
    .execute()
