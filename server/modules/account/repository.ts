import type { Insertable, Selectable } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import { forUpdate } from '../../db/dialect.ts'
import type {
  AccountLinksTable,
  RefreshTokensTable,
  Role,
  UsersTable,
} from '../../db/schema/accounts.ts'
import type { Db, Deps } from '../../http/deps.ts'
import { nameHolders } from './nameHolders.ts'
import { oldNames } from './oldNames.ts'

export type User = Selectable<UsersTable>
export type LinkPurpose = AccountLinksTable['purpose']
type Keys = Pick<User, 'email_key' | 'username_key' | 'latin_key'>

/** Accounts and their mailed links. Times: epoch milliseconds. Whoever changes an account locks it first. */
export const accountRepository = ({ engine }: Pick<Deps, 'engine'>) => ({
  /** An activated account that was not deactivated. */
  activeUser: (db: Db, id: MemberId) =>
    db
      .selectFrom('users')
      .select(['id', 'email', 'username', 'role', 'token_version'])
      .where('id', '=', id)
      .where('activated_at', 'is not', null)
      .where('deactivated_at', 'is', null)
      .executeTakeFirst(),

  byId: (db: Db, id: MemberId) =>
    db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst(),

  byEmailKey: (db: Db, key: string) =>
    db.selectFrom('users').selectAll().where('email_key', '=', key).executeTakeFirst(),

  /** The account as it is now, held until the transaction ends. */
  locked: (tx: Db, id: MemberId) =>
    forUpdate(engine, tx.selectFrom('users').selectAll().where('id', '=', id)).executeTakeFirst(),

  /** Which of the two is already somebody's, or was a short time ago; the name is told first when both are. */
  async taken(
    db: Db,
    { email_key, ...name }: Keys,
    now: number,
  ): Promise<'username' | 'email' | null> {
    if ((await nameHolders(db, name)).length > 0) return 'username'
    if (await oldNames.isKept(db, name, now)) return 'username'
    const known = await this.byEmailKey(db, email_key)
    return known === undefined ? null : 'email'
  },

  /** Undefined when a constraint refused the row: name or address are somebody's by now. */
  add: (tx: Db, user: Insertable<UsersTable>) =>
    tx
      .insertInto('users')
      .values(user)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst(),

  /** @returns false when the account was active before */
  async activate(tx: Db, id: MemberId, now: number): Promise<boolean> {
    const changed = await tx
      .updateTable('users')
      .set({ activated_at: now })
      .where('id', '=', id)
      .where('activated_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    return changed !== undefined
  },

  /** Every access token of the account ends with its version; see `endSessions` for the others. */
  setPassword: (tx: Db, id: MemberId, password_hash: string) =>
    tx
      .updateTable('users')
      .set((is) => ({ password_hash, token_version: is('token_version', '+', 1) }))
      .where('id', '=', id)
      .execute(),

  /** @returns the account, or undefined when nobody has this address */
  setRole: (db: Db, email_key: string, role: Role) =>
    db
      .updateTable('users')
      .set({ role })
      .where('email_key', '=', email_key)
      .returning(['id', 'username', 'email', 'role', 'activated_at'])
      .executeTakeFirst(),

  addLink: (db: Db, link: Insertable<AccountLinksTable>) =>
    db.insertInto('account_links').values(link).execute(),

  link: (db: Db, purpose: LinkPurpose, hash: string) =>
    db
      .selectFrom('account_links')
      .selectAll()
      .where('hash', '=', hash)
      .where('purpose', '=', purpose)
      .executeTakeFirst(),

  async linksSince(db: Db, user: MemberId, purpose: LinkPurpose, since: number): Promise<number> {
    const { count } = await db
      .selectFrom('account_links')
      .select((is) => is.fn.countAll<number>().as('count'))
      .where('user_id', '=', user)
      .where('purpose', '=', purpose)
      .where('created_at', '>', since)
      .executeTakeFirstOrThrow()
    return count
  },

  /** Spends every open link of the purpose, so that none of several mails works twice. */
  spendLinks: (tx: Db, user: MemberId, purpose: LinkPurpose, now: number) =>
    tx
      .updateTable('account_links')
      .set({ used_at: now })
      .where('user_id', '=', user)
      .where('purpose', '=', purpose)
      .where('used_at', 'is', null)
      .execute(),

  /** Reset links that ended before `ended`. Activation links stay: a second click must hear "already used". */
  sweepLinks: (db: Db, ended: number) =>
    db
      .deleteFrom('account_links')
      .where('purpose', '=', 'password_reset')
      .where('expires_at', '<', ended)
      .execute(),
})

/** The rows behind refresh tokens; only their hashes are stored. Times: epoch milliseconds. */
export const sessionRepository = ({ engine }: Pick<Deps, 'engine'>) => ({
  add: (db: Db, token: Insertable<RefreshTokensTable>) =>
    db.insertInto('refresh_tokens').values(token).execute(),

  /** The active account of an access token, while the session that the token belongs to has not ended. */
  memberOf: (db: Db, id: MemberId, family: string) =>
    db
      .selectFrom('users')
      .select(['id', 'token_version'])
      .where('id', '=', id)
      .where('activated_at', 'is not', null)
      .where('deactivated_at', 'is', null)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('refresh_tokens')
            .select('refresh_tokens.id')
            .where('refresh_tokens.family', '=', family)
            .where('refresh_tokens.revoked_at', 'is', null),
        ),
      )
      .executeTakeFirst(),

  /**
   * The active owner of a token, held until the transaction ends: a rotation and the end of all sessions
   * happen one after the other, and no fresh token slips through between them.
   */
  lockedOwner(tx: Db, hash: string) {
    const query = tx
      .selectFrom('users')
      .innerJoin('refresh_tokens', 'refresh_tokens.user_id', 'users.id')
      .select(['users.id', 'users.token_version'])
      .where('refresh_tokens.hash', '=', hash)
      .where('users.activated_at', 'is not', null)
      .where('users.deactivated_at', 'is', null)
    return forUpdate(engine, query, 'users').executeTakeFirst()
  },

  /**
   * Marks the token as used if it is unused and alive. It is kept until `keptUntil`, so that its reuse is
   * seen.
   */
  spend: (tx: Db, hash: string, now: number, keptUntil: number) =>
    tx
      .updateTable('refresh_tokens')
      .set({ used_at: now, expires_at: keptUntil })
      .where('hash', '=', hash)
      .where('used_at', 'is', null)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['family', 'family_started_at', 'created_at'])
      .executeTakeFirst(),

  used: (db: Db, hash: string) =>
    db
      .selectFrom('refresh_tokens')
      .select(['family', 'family_started_at', 'created_at', 'used_at', 'revoked_at'])
      .where('hash', '=', hash)
      .where('used_at', 'is not', null)
      .executeTakeFirst(),

  /** The session that a token belongs to, whatever its state. */
  familyOf: (tx: Db, hash: string) =>
    tx.selectFrom('refresh_tokens').select('family').where('hash', '=', hash).executeTakeFirst(),

  /** @returns false when it had ended before */
  async endFamily(tx: Db, family: string, now: number): Promise<boolean> {
    const ended = await tx
      .updateTable('refresh_tokens')
      .set({ revoked_at: now })
      .where('family', '=', family)
      .where('revoked_at', 'is', null)
      .returning('id')
      .execute()
    return ended.length > 0
  },

  endAll: (tx: Db, user: MemberId, now: number) =>
    tx
      .updateTable('refresh_tokens')
      .set({ revoked_at: now })
      .where('user_id', '=', user)
      .where('revoked_at', 'is', null)
      .execute(),

  sweep: (db: Db, now: number) =>
    db.deleteFrom('refresh_tokens').where('expires_at', '<', now).execute(),
})
