import type { GroupId, InviteId, MuteId } from '../../../contract/ids.ts'
import { DAY_MS } from '../../../server/config/time.ts'
import { rolesOf, site } from '../../../test/helpers/races/stage.ts'
import type { TestUser } from '../../../test/helpers/server/startServer.ts'
import type { Area } from '../racePairs.ts'

type World = {
  readonly Olwen: TestUser
  readonly Otto: TestUser
  /** Groups of which only the first two have invited Otto. */
  readonly groups: readonly [GroupId, GroupId, GroupId]
  readonly invites: readonly [InviteId, InviteId]
  readonly mute: MuteId
}

/** Otto has muted Olwen for a day more, and two of her invites are still open. A block ends them as a mute does. */
export const MUTE: Area<World> = {
  about: 'a mute and the invites of the muted',
  tables: ['outbox', 'groups', 'mutes', 'blocks'],
  async setUp(stage, count) {
    const people = await stage.people(count * 2)
    const { db, clock } = stage.server.deps
    const now = clock()
    const pairs = Array.from({ length: count }, (_, n) => {
      const [Olwen, Otto] = people.slice(n * 2, n * 2 + 2) as [TestUser, TestUser]
      return { Olwen, Otto }
    })
    return db.transaction().execute(async (tx) => {
      const rows = pairs.flatMap(({ Olwen }) =>
        ['One', 'Two', 'Three'].map((name) => ({ name, owner_id: Olwen.id, created_at: now })),
      )
      const groups = (await tx.insertInto('groups').values(rows).returning('id').execute()).map(
        ({ id }) => id,
      )
      const worlds = pairs.map((pair, n) => ({
        ...pair,
        groups: groups.slice(n * 3, n * 3 + 3) as [GroupId, GroupId, GroupId],
      }))
      const memberships = worlds.flatMap((world) =>
        world.groups.map((group_id) => ({ group_id, user_id: world.Olwen.id, joined_at: now })),
      )
      await tx.insertInto('memberships').values(memberships).execute()
      const open = worlds.flatMap(({ Olwen, Otto, groups: [one, two] }) =>
        [one, two].map((group_id) => ({
          group_id,
          target_user_id: Otto.id,
          invited_by: Olwen.id,
          created_at: now,
        })),
      )
      const invites = await tx.insertInto('invites').values(open).returning('id').execute()
      const muted = worlds.map(({ Olwen, Otto }) => ({
        user_id: Otto.id,
        muted_user_id: Olwen.id,
        created_at: now,
        until: now + DAY_MS,
      }))
      const mutes = await tx.insertInto('mutes').values(muted).returning('id').execute()
      return worlds.map((world, n) => ({
        ...world,
        invites: invites.slice(n * 2, n * 2 + 2).map(({ id }) => id) as [InviteId, InviteId],
        mute: mutes[n]?.id as MuteId,
      }))
    })
  },
  async look({ server }, worlds) {
    const { db, clock } = server.deps
    const invites = Map.groupBy(
      await db.selectFrom('invites').selectAll().execute(),
      (row) => row.target_user_id,
    )
    const blocks = await db.selectFrom('blocks').selectAll().execute()
    const mutes = Map.groupBy(await db.selectFrom('mutes').selectAll().execute(), (m) => m.user_id)
    return worlds.map(({ Olwen, Otto, groups }) => {
      const role = rolesOf({ Olwen, Otto })
      return {
        invitedTo: (invites.get(Otto.id) ?? []).map((row) => groups.indexOf(row.group_id)).sort(),
        blocks: blocks.filter(({ user_id }) => user_id === Otto.id).length,
        muted: (mutes.get(Otto.id) ?? []).map(
          ({ muted_user_id, until }) =>
            `${role(muted_user_id)}: ${Math.round((until - clock()) / DAY_MS)} days`,
        ),
      }
    })
  },
  operations: {
    'Otto rejects one and mutes for two weeks': ({ Otto, invites }) =>
      site(Otto, 'POST', `/rpggroups/reject/${invites[0]}`, { mute_level: '2w' }),
    'Otto rejects the other and mutes for a month': ({ Otto, invites }) =>
      site(Otto, 'POST', `/rpggroups/reject/${invites[1]}`, { mute_level: '1m' }),
    'Otto ends the mute': ({ Otto, mute }) => site(Otto, 'DELETE', `/rpggroups/unmute/${mute}`),
    'Otto blocks Olwen': ({ Olwen, Otto }) =>
      site(Otto, 'POST', '/users/blocks/', { username: Olwen.username }),
    'Otto is invited again': ({ Olwen, Otto, groups }) =>
      site(Olwen, 'POST', `/rpggroups/invite/${groups[2]}`, { username: Otto.username }),
  },
}
