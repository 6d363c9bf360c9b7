import type { GroupId, InviteId } from '../../../contract/ids.ts'
import { desk, rolesOf, type Stage, site } from '../../../test/helpers/races/stage.ts'
import type { TestUser } from '../../../test/helpers/server/startServer.ts'
import type { Area } from '../racePairs.ts'

type Cast = { readonly Olwen: TestUser; readonly Finn: TestUser; readonly Otto: TestUser }
type World = Cast & { readonly group: GroupId; readonly invite: InviteId }

const TABLES = ['outbox', 'groups', 'mutes'] as const

/** Groups rows by the id of their group. */
const byGroup = <Row extends { readonly group_id: GroupId }>(rows: readonly Row[]) => {
  const sorted = Map.groupBy(rows, ({ group_id }) => group_id)
  return (group: GroupId): readonly Row[] => sorted.get(group) ?? []
}

async function lookAtGroups({ server }: Stage, worlds: readonly (Cast & { group: GroupId })[]) {
  const { db } = server.deps
  const groups = new Map(
    (await db.selectFrom('groups').selectAll().execute()).map((g) => [g.id, g]),
  )
  const members = byGroup(await db.selectFrom('memberships').selectAll().execute())
  const invites = byGroup(await db.selectFrom('invites').selectAll().execute())
  const notices = byGroup(await db.selectFrom('group_notices').selectAll().execute())
  const mutes = Map.groupBy(await db.selectFrom('mutes').selectAll().execute(), (m) => m.user_id)
  const away = await db
    .selectFrom('users')
    .select('id')
    .where('deactivated_at', 'is not', null)
    .execute()
  const gone = new Set(away.map(({ id }) => id))
  return worlds.map(({ group, Olwen, Finn, Otto }) => {
    const role = rolesOf({ Olwen, Finn, Otto })
    return {
      owner: role(groups.get(group)?.owner_id ?? null),
      members: members(group)
        .map((row) => role(row.user_id))
        .sort(),
      invited: invites(group)
        .map((row) => role(row.target_user_id))
        .sort(),
      notices: notices(group)
        .map((row) => `${role(row.user_id)} ${row.kind} to ${role(row.owner_id)}`)
        .sort(),
      mutes: (mutes.get(Otto.id) ?? []).map((row) => role(row.muted_user_id)),
      gone: [Olwen, Finn, Otto].filter(({ id }) => gone.has(id)).map(({ id }) => role(id)),
    }
  })
}

/** Olwen owns a group, Finn is in it, Otto is invited. */
async function setUp(stage: Stage, count: number): Promise<World[]> {
  const people = await stage.people(count * 3)
  const { db, clock } = stage.server.deps
  const now = clock()
  const casts = Array.from({ length: count }, (_, n): Cast => {
    const [Olwen, Finn, Otto] = people.slice(n * 3, n * 3 + 3) as [TestUser, TestUser, TestUser]
    return { Olwen, Finn, Otto }
  })
  return db.transaction().execute(async (tx) => {
    const groups = await tx
      .insertInto('groups')
      .values(casts.map(({ Olwen }) => ({ name: 'Ravens', owner_id: Olwen.id, created_at: now })))
      .returning(['id', 'owner_id'])
      .execute()
    const idOf = new Map(groups.map(({ id, owner_id }) => [owner_id, id]))
    const groupOf = ({ Olwen }: Cast) => idOf.get(Olwen.id) as GroupId
    await tx
      .insertInto('memberships')
      .values(
        casts.flatMap((cast) => [
          { group_id: groupOf(cast), user_id: cast.Olwen.id, joined_at: now - 2 },
          { group_id: groupOf(cast), user_id: cast.Finn.id, joined_at: now - 1 },
        ]),
      )
      .execute()
    const invites = await tx
      .insertInto('invites')
      .values(
        casts.map((cast) => ({
          group_id: groupOf(cast),
          target_user_id: cast.Otto.id,
          invited_by: cast.Olwen.id,
          created_at: now,
        })),
      )
      .returning(['id', 'group_id'])
      .execute()
    const inviteOf = new Map(invites.map(({ id, group_id }) => [group_id, id]))
    return casts.map((cast) => {
      const group = groupOf(cast)
      return { ...cast, group, invite: inviteOf.get(group) as InviteId }
    })
  })
}

export const GROUP: Area<World> = {
  about: 'a group, its members and an invite',
  tables: TABLES,
  setUp,
  look: lookAtGroups,
  operations: {
    'Otto accepts': ({ Otto, invite }) => site(Otto, 'GET', `/rpggroups/accept/${invite}`),
    'Otto rejects': ({ Otto, invite }) =>
      site(Otto, 'POST', `/rpggroups/reject/${invite}`, { mute_level: 'none' }),
    'Otto rejects and mutes': ({ Otto, invite }) =>
      site(Otto, 'POST', `/rpggroups/reject/${invite}`, { mute_level: '2w' }),
    'the owner cancels': ({ Olwen, invite }) =>
      site(Olwen, 'DELETE', `/rpggroups/cancel/${invite}`),
    'the owner invites Otto': ({ Olwen, Otto, group }) =>
      site(Olwen, 'POST', `/rpggroups/invite/${group}`, { username: Otto.username }),
    'the owner leaves': ({ Olwen, group }) => site(Olwen, 'GET', `/rpggroups/leave/${group}`),
    'Finn leaves': ({ Finn, group }) => site(Finn, 'GET', `/rpggroups/leave/${group}`),
    'the owner removes Finn': ({ Olwen, Finn, group }) =>
      site(Olwen, 'POST', '/rpggroups/remove/', { group_id: group, member_id: Finn.id }),
    'the owner makes Finn the owner': ({ Olwen, Finn, group }) =>
      site(Olwen, 'POST', '/rpggroups/transfer-ownership/', {
        group_id: group,
        new_owner_id: Finn.id,
      }),
    'the owner disbands': ({ Olwen, group }) => site(Olwen, 'GET', `/rpggroups/disband/${group}`),
    'the desk makes Finn the owner': ({ Finn, group }, { ada }) =>
      desk(ada, 'POST', `/groups/${group}/owner`, { member_id: Finn.id }),
    'the desk removes Finn': ({ Finn, group }, { ben }) =>
      desk(ben, 'POST', `/groups/${group}/remove-member`, { member_id: Finn.id }),
    'the desk renames the group': ({ group }, { ben }) =>
      desk(ben, 'POST', `/groups/${group}/rename`, { name: 'Rooks' }),
    'the desk closes the group': ({ group }, { ada }) =>
      desk(ada, 'POST', `/groups/${group}/close`, { reason: 'Nobody plays' }),
    'the desk deactivates the owner': ({ Olwen }, { ada }) =>
      desk(ada, 'POST', `/members/${Olwen.id}/deactivate`),
    'the desk deactivates Finn': ({ Finn }, { ben }) =>
      desk(ben, 'POST', `/members/${Finn.id}/deactivate`),
    'the desk deactivates Otto': ({ Otto }, { ada }) =>
      desk(ada, 'POST', `/members/${Otto.id}/deactivate`),
  },
}

/** The owner's account and Finn's are deactivated; no active member is left. */
export const STUCK_GROUP: Area<World> = {
  about: 'a group whose members are deactivated',
  tables: TABLES,
  async setUp(stage, count) {
    const worlds = await setUp(stage, count)
    const { db, clock } = stage.server.deps
    await db.deleteFrom('invites').execute()
    const gone = worlds.flatMap(({ Olwen, Finn }) => [Olwen.id, Finn.id])
    await db.updateTable('users').set({ deactivated_at: clock() }).where('id', 'in', gone).execute()
    await db
      .updateTable('refresh_tokens')
      .set({ revoked_at: clock() })
      .where('user_id', 'in', gone)
      .execute()
    return worlds
  },
  look: lookAtGroups,
  operations: {
    'the owner is reactivated': ({ Olwen }, { ada }) =>
      desk(ada, 'POST', `/members/${Olwen.id}/reactivate`),
    'Finn is reactivated': ({ Finn }, { ben }) =>
      desk(ben, 'POST', `/members/${Finn.id}/reactivate`),
    'the desk makes Finn the owner': ({ Finn, group }, { ada }) =>
      desk(ada, 'POST', `/groups/${group}/owner`, { member_id: Finn.id }),
    'the desk removes Finn': ({ Finn, group }, { ben }) =>
      desk(ben, 'POST', `/groups/${group}/remove-member`, { member_id: Finn.id }),
    'the desk closes the group': ({ group }, { ada }) =>
      desk(ada, 'POST', `/groups/${group}/close`, { reason: 'Nobody plays' }),
  },
}
