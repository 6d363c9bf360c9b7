import type { Insertable, Selectable } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import type { RefreshTokensTable } from '../../db/schema/accounts.ts'
import type { Db, Deps } from '../../deps.ts'

/** What the session needs of the accounts' tables. */
export const accountRepository = (_deps: Pick<Deps, 'engine'>) => ({
  /** An activated account that was not deactivated. */
  activeUser: (db: Db, id: MemberId) =>
    db
      .selectFrom('users')
      .select(['id', 'email', 'username', 'role', 'token_version'])
      .where('id', '=', id)
      .where('activated_at', 'is not', null)
      .where('deactivated_at', 'is', null)
      .executeTakeFirst(),

  addRefreshToken: (db: Db, token: Insertable<RefreshTokensTable>) =>
    db.insertInto('refresh_tokens').values(token).execute(),

  /** Marks the token as used if it is unused and alive; the update decides which of two callers won. */
  spendRefreshToken: (
    db: Db,
    hash: string,
    now: number,
  ): Promise<Selectable<RefreshTokensTable> | undefined> =>
    db
      .updateTable('refresh_tokens')
      .set({ used_at: now })
      .where('hash', '=', hash)
      .where('used_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .returningAll()
      .executeTakeFirst(),

  usedRefreshToken: (db: Db, hash: string) =>
    db
      .selectFrom('refresh_tokens')
      .selectAll()
      .where('hash', '=', hash)
      .where('used_at', 'is not', null)
      .executeTakeFirst(),

  revokeFamily: (db: Db, family: string, now: number) =>
    db
      .updateTable('refresh_tokens')
      .set({ revoked_at: now })
      .where('family', '=', family)
      .where('revoked_at', 'is', null)
      .execute(),
})
