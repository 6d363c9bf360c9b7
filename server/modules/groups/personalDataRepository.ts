import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import type { Deletion } from '#contract/personalData.ts'
import type { HasDb, Read } from '../../db/rows.ts'
import { isOneOf } from '../../db/search.ts'
import { iso } from '../../text/time.ts'
import {
  deletePersonalRows,
  type Names,
  namesIn,
  type PersonalData,
  rowsOf,
  rowsWithEmail,
  type Subject,
} from '../../work/personalData.ts'
import { isUnblocked } from '../account/blockRepository.ts'
import { endOpening, handOverGroups, withdrawRequests } from './departureRepository.ts'
import { GROUPS_OWNED_MAX } from './limits.ts'
import { keepAttendance } from './past/pastRepository.ts'

/*
 * Names for the archive of a member, as far as the site shows them to the member now. A group that the member left is a
 * number.
 */

const ofOwnGroup = (column: string, { id }: Subject): RawBuilder<SqlBool> =>
  sql`${sql.ref(column)} in (select group_id from memberships where user_id = ${id})`

/** Invites and links that would reveal a block are left out, as the site leaves them out. */
const isMailedTo = (subject: Subject) =>
  sql<SqlBool>`(${rowsWithEmail('email')(subject)} and ${isUnblocked(subject.id, 'created_by')})`
const OWNER = sql`(select owner_id from groups where groups.id = group_id)`
const isInvited = ({ id }: Subject) =>
  sql<SqlBool>`(target_user_id = ${id} and ${isUnblocked(id, 'invited_by', OWNER)})`

const groups = (subject: Subject) => sql<SqlBool>`(${ofOwnGroup('id', subject)}
  or id in (select group_id from invites where ${isInvited(subject)})
  or id in (select group_id from join_requests where user_id = ${subject.id} and answer = 'open')
  or id in (select group_id from invite_links where ${isMailedTo(subject)}))`

const people = (subject: Subject) => sql<SqlBool>`(id = ${subject.id}
  or id in (select user_id from memberships where ${ofOwnGroup('group_id', subject)})
  or id in (select target_user_id from invites where invited_by = ${subject.id})
  or id in (select invited_by from invites where ${isInvited(subject)})
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

const GROUP = ['group', namesIn('groups', 'name', groups)] as const
const PEOPLE = namesIn('users', 'username', people)
const POLL = [
  'poll',
  namesIn('date_polls', 'title', (subject) => ofOwnGroup('group_id', subject)),
] as const
const SESSION = [
  'session',
  namesIn('game_sessions', 'title', (subject) => ofOwnGroup('group_id', subject)),
] as const
const OPTION = ['option', datesOf('date_polls', 'date_options', 'poll_id')] as const
const DATE = ['date', datesOf('game_sessions', 'game_dates', 'session_id')] as const

const MADE = rowsOf('created_by')
const MAILED = rowsWithEmail('email')
/** Links that the member has made, and links that were mailed to the member. */
const INVITE_LINKS = {
  rows: (subject: Subject) => sql<SqlBool>`(${MADE(subject)} or ${isMailedTo(subject)})`,
}
const MEMBERSHIPS = {
  rows: rowsOf('user_id'),
  order: ['group_id'],
  names: { group_id: GROUP },
}

/** Successor of the owner: the longest-serving active member, else the longest-serving member. */
const heirOf = (user: MemberId) => sql`(select m.user_id from memberships m
  join users u on u.id = m.user_id
  where m.group_id = groups.id and m.user_id <> ${user}
  order by case when u.activated_at is not null and u.deactivated_at is null then 0 else 1 end,
    m.joined_at, m.user_id limit 1)`

export async function forecastGroups(w: HasDb, user: MemberId): Promise<Deletion['groups']> {
  const { rows } = await sql<{ name: string; new_owner: string | null }>`
    select name, (select username from users where users.id = ${heirOf(user)}) as new_owner
    from groups where owner_id = ${user} order by lower(name), id limit ${GROUPS_OWNED_MAX}`.execute(
    w.db,
  )
  return rows
}

export const groupsData: PersonalData = {
  tables: {
    groups: {
      rows: ({ id }) => sql`id in (select group_id from memberships where user_id = ${id})`,
      names: { owner_id: ['owner', PEOPLE] },
    },
    memberships: MEMBERSHIPS,
    invites: {
      rows: (subject) => sql`(invited_by = ${subject.id} or ${isInvited(subject)})`,
      names: {
        group_id: GROUP,
        target_user_id: ['target_user', PEOPLE],
        invited_by: ['invited_by', PEOPLE],
      },
    },
    // Who has muted the member is nothing that the member may know.
    mutes: {
      rows: rowsOf('user_id'),
      names: { muted_user_id: ['muted_user', PEOPLE] },
    },
    group_notices: {
      rows: rowsOf('owner_id', 'user_id'),
      names: { group_id: GROUP, owner_id: ['owner', PEOPLE], user_id: ['user', PEOPLE] },
    },
    invite_links: {
      ...INVITE_LINKS,
      without: ['secret_hash'],
      names: { group_id: GROUP, created_by: ['created_by', PEOPLE] },
    },
    group_removals: {
      rows: rowsOf('user_id'),
      order: ['group_id'],
      names: { group_id: GROUP },
    },
    invite_link_uses: {
      rows: rowsOf('user_id'),
      order: ['link_id'],
    },
    join_requests: {
      rows: rowsOf('user_id'),
      names: { group_id: GROUP },
    },
    group_log: {
      rows: rowsOf('actor_id', 'subject_id'),
      names: { group_id: GROUP, actor_id: ['actor', PEOPLE], subject_id: ['subject', PEOPLE] },
    },
    date_polls: {
      rows: rowsOf('made_by'),
      names: { group_id: GROUP, made_by: ['made_by', PEOPLE] },
    },
    date_answers: {
      rows: rowsOf('user_id'),
      order: ['option_id'],
      names: { group_id: GROUP, option_id: OPTION },
    },
    date_comments: {
      rows: rowsOf('user_id'),
      order: ['poll_id'],
      names: { group_id: GROUP, poll_id: POLL },
    },
    game_sessions: {
      rows: rowsOf('made_by'),
      without: ['extend_at', 'date_length', 'stamped_at'],
      names: { group_id: GROUP, poll_id: POLL, made_by: ['made_by', PEOPLE] },
    },
    game_dates: {
      rows: ({ id }) =>
        sql`(session_id in (select id from game_sessions where made_by = ${id}) or host_id = ${id})`,
      without: ['session_group_id'],
      names: { session_id: SESSION, host_id: ['host', PEOPLE] },
    },
    session_hosts: {
      rows: rowsOf('user_id'),
      order: ['session_id'],
      names: { group_id: GROUP, session_id: SESSION },
    },
    game_answers: {
      rows: rowsOf('user_id'),
      order: ['date_id'],
      names: { group_id: GROUP, date_id: DATE },
    },
    date_recaps: {
      rows: rowsOf('written_by'),
      without: ['search_text'],
      order: ['date_id'],
      names: { date_id: DATE, written_by: ['written_by', PEOPLE] },
    },
    date_attendance: {
      rows: rowsOf('user_id'),
      names: { date_id: DATE },
    },
    // Notices to open pages about rows that are stored elsewhere.
    live_events: { rows: rowsOf('user_id') },
  },
  async erase(w, subject, _formerMember) {
    const { id } = subject
    await handOverGroups(w, id)
    const heir = heirOf(id)
    await sql`update groups set owner_id = ${heir}
      where owner_id = ${id} and ${heir} is not null`.execute(w.db)
    const lost = await w.db.selectFrom('groups').select('id').where('owner_id', '=', id).execute()
    for (const group of lost) await endOpening(w, group.id)
    await w.db.deleteFrom('groups').where('owner_id', '=', id).execute()
    await withdrawRequests(w, id)
    await logDepartures(w, id)
    await keepAttendance(w, null, id)
    await forgetAbsence(w, id)
    await deletePersonalRows(w, 'memberships', MEMBERSHIPS, subject)
    await deletePersonalRows(w, 'invite_links', { rows: MAILED }, subject)
    await deletePersonalRows(w, 'mutes', { rows: rowsOf('user_id', 'muted_user_id') }, subject)
    return []
  },
}

/** Logs the departure of a member whose account is about to be deleted. */
const logDepartures = (w: Read, user: MemberId) =>
  sql`insert into group_log (group_id, actor_id, kind, created_at)
    select group_id, user_id, 'left', ${w.now} from memberships where user_id = ${user}`.execute(
    w.db,
  )

/** That a member did not come says nothing once the account is gone. */
const forgetAbsence = (w: HasDb, user: MemberId) =>
  w.db.deleteFrom('date_attendance').where('user_id', '=', user).where('came', '=', 0).execute()
