import type { Insertable } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import type { DB, Db } from '../../db/schema.ts'
import type { DeskSession } from '../../desk/guard.ts'

/** Only while its account is active and staff, and has the password of the login. */
export async function findDeskSession(
  db: Db,
  hash: string,
  now: number,
): Promise<DeskSession | null> {
  const row = await db
    .selectFrom('desk_sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['s.id', 's.user_id', 's.csrf', 's.expires_at', 'u.username', 'u.role'])
    .where('s.hash', '=', hash)
    .where('s.expires_at', '>', now)
    .whereRef('s.token_version', '=', 'u.token_version')
    .where('u.activated_at', 'is not', null)
    .where('u.deactivated_at', 'is', null)
    .executeTakeFirst()
  return row === undefined || row.role === 'player' ? null : { ...row, role: row.role }
}

export const insertDeskSession = (tx: Db, session: Insertable<DB['desk_sessions']>) =>
  tx.insertInto('desk_sessions').values(session).execute()

export const deleteDeskSession = (tx: Db, id: number) =>
  tx.deleteFrom('desk_sessions').where('id', '=', id).execute()

export const deleteDeskSessionsOf = (tx: Db, user: MemberId) =>
  tx.deleteFrom('desk_sessions').where('user_id', '=', user).execute()

export const deleteExpiredDeskSessions = (db: Db, now: number) =>
  db.deleteFrom('desk_sessions').where('expires_at', '<=', now).execute()
