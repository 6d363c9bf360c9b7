import type { MemberId } from '#contract/ids.ts'
import type { HasDb, Read } from '../../db/schema.ts'

/* What a member has chosen for the whole account, beside the settings of other modules. */

/** @param time_zone null: none, so that emails use the zone of what they are about */
export const saveTimeZone = (w: HasDb, user: MemberId, time_zone: string | null) =>
  w.db.updateTable('users').set({ time_zone }).where('id', '=', user).execute()

/** @param language two letters */
export const saveLanguage = (w: HasDb, user: MemberId, language: string) =>
  w.db.updateTable('users').set({ language }).where('id', '=', user).execute()

/** Hiding them twice keeps the first time. */
export const saveFirstSteps = (w: Read, user: MemberId, isShown: boolean) =>
  w.db
    .updateTable('users')
    .set((is) => ({
      first_steps_hidden_at: isShown
        ? null
        : is.fn.coalesce('first_steps_hidden_at', is.val(w.now)),
    }))
    .where('id', '=', user)
    .execute()

export const hasHiddenFirstSteps = async (w: HasDb, user: MemberId): Promise<boolean> =>
  (await w.db
    .selectFrom('users')
    .select('id')
    .where('id', '=', user)
    .where('first_steps_hidden_at', 'is not', null)
    .executeTakeFirst()) !== undefined
