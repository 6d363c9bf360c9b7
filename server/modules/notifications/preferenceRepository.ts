import { sql } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import { type Placeholders, prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'

const preferencesOf = prepared((db, { user }: Placeholders<{ readonly user: MemberId }>) =>
  db
    .selectFrom('users')
    .leftJoin('preferences', 'preferences.user_id', 'users.id')
    .select(['notify_since', 'invite_mails_off_at', 'users.time_zone'])
    .where('users.id', '=', user),
)

export async function findPreferences(db: Db, user: MemberId) {
  const [row] = await preferencesOf(db, { user })
  return {
    email_notifications: (row?.notify_since ?? null) !== null,
    invite_mails: (row?.invite_mails_off_at ?? null) === null,
    time_zone: row?.time_zone ?? null,
  }
}

/** Switching mails on twice keeps the first time: no article published in between is skipped. */
export async function saveArticleMails(db: Db, user_id: MemberId, isOn: boolean, now: number) {
  await db
    .insertInto('preferences')
    .values({ user_id, notify_since: isOn ? now : null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((is) => ({
        notify_since: isOn ? is.fn.coalesce('preferences.notify_since', is.val(now)) : null,
      })),
    )
    .execute()
}

/** Does nothing for a member without preferences. */
export const stopArticleMails = (db: Db, user: MemberId) =>
  db.updateTable('preferences').set({ notify_since: null }).where('user_id', '=', user).execute()

/** Does nothing for an account that has been deleted. */
export async function saveInviteMails(db: Db, user: MemberId, isOn: boolean, now: number) {
  const invite_mails_off_at = isOn ? null : now
  await db
    .insertInto('preferences')
    .columns(['user_id', 'invite_mails_off_at'])
    .expression((is) =>
      is
        .selectFrom('users')
        .select(['id', sql<number | null>`cast(${invite_mails_off_at} as bigint)`.as('off_at')])
        .where('id', '=', user),
    )
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ invite_mails_off_at }))
    .execute()
}
