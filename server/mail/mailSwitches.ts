import type { MemberId } from '#contract/ids.ts'
import type { Switch } from '#contract/profile.ts'
import type { HasDb } from '../db/schema.ts'
import { isOneOf } from '../db/search.ts'

/** Column of `preferences`: null while the switch is on. */
export const switchColumn = <Name extends Switch>(name: Name): `${Name}_off_at` => `${name}_off_at`

/** Those of the members who have turned a switch off. A caller enqueues no mail for them. */
export async function listStoppedMembers(
  w: HasDb,
  name: Switch,
  members: readonly MemberId[],
): Promise<ReadonlySet<MemberId>> {
  const rows = await w.db
    .selectFrom('preferences')
    .select('user_id')
    .where(isOneOf(w.db, 'user_id', members))
    .where(switchColumn(name), 'is not', null)
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}
