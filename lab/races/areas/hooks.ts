import type { GroupId } from '../../../contract/ids.ts'
import { desk, rolesOf, type Stage, site } from '../../../test/helpers/races/stage.ts'
import type { TestUser } from '../../../test/helpers/server/startServer.ts'
import type { Area } from '../racePairs.ts'
import { addCoOwned } from './links.ts'

type World = { readonly Olwen: TestUser; readonly Finn: TestUser; readonly group: GroupId }

/** Olwen owns a group, Finn is a co-owner, and no hook is set. */
async function setUp(stage: Stage, count: number): Promise<World[]> {
  const people = await stage.people(count * 2)
  const { db, clock } = stage.server.deps
  const now = clock()
  const worlds: World[] = []
  await db.transaction().execute(async (tx) => {
    for (let n = 0; n < count; n++) {
      const [Olwen, Finn] = people.slice(n * 2, n * 2 + 2) as [TestUser, TestUser]
      const group = await addCoOwned(tx, now, [Olwen, Finn])
      worlds.push({ Olwen, Finn, group })
    }
  })
  return worlds
}

/** Hooks stop at their next turn, which comes with time: whether one has come yet is no part of an end. */
async function look({ server }: Stage, worlds: readonly World[]) {
  const { db } = server.deps
  const hooks = await db
    .selectFrom('hooks as h')
    .innerJoin('groups as g', 'g.id', 'h.group_id')
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.group_id', '=', 'g.id').onRef('m.user_id', '=', 'h.set_by'),
    )
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('u.deactivated_at', 'is', null)
    .where((is) => is.or([is('m.role', '=', 'co_owner'), is('g.owner_id', '=', is.ref('u.id'))]))
    .selectAll('h')
    .execute()
  const logs = Map.groupBy(
    await db
      .selectFrom('group_log')
      .select(['group_id', 'kind', 'detail'])
      .where('kind', '<>', 'hook_stopped')
      .execute(),
    (row) => row.group_id,
  )
  return worlds.map(({ Olwen, Finn, group }) => {
    const role = rolesOf({ Olwen, Finn })
    return {
      hooks: hooks
        .filter(({ group_id }) => group_id === group)
        .map(({ name, kind, host, set_by }) => ({
          isNamed: name === `group:${group}`,
          ...{ kind, host, by: role(set_by) },
        })),
      log: (logs.get(group) ?? []).map(({ kind, detail }) => `${kind} ${detail}`).sort(),
    }
  })
}

const set = (who: TestUser, { group }: World, kind: 'discord' | 'json', host: string) =>
  site(who, 'PUT', `/rpggroups/hook/${group}`, {
    ...{ kind, url: `https://${host}/hook`, token: 'a key of theirs', room: '' },
    shows_details: false,
  })
const remove = (who: TestUser, { group }: World) => site(who, 'DELETE', `/rpggroups/hook/${group}`)

export const HOOK: Area<World> = {
  about: 'the hook of a group, and the role of who sets it',
  tables: ['outbox', 'groups', 'hooks', 'live_events'],
  setUp,
  look,
  operations: {
    'the owner sets a hook': (world) => set(world.Olwen, world, 'discord', 'chat.example'),
    'the owner sets another one': (world) => set(world.Olwen, world, 'json', 'board.example'),
    'Finn sets a hook': (world) => set(world.Finn, world, 'json', 'finn.example'),
    'the owner removes it': (world) => remove(world.Olwen, world),
    'Finn removes it': (world) => remove(world.Finn, world),
    'Finn is no co-owner any more': ({ Olwen, Finn, group }) =>
      site(Olwen, 'POST', `/rpggroups/page/${group}/co-owner/`, {
        ...{ member_id: Finn.id, is_co_owner: false },
      }),
    'the owner removes Finn': ({ Olwen, Finn, group }) =>
      site(Olwen, 'POST', '/rpggroups/remove/', { group_id: group, member_id: Finn.id }),
    'Finn leaves': ({ Finn, group }) => site(Finn, 'GET', `/rpggroups/leave/${group}`),
    'the owner disbands': ({ Olwen, group }) => site(Olwen, 'GET', `/rpggroups/disband/${group}`),
    'the desk deactivates Finn': ({ Finn }, { ada }) =>
      desk(ada, 'POST', `/members/${Finn.id}/deactivate`),
    'the desk deactivates the owner': ({ Olwen }, { ada }) =>
      desk(ada, 'POST', `/members/${Olwen.id}/deactivate`),
  },
}
