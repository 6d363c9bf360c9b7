import type { MemberId } from '#contract/ids.ts'
import { count, exists, type HasDb, type Read } from '../../../db/rows.ts'

/* The account is locked (`lockUser`) by every function that writes, so that a code is accepted once. */

export const findSecondFactor = (w: HasDb, user: MemberId) =>
  w.db.selectFrom('second_factors').selectAll().where('user_id', '=', user).executeTakeFirst()

/** Times at which the second step of these accounts was turned on. */
export async function secondFactorsOf(w: HasDb, users: readonly MemberId[]) {
  if (users.length === 0) return new Map<MemberId, number>()
  const rows = await w.db
    .selectFrom('second_factors')
    .select(['user_id', 'enabled_at'])
    .where('user_id', 'in', users)
    .where('enabled_at', 'is not', null)
    .execute()
  return new Map(rows.map(({ user_id, enabled_at }) => [user_id, enabled_at ?? 0]))
}

/** A secret that no code has proven yet; it replaces an earlier one. */
export async function savePendingSecret(w: Read, user_id: MemberId, secret: string) {
  await deleteSecondFactor(w, user_id)
  await w.db.insertInto('second_factors').values({ user_id, secret, created_at: w.now }).execute()
}

export const enableSecondFactor = (w: Read, user: MemberId, last_step: number) =>
  w.db
    .updateTable('second_factors')
    .set({ enabled_at: w.now, last_step })
    .where('user_id', '=', user)
    .execute()

export const acceptStep = (w: HasDb, user: MemberId, last_step: number) =>
  w.db.updateTable('second_factors').set({ last_step }).where('user_id', '=', user).execute()

export async function replaceRecoveryCodes(w: Read, user_id: MemberId, hashes: readonly string[]) {
  await w.db.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  await w.db
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ hash, user_id, created_at: w.now })))
    .execute()
}

/** @returns false when there is no such unused code */
export const spendRecoveryCode = (w: Read, user: MemberId, hash: string) =>
  exists(
    w.db
      .updateTable('recovery_codes')
      .set({ used_at: w.now })
      .where((is) => is.and({ hash, user_id: user, used_at: null }))
      .returning('hash'),
  )

export const countRecoveryCodes = (w: HasDb, user: MemberId): Promise<number> =>
  count(w.db.selectFrom('recovery_codes').where('user_id', '=', user).where('used_at', 'is', null))

/**
 * Deletes it together with its recovery codes.
 * @returns false when the account had none
 */
export async function deleteSecondFactor(w: HasDb, user: MemberId): Promise<boolean> {
  await w.db.deleteFrom('recovery_codes').where('user_id', '=', user).execute()
  const removed = await w.db
    .deleteFrom('second_factors')
    .where('user_id', '=', user)
    .returning('user_id')
    .executeTakeFirst()
  return removed !== undefined
}

/**
 * Deletes a second step newer than `since`, also one that is being set up.
 * @returns when it was turned on; null: there is none, or it is older
 */
export async function deleteSecondFactorSince(w: HasDb, user: MemberId, since: number) {
  const factor = await findSecondFactor(w, user)
  if (factor === undefined || (factor.enabled_at ?? since) < since) return null
  await deleteSecondFactor(w, user)
  return factor.enabled_at
}

/** Deletes the second step that was turned on at this time, and no later one. */
export async function deleteSecondFactorOf(w: HasDb, user: MemberId, enabled_at: number) {
  const factor = await findSecondFactor(w, user)
  if (factor?.enabled_at === enabled_at) await deleteSecondFactor(w, user)
}

/* The mailed code of a desk session that waits for the set-up of a second step. */

const waiting = (w: HasDb, session: number) =>
  w.db
    .updateTable('desk_sessions')
    .where('id', '=', session)
    .where('needs_second_factor_since', 'is not', null)
    .where('mail_confirmed_at', 'is', null)

/** Records the request of a code, which invalidates an earlier one. */
export const codeRequested = (w: HasDb, session: number, mail_code_expires_at: number) =>
  waiting(w, session).set({ mail_code: null, mail_code_expires_at }).execute()

/** @returns false when the session has ended, or needs no code any more */
export const saveMailCode = (
  w: HasDb,
  session: number,
  code: { readonly mail_code: string; readonly mail_code_expires_at: number },
): Promise<boolean> =>
  exists(
    waiting(w, session)
      .set({ ...code, mail_code_tries: 0 })
      .returning('id'),
  )

/** Counts a try before it is compared. @returns the hash; undefined without a code that may be tried */
export const tryMailCode = async (w: Read, session: number, triesMax: number) =>
  (
    await waiting(w, session)
      .set((is) => ({ mail_code_tries: is('mail_code_tries', '+', 1) }))
      .where('mail_code', 'is not', null)
      .where('mail_code_expires_at', '>', w.now)
      .where('mail_code_tries', '<', triesMax)
      .returning('mail_code')
      .executeTakeFirst()
  )?.mail_code

export const mailConfirmed = (w: Read, session: number) =>
  waiting(w, session)
    .set({ mail_code: null, mail_code_expires_at: null, mail_confirmed_at: w.now })
    .execute()
