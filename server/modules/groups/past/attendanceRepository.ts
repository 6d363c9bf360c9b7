import { sql } from 'kysely'
import type { GameDateId, GroupId, MemberId } from '#contract/ids.ts'
import type { HasDb, Read } from '../../../db/schema.ts'
import { isOneOf } from '../../../db/search.ts'

export type AttendanceRow = Awaited<ReturnType<typeof listAttendance>>[number]

export const listAttendance = (w: HasDb, dates: readonly GameDateId[]) =>
  w.db
    .selectFrom('date_attendance as a')
    .leftJoin('users', 'users.id', 'a.user_id')
    .select(['a.date_id', 'a.user_id', 'a.came', 'users.username as name'])
    .where(isOneOf(w.db, 'a.date_id', dates))
    .execute()

/** Members of the group, whether their accounts are active or not. */
export const listNames = (w: HasDb, group: GroupId) =>
  w.db
    .selectFrom('memberships as m')
    .innerJoin('users', 'users.id', 'm.user_id')
    .select(['m.user_id', 'users.username as name'])
    .where('m.group_id', '=', group)
    .execute()

type Correction = { readonly user_id: MemberId; readonly came: boolean }

/** The caller has locked the group. */
export const saveAttendance = (w: Read, date_id: GameDateId, corrections: readonly Correction[]) =>
  w.db
    .insertInto('date_attendance')
    .values(
      corrections.map(({ user_id, came }) => ({
        date_id,
        user_id,
        came: came ? 1 : 0,
        updated_at: w.now,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['date_id', 'user_id']).doUpdateSet((is) => ({
        came: is.ref('excluded.came'),
        updated_at: w.now,
      })),
    )
    .execute()

/**
 * Keeps that a member came to the dates that are over, where they have said so. Call it before a membership ends, which
 * deletes its answers.
 * @param group null: all groups of the member
 */
export const keepAttendance = (w: Read, group: GroupId | null, user: MemberId) =>
  sql`insert into date_attendance (date_id, user_id, came, updated_at)
    select a.date_id, a.user_id, 1, ${sql.lit(w.now)} from game_answers a join game_dates d on d.id = a.date_id
    where a.user_id = ${user} and a.answer = 'coming' and d.cancelled_at is null and d.ends_at <= ${w.now}
      and (${group === null ? sql`1 = 1` : sql`a.group_id = ${group}`})
    on conflict (date_id, user_id) do nothing`.execute(w.db)

/** That a member did not come says nothing once the account is gone. */
export const forgetAbsence = (w: HasDb, user: MemberId) =>
  w.db.deleteFrom('date_attendance').where('user_id', '=', user).where('came', '=', 0).execute()
