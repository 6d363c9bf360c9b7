import type { Insertable } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import type { DeskSessionsTable } from '../db/schema/desk.ts'
import type { Db } from '../http/deps.ts'

/* Sessions of the desk. Timestamps: epoch milliseconds. */

export type DeskSession = {
  readonly id: number
  readonly user_id: MemberId
  readonly username: string
  readonly role: 'staff' | 'superuser'
  readonly csrf: string
  readonly expires_at: number
}

/** Undefined once it has expired, or its account is not active, not staff, or has another password than at login. */
export async function findDeskSession(
  db: Db,
  hash: string,
  now: number,
): Promise<DeskSession | undefined> {
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
  if (row === undefined || row.role === 'player') return undefined
  return { ...row, role: row.role }
}

export const addDeskSession = (tx: Db, session: Insertable<DeskSessionsTable>) =>
  tx.insertInto('desk_sessions').values(session).execute()

export const endDeskSession = (tx: Db, id: number) =>
  tx.deleteFrom('desk_sessions').where('id', '=', id).execute()

export const endDeskSessionsOf = (tx: Db, user: MemberId) =>
  tx.deleteFrom('desk_sessions').where('user_id', '=', user).execute()

export const deleteExpiredDeskSessions = (db: Db, now: number) =>
  db.deleteFrom('desk_sessions').where('expires_at', '<=', now).execute()
