import type { GroupId, InviteId } from '../../../contract/ids.ts'
import { GROUP_SIZE_MAX } from '../../../server/modules/groups/limits.ts'
import { addOpening } from '../../../test/helpers/fixtures/openingActs.ts'
import { rolesOf, type Stage, site } from '../../../test/helpers/races/stage.ts'
import type { TestUser } from '../../../test/helpers/server/startServer.ts'
import type { Area } from '../racePairs.ts'

type Cast = {
  readonly Olwen: TestUser
  readonly Xenia: TestUser
  readonly Yorick: TestUser
  readonly Zoe: TestUser
}
type World = Cast & {
  readonly group: GroupId
  readonly Finn: TestUser
  readonly inviteOf: ReadonlyMap<number, InviteId>
  /** Zoe's request to join. */
  readonly request: number
}

/** Number of passive members in every group, besides the owner and Finn. */
const FILLERS = GROUP_SIZE_MAX - 3
/** Groups of one statement: SQLite takes 32,766 parameters. */
const CHUNK = 100

/** A group of Olwen's with one free place. @param invited people with an open invite, maybe more than free places */
const setUp =
  (invited: readonly ('Xenia' | 'Yorick')[]) =>
  async (stage: Stage, count: number): Promise<World[]> => {
    const people = await stage.people(FILLERS + 1 + count * 4)
    const fillers = people.slice(0, FILLERS + 1)
    const { db, clock } = stage.server.deps
    const now = clock()
    const casts = Array.from({ length: count }, (_, n) => {
      const at = FILLERS + 1 + n * 4
      const [Olwen, Xenia, Yorick, Zoe] = people.slice(at, at + 4)
      return { Olwen, Xenia, Yorick, Zoe } as Cast
    })
    return db.transaction().execute(async (tx) => {
      const groups = await tx
        .insertInto('groups')
        .values(casts.map(({ Olwen }) => ({ name: 'Owls', owner_id: Olwen.id, created_at: now })))
        .returning('id')
        .execute()
      const worlds = casts.map((cast, n) => ({ ...cast, group: groups[n]?.id as GroupId }))
      for (let from = 0; from < count; from += CHUNK)
        await tx
          .insertInto('memberships')
          .values(
            worlds.slice(from, from + CHUNK).flatMap(({ group, Olwen }) =>
              [Olwen, ...fillers].map(({ id }) => ({
                group_id: group,
                user_id: id,
                joined_at: now,
              })),
            ),
          )
          .execute()
      const open = worlds.flatMap((world) =>
        invited.map((name) => ({
          group_id: world.group,
          target_user_id: world[name].id,
          invited_by: world.Olwen.id,
          created_at: now,
        })),
      )
      const invites =
        open.length === 0
          ? []
          : await tx
              .insertInto('invites')
              .values(open)
              .returning(['id', 'target_user_id'])
              .execute()
      const inviteOf = new Map<number, InviteId>(invites.map((row) => [row.target_user_id, row.id]))
      const opened = { deps: { ...stage.server.deps, db: tx } }
      for (const { group } of worlds) await addOpening(opened, group, GROUP_SIZE_MAX)
      const asked = { message: '', answer: 'open', sentence: '', created_at: now } as const
      const requests = await tx
        .insertInto('join_requests')
        .values(worlds.map(({ group, Zoe }) => ({ group_id: group, user_id: Zoe.id, ...asked })))
        .returning('id')
        .execute()
      return worlds.map((world, n) => ({
        ...world,
        Finn: fillers[0] as TestUser,
        inviteOf,
        request: requests[n]?.id as number,
      }))
    })
  }

async function look({ server }: Stage, worlds: readonly World[]) {
  const { db } = server.deps
  const members = Map.groupBy(
    await db.selectFrom('memberships').select(['group_id', 'user_id']).execute(),
    ({ group_id }) => group_id,
  )
  const invites = Map.groupBy(
    await db.selectFrom('invites').select(['group_id', 'target_user_id']).execute(),
    ({ group_id }) => group_id,
  )
  return worlds.map(({ group, Olwen, Xenia, Yorick, Zoe }) => {
    const role = rolesOf({ Olwen, Xenia, Yorick, Zoe })
    const ids = (members.get(group) ?? []).map(({ user_id }) => user_id)
    return {
      size: ids.length,
      joined: [Xenia, Yorick, Zoe].filter(({ id }) => ids.includes(id)).map(({ id }) => role(id)),
      invited: (invites.get(group) ?? []).map((row) => role(row.target_user_id)).sort(),
    }
  })
}

const invite = ({ Olwen, group }: World, whom: TestUser) =>
  site(Olwen, 'POST', `/rpggroups/invite/${group}`, { username: whom.username })
const accept = ({ inviteOf }: World, who: TestUser) =>
  site(who, 'GET', `/rpggroups/accept/${inviteOf.get(who.id)}`)
const TABLES = ['outbox', 'groups'] as const

export const LAST_PLACE: Area<World> = {
  about: 'the last place of a group',
  tables: TABLES,
  setUp: setUp([]),
  look,
  operations: {
    'Xenia is invited': (world) => invite(world, world.Xenia),
    'Yorick is invited': (world) => invite(world, world.Yorick),
    'the request of Zoe is accepted': ({ Olwen, request }) =>
      site(Olwen, 'POST', `/rpggroups/join-requests/${request}/accept/`, {}),
    'Finn leaves': ({ Finn, group }) => site(Finn, 'GET', `/rpggroups/leave/${group}`),
  },
}

export const OVERBOOKED_GROUP: Area<World> = {
  about: 'the last place of a group that has invited two',
  tables: TABLES,
  setUp: setUp(['Xenia', 'Yorick']),
  look,
  operations: {
    'Xenia accepts': (world) => accept(world, world.Xenia),
    'Yorick accepts': (world) => accept(world, world.Yorick),
    'the invite of Xenia is cancelled': ({ Olwen, Xenia, inviteOf }) =>
      site(Olwen, 'DELETE', `/rpggroups/cancel/${inviteOf.get(Xenia.id)}`),
    'Zoe is invited': (world) => invite(world, world.Zoe),
    'Finn leaves': ({ Finn, group }) => site(Finn, 'GET', `/rpggroups/leave/${group}`),
  },
}
