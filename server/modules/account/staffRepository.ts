import type { HasDb } from '../../db/schema.ts'
import { activeUsers } from './repository.ts'

/** True if an account may use the desk. */
export const hasStaff = async (w: HasDb): Promise<boolean> =>
  (await activeUsers(w).select('id').where('role', '<>', 'player').limit(1).executeTakeFirst()) !==
  undefined

/** Also those that were never activated: they wait for the link that sets their password. */
export const listSuperusers = (w: HasDb) =>
  w.db
    .selectFrom('users')
    .select(['id', 'email', 'email_key', 'username', 'activated_at'])
    .where('role', '=', 'superuser')
    .where('deactivated_at', 'is', null)
    .orderBy('id')
    .execute()

/** Who may use the desk, and whether the account has a second step. */
export async function listStaff(w: HasDb) {
  const rows = await activeUsers(w)
    .leftJoin('second_factors', (join) =>
      join.onRef('second_factors.user_id', '=', 'users.id').on('enabled_at', 'is not', null),
    )
    .leftJoin('passkeys', 'passkeys.user_id', 'users.id')
    .select(['users.id', 'users.username', 'users.email_key', 'users.role'])
    .select('second_factors.enabled_at')
    .select('passkeys.user_id as passkey_of')
    .distinct()
    .where('users.role', '<>', 'player')
    .orderBy('users.id')
    .execute()
  return rows.map(({ enabled_at, passkey_of, ...user }) => ({
    ...user,
    hasSecondStep: enabled_at !== null || passkey_of !== null,
  }))
}
