import type { Insertable } from 'kysely'
import type { MemberId, PasskeyId } from '#contract/ids.ts'
import { deletePast } from '../../../db/expiry.ts'
import type { DB, Db } from '../../../db/schema.ts'

export const listPasskeys = (db: Db, user: MemberId) =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', user).orderBy('id').execute()

export async function countPasskeysOf(db: Db, users: readonly MemberId[]) {
  if (users.length === 0) return new Map<MemberId, number>()
  const rows = await db
    .selectFrom('passkeys')
    .select((is) => ['user_id', is.fn.countAll<number>().as('count')])
    .where('user_id', 'in', users)
    .groupBy('user_id')
    .execute()
  return new Map(rows.map(({ user_id, count }) => [user_id, Number(count)]))
}

export const hasPasskeys = async (db: Db, user: MemberId): Promise<boolean> =>
  (await db.selectFrom('passkeys').select('id').where('user_id', '=', user).executeTakeFirst()) !==
  undefined

export const findPasskey = (db: Db, credential: string) =>
  db.selectFrom('passkeys').selectAll().where('credential_id', '=', credential).executeTakeFirst()

/** @returns undefined when the credential is stored already, for any account */
export const insertPasskey = (tx: Db, passkey: Insertable<DB['passkeys']>) =>
  tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

export const renamePasskey = (db: Db, user: MemberId, id: PasskeyId, name: string) =>
  db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('user_id', '=', user)
    .returningAll()
    .executeTakeFirst()

export const deletePasskey = (tx: Db, user: MemberId, id: PasskeyId) =>
  tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', user)
    .returning('name')
    .executeTakeFirst()

/** @returns false when the account had none */
export const deletePasskeysOf = async (tx: Db, user: MemberId): Promise<boolean> =>
  (await tx.deleteFrom('passkeys').where('user_id', '=', user).returning('id').execute()).length > 0

/** @returns their names */
export const deletePasskeysSince = async (tx: Db, user: MemberId, since: number) =>
  (
    await tx
      .deleteFrom('passkeys')
      .where('user_id', '=', user)
      .where('created_at', '>=', since)
      .returning('name')
      .execute()
  ).map(({ name }) => name)

/** @param counter of signatures, as the authenticator reports it */
export const passkeyUsed = (tx: Db, id: PasskeyId, counter: number, last_used_at: number) =>
  tx.updateTable('passkeys').set({ counter, last_used_at }).where('id', '=', id).execute()

/** @returns false when it was spent before */
export const spendChallenge = async (tx: Db, hash: string, expires_at: number): Promise<boolean> =>
  (await tx
    .insertInto('spent_challenges')
    .values({ hash, expires_at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('hash')
    .executeTakeFirst()) !== undefined

export const deleteExpiredChallenges = deletePast('spent_challenges', 'hash', 'expires_at')
