import { type SqlBool, sql } from 'kysely'
import Type from 'typebox'
import type { GroupId, MemberId } from '#contract/ids.ts'
import { id } from '#contract/shapes.ts'
import type { Read } from '../../../db/rows.ts'
import { mail, mailTable } from '../../../mail/table.ts'
import { siteOf } from '../../../text/kit.ts'
import { mailedSession } from '../../../text/sessionCalendar.ts'
import { nameInMail } from '../../../text/shortNames.ts'
import { readingIn, timeInMail } from '../../../text/time.ts'
import { rhythmIn } from '../../../work/series.ts'
import type { Work } from '../../../work/work.ts'

export const goneMails = mailTable('planning_mails', {
  /** Sent after other mail: a group of fifty with twenty sessions is a thousand. */
  'session-gone': mail({
    outlivesAccount: true,
    data: {
      user: id<MemberId>(),
      username: Type.String(),
      group: Type.String(),
      title: Type.String(),
      uid: Type.String(),
      sequence: Type.Integer(),
      time_zone: Type.String(),
      /** Empty: there is none. */
      rule: Type.String(),
      starts_at: Type.Integer(),
      ends_at: Type.Integer(),
      next_at: Type.Integer(),
      /** The zone of the reader. */
      zone: Type.String(),
      created_at: Type.Integer(),
      now: Type.Integer(),
      /** The group is gone, not the member alone. */
      is_ended: Type.Optional(Type.Literal(1)),
    },
    text: 'session_gone',
    values: ({ group, title, next_at, zone, rule, is_ended }, w) => ({
      group,
      title,
      ended: is_ended ? title : '',
      left: is_ended ? '' : title,
      rhythm: rule && rhythmIn(w.kit.current(), rule, { zone }),
      date: timeInMail(next_at, null, readingIn(zone, w)),
    }),
    files: ({ starts_at, ends_at, group, now, rule, sequence, ...session }, w, reader) => [
      mailedSession(
        siteOf(w),
        {
          ...session,
          // The sequence is newer than that of the last mail, and no newer than that of the next change, should the
          // member come back.
          sequence: sequence + 1,
          group_name: group,
          rule: rule || null,
          place: '',
          link: '',
          notes: '',
          updated_at: now,
          cancelled_at: now,
          dates: [{ planned_at: starts_at, starts_at, ends_at, cancelled_at: null }],
        },
        { name: reader.username, email: reader.email },
      ),
    ],
  }),
})

type Gone = { readonly group?: GroupId; readonly user?: MemberId }

type GoneRow = Awaited<ReturnType<typeof listMailedSessions>>[number]

/**
 * Sessions with future dates that members with active accounts got mails about, with the first date and the start of
 * the next one; without members who have stopped these mails. A new member gets one about the dates ahead, and every
 * change is mailed to all but the one who makes it.
 */
const listMailedSessions = (w: Read, { group, user }: Gone) =>
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
    // The account of its maker may be deleted.
    .where(sql<SqlBool>`(s.sequence > 0 or s.made_by is null or s.made_by <> m.user_id)`)
    .where('users.activated_at', 'is not', null)
    .where((is) =>
      is.and({ 'users.deactivated_at': null, 'preferences.planning_mails_off_at': null }),
    )
    .orderBy('users.id')
    .orderBy('s.id')
    .execute()

/**
 * Removes sessions from the calendars of members who leave a group, or lose it or their account. Call it before that:
 * the mails hold all data, since membership, group and account can be gone when they are sent.
 */
export async function mailGoneSessions(
  w: Work,
  gone: Gone & { readonly isBeforeDeletion?: boolean },
): Promise<void> {
  for (const row of await listMailedSessions(w, gone)) {
    const onceKey = gone.isBeforeDeletion ? `session-gone:${row.uid}:${row.id}` : undefined
    const data = { ...goneData(w, row), ...(gone.user === undefined && ({ is_ended: 1 } as const)) }
    w.mail(row.email, goneMails.of('session-gone', data, { onceKey, isBulk: true }))
  }
}

function goneData({ now }: Read, { id: user, email: _, zone, rule, planned_at, ...row }: GoneRow) {
  const first = rule === null ? row.starts_at : planned_at
  return {
    ...row,
    user,
    group: nameInMail(row.group),
    title: row.title || nameInMail(row.group),
    zone: zone ?? row.time_zone,
    rule: rule ?? '',
    starts_at: first,
    ends_at: first + row.ends_at - row.starts_at,
    now,
  }
}
