import type { MemberId } from '#contract/ids.ts'
import type { Db } from '../../db/schema.ts'

/* What a member has chosen for the whole account, beside the settings of other modules. */

/** @param time_zone null: none, so that emails use the zone of what they are about */
export const saveTimeZone = (tx: Db, user: MemberId, time_zone: string | null) =>
  tx.updateTable('users').set({ time_zone }).where('id', '=', user).execute()

/** @param language two letters */
export const saveLanguage = (tx: Db, user: MemberId, language: string) =>
  tx.updateTable('users').set({ language }).where('id', '=', user).execute()

/** Hiding them twice keeps the first time. */
export const saveFirstSteps = (tx: Db, user: MemberId, isShown: boolean, now: number) =>
  tx
    .updateTable('users')
    .set((is) => ({
      first_steps_hidden_at: isShown ? null : is.fn.coalesce('first_steps_hidden_at', is.val(now)),
    }))
    .where('id', '=', user)
    .execute()

export const hasHiddenFirstSteps = async (db: Db, user: MemberId): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', user)
    .where('first_steps_hidden_at', 'is not', null)
    .executeTakeFirst()) !== undefined
