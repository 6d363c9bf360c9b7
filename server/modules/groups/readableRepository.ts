import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { isOneOf } from '../../db/search.ts'
import { iso } from '../../text/time.ts'
import { type Names, namesIn, rowsWithEmail, type Subject } from '../../work/personalData.ts'

/*
 * Names for the archive of a member, as far as the site shows them to the member now. A group that the member left is a
 * number.
 */

const ofOwnGroup = (column: string, { id }: Subject): RawBuilder<SqlBool> =>
  sql`${sql.ref(column)} in (select group_id from memberships where user_id = ${id})`

const isMailedTo = rowsWithEmail('email')

const groups = (subject: Subject) => sql<SqlBool>`(${ofOwnGroup('id', subject)}
  or id in (select group_id from invites where target_user_id = ${subject.id})
  or id in (select group_id from join_requests where user_id = ${subject.id} and answer = 'open')
  or id in (select group_id from invite_links where ${isMailedTo(subject)}))`

const people = (subject: Subject) => sql<SqlBool>`(id = ${subject.id}
  or id in (select user_id from memberships where ${ofOwnGroup('group_id', subject)})
  or id in (select target_user_id from invites where invited_by = ${subject.id})
  or id in (select invited_by from invites where target_user_id = ${subject.id})
  or id in (select created_by from invite_links where ${isMailedTo(subject)})
  or id in (select muted_user_id from mutes where user_id = ${subject.id}))`

/** @param table with `group_id`, `title` and the id of its rows @param dates the table whose dates belong to them */
const datesOf =
  (
    table: 'date_polls' | 'game_sessions',
    dates: 'date_options' | 'game_dates',
    column: string,
  ): Names =>
  async (w, ids, subject) => {
    const { rows } = await sql<{ id: number; title: string; starts_at: number }>`
      select d.id, t.title, d.starts_at from ${sql.table(dates)} as d
      join ${sql.table(table)} as t on t.id = ${sql.ref(`d.${column}`)}
      where ${isOneOf(w.db, 'd.id', ids)} and ${ofOwnGroup('t.group_id', subject)}`.execute(w.db)
    return new Map(rows.map(({ id, title, starts_at }) => [id, `${title}, ${iso(starts_at)}`]))
  }

export const GROUP = ['group', namesIn('groups', 'name', groups)] as const
export const PEOPLE = namesIn('users', 'username', people)
export const POLL = [
  'poll',
  namesIn('date_polls', 'title', (subject) => ofOwnGroup('group_id', subject)),
] as const
export const SESSION = [
  'session',
  namesIn('game_sessions', 'title', (subject) => ofOwnGroup('group_id', subject)),
] as const
export const OPTION = ['option', datesOf('date_polls', 'date_options', 'poll_id')] as const
export const DATE = ['date', datesOf('game_sessions', 'game_dates', 'session_id')] as const
