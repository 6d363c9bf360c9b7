import type { MemberId } from '#contract/ids.ts'
import type { Db } from '../http/deps.ts'

/**
 * Locks the rows of all active superusers. Call it before locking any other account: changes of roles and
 * deactivations then happen one after the other, and each sees what the one before has done.
 */
export async function lockSuperusers(tx: Db): Promise<readonly MemberId[]> {
  const rows = await tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'superuser')
    .where('activated_at', 'is not', null)
    .where('deactivated_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map(({ id }) => id)
}
