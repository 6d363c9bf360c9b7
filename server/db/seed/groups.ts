import { type Clock, DAY_MS } from '../../config/time.ts'
import { insertRow } from '../rows.ts'
import type { Db } from '../schema.ts'
import { type DemoUsers, named } from './accounts.ts'
import demo from './demo/groups.json' with { type: 'json' }

/** Groups of every kind that the dashboard shows: owned, joined, alone, with and without open invites; and a mute. */
export async function seedGroups(tx: Db, clock: Clock, users: DemoUsers): Promise<void> {
  const now = clock()
  for (const [index, { name, owner, members, invited }] of demo.groups.entries()) {
    const created_at = now - (demo.groups.length - index) * 20 * DAY_MS
    const owner_id = named(users, owner)
    const { id: group_id } = await insertRow(tx, 'groups', { name, owner_id, created_at })
    const memberships = [owner, ...members].map((member, order) => ({
      group_id,
      user_id: named(users, member),
      joined_at: created_at + order * DAY_MS,
    }))
    await tx.insertInto('memberships').values(memberships).execute()
    for (const target of invited) {
      const target_user_id = named(users, target)
      const invite = { group_id, target_user_id, invited_by: owner_id, created_at: now - DAY_MS }
      await insertRow(tx, 'invites', invite)
    }
  }
  for (const { user, muted, days_left } of demo.mutes)
    await insertRow(tx, 'mutes', {
      user_id: named(users, user),
      muted_user_id: named(users, muted),
      created_at: now - DAY_MS,
      until: now + days_left * DAY_MS,
    })
}
