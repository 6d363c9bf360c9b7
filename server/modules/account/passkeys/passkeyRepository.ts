import { type Insertable, type Selectable, sql } from 'kysely'
import type { MemberId, PasskeyId } from '#contract/ids.ts'
import { countEach, type DB, deletePast, exists, type HasDb, type Read } from '../../../db/rows.ts'
import { isOneOf } from '../../../db/search.ts'

export const listPasskeys = (w: HasDb, user: MemberId) =>
  w.db.selectFrom('passkeys').selectAll().where('user_id', '=', user).orderBy('id').execute()

export const countPasskeysOf = ({ db }: HasDb, users: readonly MemberId[]) =>
  countEach(
    db.selectFrom('passkeys').where(isOneOf(db, 'user_id', users)),
    sql.ref<number>('user_id'),
  )

export const hasPasskeys = (w: HasDb, user: MemberId): Promise<boolean> =>
  exists(w.db.selectFrom('passkeys').select('id').where('user_id', '=', user))

export const findPasskey = (w: HasDb, credential: string) =>
  w.db.selectFrom('passkeys').selectAll().where('credential_id', '=', credential).executeTakeFirst()

/** @returns undefined when the credential is stored already, for any account */
export const insertPasskey = (w: HasDb, passkey: Insertable<DB['passkeys']>) =>
  w.db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

type Named = Pick<Selectable<DB['passkeys']>, 'id' | 'user_id' | 'name'>

export const renamePasskey = (w: HasDb, { id, user_id, name }: Named) =>
  w.db
    .updateTable('passkeys')
    .set({ name })
    .where((is) => is.and({ id, user_id }))
    .returningAll()
    .executeTakeFirst()

export const deletePasskey = (w: HasDb, user: MemberId, id: PasskeyId) =>
  w.db
    .deleteFrom('passkeys')
    .where((is) => is.and({ id, user_id: user }))
    .returning('name')
    .executeTakeFirst()

/** @param counter of signatures, as the authenticator reports it */
export const passkeyUsed = (w: Read, id: PasskeyId, counter: number) =>
  w.db.updateTable('passkeys').set({ counter, last_used_at: w.now }).where('id', '=', id).execute()

/** @returns false when it was spent before */
export const spendChallenge = (w: HasDb, hash: string, expires_at: number): Promise<boolean> =>
  exists(
    w.db
      .insertInto('spent_challenges')
      .values({ hash, expires_at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('hash'),
  )

export const deleteExpiredChallenges = deletePast('spent_challenges', 'hash', 'expires_at')
