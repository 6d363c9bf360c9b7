import type { Insertable } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import { deletePast } from '../../db/expiry.ts'
import { type Placeholders, prepared } from '../../db/prepared.ts'
import type { DB, Db } from '../../db/schema.ts'
import { activeUsers } from './repository.ts'

/*
 * A session of the site is the family of its refresh tokens. Tokens and the secrets of the desk are stored as hashes.
 */

export const insertRefreshToken = (db: Db, token: Insertable<DB['refresh_tokens']>) =>
  db.insertInto('refresh_tokens').values(token).execute()

type OfToken = { readonly id: MemberId; readonly family: string }

const sessionUsers = prepared((db, { id, family }: Placeholders<OfToken>) =>
  activeUsers(db)
    .select(['id', 'token_version'])
    .where('id', '=', id)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('refresh_tokens')
          .select('refresh_tokens.id')
          .where('refresh_tokens.family', '=', family)
          .where('refresh_tokens.revoked_at', 'is', null),
      ),
    ),
)

/** The active account of an access token, unless the token's session has ended. */
export const findSessionUser = async (db: Db, id: MemberId, family: string) =>
  (await sessionUsers(db, { id, family }))[0]

/** Locks the active owner of a token, so that no rotation adds a token while `endSessions` runs. */
export const lockTokenOwner = (tx: Db, hash: string) =>
  activeUsers(tx)
    .innerJoin('refresh_tokens', 'refresh_tokens.user_id', 'users.id')
    .select(['users.id', 'users.token_version'])
    .where('refresh_tokens.hash', '=', hash)
    .forNoKeyUpdate('users')
    .executeTakeFirst()

/** Marks a valid token as used. It is kept until `keptUntil`, so that its reuse is detected. */
export const spendRefreshToken = (tx: Db, hash: string, keptUntil: number, now: number) =>
  tx
    .updateTable('refresh_tokens')
    .set({ used_at: now, expires_at: keptUntil })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(['family', 'family_started_at', 'created_at'])
    .executeTakeFirst()

export const findUsedToken = (db: Db, hash: string) =>
  db
    .selectFrom('refresh_tokens')
    .select(['family', 'family_started_at', 'created_at', 'used_at', 'revoked_at'])
    .where('hash', '=', hash)
    .where('used_at', 'is not', null)
    .executeTakeFirst()

export const findFamily = async (tx: Db, hash: string): Promise<string | undefined> =>
  (
    await tx
      .selectFrom('refresh_tokens')
      .select('family')
      .where('hash', '=', hash)
      .executeTakeFirst()
  )?.family

/** @returns false when the session had ended before */
export async function endSession(tx: Db, family: string, now: number): Promise<boolean> {
  const ended = await tx
    .updateTable('refresh_tokens')
    .set({ revoked_at: now })
    .where('family', '=', family)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  return ended.length > 0
}

export const endSessions = (tx: Db, user: MemberId, now: number) =>
  tx
    .updateTable('refresh_tokens')
    .set({ revoked_at: now })
    .where('user_id', '=', user)
    .where('revoked_at', 'is', null)
    .execute()

export const deleteExpiredTokens = deletePast('refresh_tokens', 'id', 'expires_at')

/** Finds a session only while its account is active and staff, and has the password of the login. */
export async function findDeskSession(db: Db, hash: string, now: number) {
  const row = await activeUsers(db)
    .innerJoin('desk_sessions as s', 's.user_id', 'users.id')
    .select(['s.id', 's.user_id', 's.csrf', 's.expires_at', 's.needs_second_factor_since'])
    .select(['s.mail_code_expires_at', 's.mail_confirmed_at'])
    .select(['users.username', 'users.role'])
    .where('s.hash', '=', hash)
    .where('s.expires_at', '>', now)
    .whereRef('s.token_version', '=', 'users.token_version')
    .executeTakeFirst()
  return row === undefined || row.role === 'player' ? null : { ...row, role: row.role }
}

export const insertDeskSession = (tx: Db, session: Insertable<DB['desk_sessions']>) =>
  tx.insertInto('desk_sessions').values(session).execute()

/** The second step has been set up. */
export const completeDeskSession = (tx: Db, id: number) =>
  tx
    .updateTable('desk_sessions')
    .set({ needs_second_factor_since: null })
    .where('id', '=', id)
    .execute()

export const deleteDeskSession = (tx: Db, id: number) =>
  tx.deleteFrom('desk_sessions').where('id', '=', id).execute()

export const deleteDeskSessionsOf = (tx: Db, user: MemberId) =>
  tx.deleteFrom('desk_sessions').where('user_id', '=', user).execute()

export const deleteExpiredDeskSessions = deletePast('desk_sessions', 'id', 'expires_at')
