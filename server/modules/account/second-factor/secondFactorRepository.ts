import type { MemberId } from '#contract/ids.ts'
import type { Db } from '../../../db/schema.ts'

/* The account is locked (`lockUser`) by every function that writes, so that a code is accepted once. */

export const findSecondFactor = (db: Db, user: MemberId) =>
  db.selectFrom('second_factors').selectAll().where('user_id', '=', user).executeTakeFirst()

/** Times at which the second step of these accounts was turned on. */
export async function secondFactorsOf(db: Db, users: readonly MemberId[]) {
  if (users.length === 0) return new Map<MemberId, number>()
  const rows = await db
    .selectFrom('second_factors')
    .select(['user_id', 'enabled_at'])
    .where('user_id', 'in', users)
    .where('enabled_at', 'is not', null)
    .execute()
  return new Map(rows.map(({ user_id, enabled_at }) => [user_id, enabled_at ?? 0]))
}

/** A secret that no code has proven yet; it replaces an earlier one. */
export async function savePendingSecret(tx: Db, user_id: MemberId, secret: string, now: number) {
  await deleteSecondFactor(tx, user_id)
  await tx.insertInto('second_factors').values({ user_id, secret, created_at: now }).execute()
}

export const enableSecondFactor = (tx: Db, user: MemberId, last_step: number, now: number) =>
  tx
    .updateTable('second_factors')
    .set({ enabled_at: now, last_step })
    .where('user_id', '=', user)
    .execute()

export const acceptStep = (tx: Db, user: MemberId, last_step: number) =>
  tx.updateTable('second_factors').set({ last_step }).where('user_id', '=', user).execute()

export async function replaceRecoveryCodes(
  tx: Db,
  user_id: MemberId,
  hashes: readonly string[],
  created_at: number,
) {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', user_id).execute()
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((hash) => ({ hash, user_id, created_at })))
    .execute()
}

/** @returns how many */
export const deleteRecoveryCodesSince = async (tx: Db, user: MemberId, since: number) =>
  (
    await tx
      .deleteFrom('recovery_codes')
      .where('user_id', '=', user)
      .where('created_at', '>=', since)
      .returning('hash')
      .execute()
  ).length

/** @returns false when there is no such unused code */
export const spendRecoveryCode = async (tx: Db, user: MemberId, hash: string, now: number) =>
  (await tx
    .updateTable('recovery_codes')
    .set({ used_at: now })
    .where('hash', '=', hash)
    .where('user_id', '=', user)
    .where('used_at', 'is', null)
    .returning('hash')
    .executeTakeFirst()) !== undefined

export async function countRecoveryCodes(db: Db, user: MemberId): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('user_id', '=', user)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Deletes it together with its recovery codes.
 * @returns false when the account had none
 */
export async function deleteSecondFactor(tx: Db, user: MemberId): Promise<boolean> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', user).execute()
  const removed = await tx
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
export async function deleteSecondFactorSince(tx: Db, user: MemberId, since: number) {
  const factor = await findSecondFactor(tx, user)
  if (factor === undefined || (factor.enabled_at ?? since) < since) return null
  await deleteSecondFactor(tx, user)
  return factor.enabled_at
}

/** Deletes the second step that was turned on at this time, and no later one. */
export async function deleteSecondFactorOf(tx: Db, user: MemberId, enabled_at: number) {
  const factor = await findSecondFactor(tx, user)
  if (factor?.enabled_at === enabled_at) await deleteSecondFactor(tx, user)
}
