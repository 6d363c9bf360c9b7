import type { Insertable } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import { deletePast } from '../../db/expiry.ts'
import { type Placeholders, prepared } from '../../db/prepared.ts'
import type { DB, HasDb, Read } from '../../db/schema.ts'
import { activeUsers } from './repository.ts'

/*
 * A session of the site is the family of its refresh tokens. Tokens and the secrets of the desk are stored as hashes.
 */

export const insertRefreshToken = (w: HasDb, token: Insertable<DB['refresh_tokens']>) =>
  w.db.insertInto('refresh_tokens').values(token).execute()

type OfToken = { readonly id: MemberId; readonly family: string }

const sessionUsers = prepared((db, { id, family }: Placeholders<OfToken>) =>
  activeUsers({ db })
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
export const findSessionUser = async (w: HasDb, id: MemberId, family: string) =>
  (await sessionUsers(w.db, { id, family }))[0]

/** Locks the active owner of a token, so that no rotation adds a token while `endSessions` runs. */
export const lockTokenOwner = (w: HasDb, hash: string) =>
  activeUsers(w)
    .innerJoin('refresh_tokens', 'refresh_tokens.user_id', 'users.id')
    .select(['users.id', 'users.token_version'])
    .where('refresh_tokens.hash', '=', hash)
    .forNoKeyUpdate('users')
    .executeTakeFirst()

/** Marks a valid token as used. It is kept until `keptUntil`, so that its reuse is detected. */
export const spendRefreshToken = (w: Read, hash: string, keptUntil: number) =>
  w.db
    .updateTable('refresh_tokens')
    .set({ used_at: w.now, expires_at: keptUntil })
    .where('hash', '=', hash)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', w.now)
    .returning(['family', 'family_started_at', 'created_at'])
    .executeTakeFirst()

export const findUsedToken = (w: HasDb, hash: string) =>
  w.db
    .selectFrom('refresh_tokens')
    .select(['family', 'family_started_at', 'created_at', 'used_at', 'revoked_at'])
    .where('hash', '=', hash)
    .where('used_at', 'is not', null)
    .executeTakeFirst()

export const findFamily = async (w: HasDb, hash: string): Promise<string | undefined> =>
  (
    await w.db
      .selectFrom('refresh_tokens')
      .select('family')
      .where('hash', '=', hash)
      .executeTakeFirst()
  )?.family

/** @returns false when the session had ended before */
export async function endSession(w: Read, family: string): Promise<boolean> {
  const ended = await w.db
    .updateTable('refresh_tokens')
    .set({ revoked_at: w.now })
    .where('family', '=', family)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  return ended.length > 0
}

export const endSessions = (w: Read, user: MemberId) =>
  w.db
    .updateTable('refresh_tokens')
    .set({ revoked_at: w.now })
    .where('user_id', '=', user)
    .where('revoked_at', 'is', null)
    .execute()

export const deleteExpiredTokens = deletePast('refresh_tokens', 'id', 'expires_at')

/** Finds a session only while its account is active and staff, and has the password of the login. */
export async function findDeskSession(w: Read, hash: string) {
  const row = await activeUsers(w)
    .innerJoin('desk_sessions as s', 's.user_id', 'users.id')
    .select(['s.id', 's.user_id', 's.csrf', 's.expires_at', 's.needs_second_factor_since'])
    .select(['s.mail_code_expires_at', 's.mail_confirmed_at'])
    .select(['users.username', 'users.role'])
    .where('s.hash', '=', hash)
    .where('s.expires_at', '>', w.now)
    .whereRef('s.token_version', '=', 'users.token_version')
    .executeTakeFirst()
  return row === undefined || row.role === 'player' ? null : { ...row, role: row.role }
}

export const insertDeskSession = (w: HasDb, session: Insertable<DB['desk_sessions']>) =>
  w.db.insertInto('desk_sessions').values(session).execute()

/** The second step has been set up. */
export const completeDeskSession = (w: HasDb, id: number) =>
  w.db
    .updateTable('desk_sessions')
    .set({ needs_second_factor_since: null })
    .where('id', '=', id)
    .execute()

export const deleteDeskSession = (w: HasDb, id: number) =>
  w.db.deleteFrom('desk_sessions').where('id', '=', id).execute()

export const deleteDeskSessionsOf = (w: HasDb, user: MemberId) =>
  w.db.deleteFrom('desk_sessions').where('user_id', '=', user).execute()

export const deleteExpiredDeskSessions = deletePast('desk_sessions', 'id', 'expires_at')
