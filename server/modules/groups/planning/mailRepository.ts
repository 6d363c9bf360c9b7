import { type SqlBool, sql } from 'kysely'
import type { DatePollId, GameSessionId, GroupId, MemberId } from '#contract/ids.ts'
import type { HasDb, Read } from '../../../db/schema.ts'
import { isOneOf } from '../../../db/search.ts'
import type { Reader } from '../../../mail/table.ts'
import { POLLS_MAX } from '../limits.ts'
import { listOptions } from './pollRepository.ts'
import { findSession, listDates } from './sessionRepository.ts'

/** A session with all its dates for a member of its group. @param reader an active account */
export async function findMailable(w: HasDb, id: GameSessionId, reader: Reader) {
  const session = await findSession(w, id)
  if (session === undefined) return undefined
  const member = await w.db
    .selectFrom('memberships as m')
    .innerJoin('groups', 'groups.id', 'm.group_id')
    .select(['groups.name as group', 'm.time_zone'])
    .where('m.group_id', '=', session.group_id)
    .where('m.user_id', '=', reader.id)
    .executeTakeFirst()
  if (member === undefined) return undefined
  const dates = await listDates(w, id)
  const rows = await w.db
    .selectFrom('game_answers')
    .innerJoin('game_dates', 'game_dates.id', 'game_answers.date_id')
    .select(['date_id', 'answer'])
    .where('session_id', '=', id)
    .where('user_id', '=', reader.id)
    .execute()
  const answers = new Map(rows.map((row) => [row.date_id, row.answer]))
  const time_zone = member.time_zone ?? reader.time_zone
  return { session, group: member.group, time_zone, dates, answers }
}

export type MailablePoll = Awaited<ReturnType<typeof listMailablePolls>>[number]

/** Open polls with their dates ahead, of groups of the member. @param reader an active account */
export async function listMailablePolls(w: Read, ids: readonly DatePollId[], { id: user }: Reader) {
  const polls = await w.db
    .selectFrom('date_polls as p')
    .innerJoin('memberships as m', 'm.group_id', 'p.group_id')
    .innerJoin('groups', 'groups.id', 'p.group_id')
    .leftJoin('users as maker', 'maker.id', 'p.made_by')
    .select(['p.id', 'p.group_id', 'p.made_by', 'p.title', 'p.notes', 'p.closes_at'])
    .select(['p.time_zone', 'maker.username as maker', 'groups.name as group'])
    .select('m.time_zone as own_zone')
    .where(isOneOf(w.db, 'p.id', ids))
    .where('p.state', '=', 'open')
    .where((is) => is.or([is('p.closes_at', 'is', null), is('p.closes_at', '>', w.now)]))
    .where('m.user_id', '=', user)
    .orderBy('p.id')
    .limit(POLLS_MAX)
    .execute()
  const open = polls.map(({ id }) => id)
  const options = await listOptions(w, open)
  const answered = await listAnswered(w, open, user)
  return polls.map((poll) => {
    const own = options.filter(({ poll_id }) => poll_id === poll.id)
    const ahead = own.filter(({ starts_at }) => starts_at > w.now)
    return {
      ...poll,
      ahead,
      unanswered: ahead.filter(({ id }) => !answered.has(id)),
      hasAnswered: own.some(({ id }) => answered.has(id)),
    }
  })
}

async function listAnswered(w: HasDb, polls: readonly DatePollId[], user: MemberId) {
  const rows = await w.db
    .selectFrom('date_answers')
    .innerJoin('date_options', 'date_options.id', 'date_answers.option_id')
    .select('date_options.id')
    .where(isOneOf(w.db, 'poll_id', polls))
    .where('user_id', '=', user)
    .execute()
  return new Set(rows.map(({ id }) => id))
}

export type Gone = { readonly group?: GroupId; readonly user?: MemberId }
export type GoneRow = Awaited<ReturnType<typeof listMailedSessions>>[number]

/**
 * Sessions with future dates that members with active accounts got mails about, with the first date and the start of
 * the next one; without members who have stopped these mails. Every change is mailed to all members but the one who
 * makes it.
 */
export const listMailedSessions = (w: Read, { group, user }: Gone) =>
  w.db
    .selectFrom('game_sessions as s')
    .innerJoin('groups', 'groups.id', 's.group_id')
    .innerJoin('memberships as m', 'm.group_id', 's.group_id')
    .innerJoin('users', 'users.id', 'm.user_id')
    .leftJoin('preferences', 'preferences.user_id', 'users.id')
    .innerJoin('game_dates as first', (join) =>
      join
        .onRef('first.session_id', '=', 's.id')
        .on(
          'first.planned_at',
          '=',
          sql<number>`(select min(planned_at) from game_dates where session_id = s.id)`,
        ),
    )
    .innerJoin(
      (of) =>
        of
          .selectFrom('game_dates')
          .select(({ fn }) => ['session_id', fn.min('starts_at').as('starts_at')])
          .where('cancelled_at', 'is', null)
          .where('ends_at', '>', w.now)
          .groupBy('session_id')
          .as('next'),
      (join) => join.onRef('next.session_id', '=', 's.id'),
    )
    .select(['users.id', 'users.email', 'users.username'])
    .select(({ fn }) => fn.coalesce('m.time_zone', 'users.time_zone').as('zone'))
    .select(['groups.name as group', 's.title', 's.uid', 's.sequence', 's.time_zone', 's.rule'])
    .select(['first.planned_at', 'first.starts_at', 'first.ends_at', 's.created_at'])
    .select('next.starts_at as next_at')
    .$if(group !== undefined, (query) => query.where('s.group_id', '=', group as GroupId))
    .$if(user !== undefined, (query) => query.where('m.user_id', '=', user as MemberId))
    .whereRef('s.updated_at', '>=', 'm.joined_at')
    // The account of its maker may be deleted.
    .where(sql<SqlBool>`(s.sequence > 0 or s.made_by is null or s.made_by <> m.user_id)`)
    .where('users.activated_at', 'is not', null)
    .where('users.deactivated_at', 'is', null)
    .where('preferences.planning_mails_off_at', 'is', null)
    .orderBy('users.id')
    .orderBy('s.id')
    .execute()
