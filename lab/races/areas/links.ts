import type { GroupId, InviteLinkId } from '../../../contract/ids.ts'
import type { Db } from '../../../server/db/rows.ts'
import { sha256 } from '../../../server/text/secrets.ts'
import { desk, rolesOf, type Stage, site } from '../../../test/helpers/races/stage.ts'
import type { TestUser } from '../../../test/helpers/server/startServer.ts'
import type { Area } from '../racePairs.ts'

type Cast = {
  readonly Olwen: TestUser
  readonly Finn: TestUser
  readonly Xenia: TestUser
  readonly Yorick: TestUser
}
type World = Cast & {
  readonly group: GroupId
  readonly link: InviteLinkId
  readonly secret: string
}

const HOUR_MS = 3_600_000

/** A group of an owner and a co-owner. */
export async function addCoOwned(
  tx: Db,
  now: number,
  [owner, coOwner]: readonly [TestUser, TestUser],
): Promise<GroupId> {
  const { id: group_id } = await tx
    .insertInto('groups')
    .values({ name: 'Ravens', owner_id: owner.id, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('memberships')
    .values([
      { group_id, user_id: owner.id, joined_at: now - 2, role: 'member' },
      { group_id, user_id: coOwner.id, joined_at: now - 1, role: 'co_owner' },
    ])
    .execute()
  return group_id
}

/** Olwen owns a group, Finn is a co-owner and has made a link with one use. */
async function setUp(stage: Stage, count: number): Promise<World[]> {
  const people = await stage.people(count * 4)
  const { db, clock } = stage.server.deps
  const now = clock()
  const worlds: World[] = []
  await db.transaction().execute(async (tx) => {
    for (let n = 0; n < count; n++) {
      const [Olwen, Finn, Xenia, Yorick] = people.slice(n * 4, n * 4 + 4)
      if (!Olwen || !Finn || !Xenia || !Yorick) throw new Error('Not enough people')
      const group = await addCoOwned(tx, now, [Olwen, Finn])
      const secret = `a secret of ${group}`
      const { id: link } = await tx
        .insertInto('invite_links')
        .values({
          group_id: group,
          created_by: Finn.id,
          secret_hash: sha256(secret),
          uses: 1,
          uses_left: 1,
          created_at: now,
          expires_at: now + HOUR_MS,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      worlds.push({ Olwen, Finn, Xenia, Yorick, group, link, secret })
    }
  })
  return worlds
}

async function look({ server }: Stage, worlds: readonly World[]) {
  const { db } = server.deps
  const groups = new Map(
    (await db.selectFrom('groups').selectAll().execute()).map((row) => [row.id, row.owner_id]),
  )
  const members = Map.groupBy(
    await db.selectFrom('memberships').selectAll().execute(),
    (row) => row.group_id,
  )
  const invites = Map.groupBy(
    await db.selectFrom('invites').selectAll().execute(),
    (row) => row.group_id,
  )
  const links = Map.groupBy(
    await db.selectFrom('invite_links').selectAll().orderBy('id').execute(),
    (row) => row.group_id,
  )
  return worlds.map(({ group, Olwen, Finn, Xenia, Yorick }) => {
    const role = rolesOf({ Olwen, Finn, Xenia, Yorick })
    return {
      owner: role(groups.get(group) ?? null),
      members: (members.get(group) ?? []).map((row) => `${role(row.user_id)} ${row.role}`).sort(),
      invited: (invites.get(group) ?? [])
        .map((row) => `${role(row.target_user_id)} by ${role(row.invited_by)}`)
        .sort(),
      left: (links.get(group) ?? []).map((row) => row.uses_left),
    }
  })
}

const redeem = (who: TestUser, { secret }: World) =>
  site(who, 'POST', '/rpggroups/redeem-link/', { secret })
const setFinn = ({ Olwen, Finn, group }: World, is_co_owner: boolean) =>
  site(Olwen, 'POST', `/rpggroups/page/${group}/co-owner/`, { member_id: Finn.id, is_co_owner })

export const LINK: Area<World> = {
  about: 'a link with one use, and the role of its maker',
  tables: ['outbox', 'groups'],
  setUp,
  look,
  operations: {
    'Xenia redeems it': (world) => redeem(world.Xenia, world),
    'Yorick redeems it': (world) => redeem(world.Yorick, world),
    'the owner invites Xenia': ({ Olwen, Xenia, group }) =>
      site(Olwen, 'POST', `/rpggroups/invite/${group}`, { username: Xenia.username }),
    'the owner ends it': ({ Olwen, link }) => site(Olwen, 'DELETE', `/rpggroups/links/${link}`),
    'Finn is no co-owner any more': (world) => setFinn(world, false),
    'Finn becomes a co-owner': (world) => setFinn(world, true),
    'the owner mails an invite': ({ Olwen, group }) =>
      site(Olwen, 'POST', `/rpggroups/links/${group}/mail/`, { email: `guest@${group}.example` }),
    'Finn mails an invite to the same address': ({ Finn, group }) =>
      site(Finn, 'POST', `/rpggroups/links/${group}/mail/`, { email: `Guest@${group}.example` }),
    'Finn invites Xenia': ({ Finn, Xenia, group }) =>
      site(Finn, 'POST', `/rpggroups/invite/${group}`, { username: Xenia.username }),
    'the owner removes Finn': ({ Olwen, Finn, group }) =>
      site(Olwen, 'POST', '/rpggroups/remove/', { group_id: group, member_id: Finn.id }),
    'Finn leaves': ({ Finn, group }) => site(Finn, 'GET', `/rpggroups/leave/${group}`),
    'the owner makes Finn the owner': ({ Olwen, Finn, group }) =>
      site(Olwen, 'POST', '/rpggroups/transfer-ownership/', {
        group_id: group,
        new_owner_id: Finn.id,
      }),
    'the owner leaves': ({ Olwen, group }) => site(Olwen, 'GET', `/rpggroups/leave/${group}`),
    'the owner disbands': ({ Olwen, group }) => site(Olwen, 'GET', `/rpggroups/disband/${group}`),
    'the desk deactivates Finn': ({ Finn }, { ada }) =>
      desk(ada, 'POST', `/members/${Finn.id}/deactivate`),
  },
}
