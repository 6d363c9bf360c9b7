import type { MemberId } from '#contract/ids.ts'
import { type Clock, DAY_MS } from '../../config/time.ts'
import type { Db } from '../schema.ts'

type DemoGroup = {
  readonly name: string
  readonly owner: string
  readonly members: readonly string[]
  readonly invited: readonly string[]
}

/** Groups of every kind that the dashboard shows: owned, joined, alone, with and without open invites. */
const GROUPS: readonly DemoGroup[] = [
  {
    name: 'The Orchard Jury',
    owner: 'mira',
    members: ['juno', 'elias', 'tomas'],
    invited: ['wren'],
  },
  { name: 'Keelsled Number Nine', owner: 'tomas', members: ['sanna', 'oskar'], invited: ['mira'] },
  { name: 'Bell Goats of Harrow', owner: 'wren', members: ['mira', 'sanna'], invited: ['tomas'] },
  { name: 'A Table for One', owner: 'mira', members: [], invited: [] },
  { name: 'Saltmere Night Ferry', owner: 'juno', members: ['oskar'], invited: ['mira', 'tomas'] },
]

/** Groups, open invites and a mute. `users` maps usernames to ids. */
export async function seedGroups(
  tx: Db,
  clock: Clock,
  users: Readonly<Record<string, MemberId>>,
): Promise<void> {
  const now = clock()
  const idOf = (name: string): MemberId => {
    const id = users[name]
    if (id === undefined) throw new Error(`No demo account "${name}"`)
    return id
  }

  for (const [i, group] of GROUPS.entries()) {
    const founded = now - (GROUPS.length - i) * 20 * DAY_MS
    const { id } = await tx
      .insertInto('groups')
      .values({ name: group.name, owner_id: idOf(group.owner), created_at: founded })
      .returning('id')
      .executeTakeFirstOrThrow()
    const members = [group.owner, ...group.members].map((name, order) => ({
      group_id: id,
      user_id: idOf(name),
      joined_at: founded + order * DAY_MS,
    }))
    await tx.insertInto('memberships').values(members).execute()
    for (const name of group.invited)
      await tx
        .insertInto('invites')
        .values({
          group_id: id,
          target_user_id: idOf(name),
          invited_by: idOf(group.owner),
          created_at: now - DAY_MS,
        })
        .execute()
  }

  await tx
    .insertInto('mutes')
    .values({
      user_id: idOf('mira'),
      muted_user_id: idOf('oskar'),
      created_at: now - DAY_MS,
      until: now + 9 * DAY_MS,
    })
    .execute()
}
