import { sql } from 'kysely'
import type { GroupId, MemberId } from '#contract/ids.ts'
import { isTimeZone } from '../../config/time.ts'
import { type Placeholders, prepared } from '../../db/prepared.ts'
import { type HasDb, hasRow, insertRow, type Read } from '../../db/rows.ts'
import { idList, isInList, isOneOf } from '../../db/search.ts'
import { GROUP_SIZE_MAX, MEMBERSHIPS_MAX } from './limits.ts'
import { insertLog } from './logRepository.ts'
import { hasDateAhead } from './planning/pollRepository.ts'
import { nextDate, nextDateAt } from './planning/sessionRepository.ts'
import type { GroupCounts, InGroup, Membership } from './policy.ts'

/*
 * Order of locks, against deadlocks: a change first locks the accounts that it counts (`lockActiveUsers`), then the
 * group (`lockGroup`).
 */

export type GroupRow = Awaited<ReturnType<typeof listGroupsOf>>[number]

const groupOf = (w: HasDb, id: GroupId) =>
  w.db.selectFrom('groups').select(['name', 'owner_id', 'planners']).where('id', '=', id)

/** Members by length of membership, then by id. */
export const lockGroup = async (w: HasDb, id: GroupId) =>
  membershipOf(w, id, await groupOf(w, id).forNoKeyUpdate().executeTakeFirst())

/** `lockGroup` without a lock: only for reading, and for deciding whether the caller may read. */
export const readGroup = async (w: HasDb, id: GroupId) =>
  membershipOf(w, id, await groupOf(w, id).executeTakeFirst())

type Found = Awaited<ReturnType<ReturnType<typeof groupOf>['executeTakeFirst']>>

async function membershipOf(w: HasDb, id: GroupId, group: Found): Promise<Membership | undefined> {
  if (group === undefined) return undefined
  const rows = await listAccounts(w, [id])
  return {
    name: group.name,
    ownerId: group.owner_id,
    planners: group.planners,
    members: rows.map((row) => row.id),
    active: rows.filter((row) => row.deactivated_at === null).map((row) => row.id),
    coOwners: rows.filter((row) => row.role === 'co_owner').map((row) => row.id),
  }
}

/** The accounts of the members of several groups, by length of membership. */
export const listAccounts = (w: HasDb, groups: readonly number[]) =>
  w.db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['memberships.group_id', 'memberships.joined_at', 'memberships.role'])
    .select(['users.id', 'users.username', 'users.email'])
    .select(['users.activated_at', 'users.deactivated_at'])
    .where(isOneOf(w.db, 'memberships.group_id', groups))
    .orderBy('memberships.joined_at')
    .orderBy('users.id')
    .execute()

export const countGroups = (w: HasDb, user: MemberId): Promise<GroupCounts> =>
  w.db
    .selectFrom('memberships')
    .innerJoin('groups', 'groups.id', 'memberships.group_id')
    .select(({ fn }) => [
      fn.countAll<number>().as('memberships'),
      sql<number>`count(case when ${sql.ref('groups.owner_id')} = ${user} then 1 end)`.as('owned'),
    ])
    .where('memberships.user_id', '=', user)
    .executeTakeFirstOrThrow()

const hasNote = sql<number>`(case when page.purpose <> '' or page.note <> '' or page.talk_url is not null
  then 1 else 0 end)`
const openPolls = ({ now }: Placeholders<OfMember>) =>
  sql<number>`(select count(*) from date_polls where date_polls.group_id = groups.id and state = 'open'
    and ${hasDateAhead(now)})`

type OfMember = { readonly user: MemberId } & ReturnType<typeof nextDateAt>

const groupsOf = prepared((db, given: Placeholders<OfMember>) =>
  db
    .selectFrom('memberships')
    .innerJoin('groups', 'groups.id', 'memberships.group_id')
    .leftJoin('group_pages as page', 'page.group_id', 'groups.id')
    .leftJoin('game_dates as next', (join) => join.on('next.id', '=', nextDate(given)))
    .leftJoin('game_sessions as session', 'session.id', 'next.session_id')
    .select(['groups.id', 'groups.name', 'groups.owner_id', 'groups.planners', 'memberships.role'])
    .select(['page.crest', hasNote.as('has_note'), openPolls(given).as('open_polls')])
    .select(({ fn }) => fn.coalesce('next.title', 'session.title').as('next_title'))
    .select(['next.starts_at as next_starts_at', 'next.ends_at as next_ends_at'])
    .where('memberships.user_id', '=', given.user)
    .orderBy(sql`lower(groups.name)`)
    .orderBy('groups.id')
    .limit(MEMBERSHIPS_MAX),
)

/** Groups by name; at most `MEMBERSHIPS_MAX`: members from before the limit can have more. */
export const listGroupsOf = (w: Read, user: MemberId) => groupsOf(w.db, { user, ...nextDateAt(w) })

const rank = sql<number>`row_number() over (partition by group_id order by joined_at, user_id)`

const membersOf = prepared((db, { groups }: Placeholders<{ readonly groups: unknown }>) =>
  db
    .selectFrom(
      db
        .selectFrom('memberships')
        .select(['group_id', 'user_id', 'joined_at', rank.as('rank')])
        .where(isInList(db, 'group_id', groups))
        .as('m'),
    )
    .innerJoin('users', 'users.id', 'm.user_id')
    .select(['m.group_id', 'users.id', 'users.username as name', 'users.deactivated_at'])
    .where('m.rank', '<=', GROUP_SIZE_MAX)
    .orderBy('m.joined_at')
    .orderBy('users.id'),
)

/** The first `GROUP_SIZE_MAX` members of each group: groups from before the limit can have more. */
export const listMembers = async (w: HasDb, groups: readonly GroupId[]) =>
  groups.length === 0 ? [] : membersOf(w.db, { groups: idList(w.db, groups) })

export async function insertGroup(w: Read, name: string, owner: MemberId): Promise<void> {
  const { id } = await insertRow(w.db, 'groups', { name, owner_id: owner, created_at: w.now })
  await insertMember(w, id, owner)
  await insertLog(w, { group: id, actor: owner, kind: 'founded' })
}

/** Also ends a removal: a removed member can only get here by an invite. */
export async function insertMember(w: Read, group: GroupId, user: MemberId) {
  const membership = { group_id: group, user_id: user, joined_at: w.now }
  await w.db.insertInto('memberships').values(membership).execute()
  await w.db
    .deleteFrom('group_removals')
    .where((is) => is.and({ group_id: group, user_id: user }))
    .execute()
}

export const deleteMember = (w: HasDb, group: GroupId, user: MemberId) =>
  w.db.deleteFrom('memberships').where('group_id', '=', group).where('user_id', '=', user).execute()

/** A member cannot be removed twice without joining in between, which ends the removal. */
export const insertRemoval = (w: Read, group_id: GroupId, user_id: MemberId) =>
  w.db.insertInto('group_removals').values({ group_id, user_id, created_at: w.now }).execute()

export const isInGroup = (w: HasDb, user: MemberId): Promise<boolean> =>
  hasRow(w.db, 'memberships', { user_id: user })

/** Condition about groups. */
export const hasMember = (member: number) =>
  sql<boolean>`exists (select 1 from memberships m where m.group_id = groups.id and m.user_id = ${member})`

/** Groups with this name, in upper or lower case. */
export const listGroupsNamed = (w: HasDb, name: string, limit: number) =>
  w.db
    .selectFrom('groups')
    .selectAll()
    .where(sql<string>`lower(name)`, '=', sql<string>`lower(${name})`)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Ids by name; a name of several groups is absent. */
export async function findGroupsByName(
  w: HasDb,
  names: readonly string[],
): Promise<ReadonlyMap<string, GroupId>> {
  const rows = await w.db
    .selectFrom('groups')
    .select(['id', 'name'])
    .where(isOneOf(w.db, 'name', names))
    .execute()
  const named = Map.groupBy(rows, ({ name }) => name)
  return new Map(
    [...named].flatMap(([name, [first, ...more]]) =>
      first !== undefined && more.length === 0 ? [[name, first.id]] : [],
    ),
  )
}

const ownerIsActive = sql`exists (select 1 from users
  where users.id = groups.owner_id and users.deactivated_at is null)`

/** stuck: no member can invite, remove or disband, because the owner's account is deactivated. */
export const groupStates = () => ({
  active: sql<boolean>`${ownerIsActive}`,
  stuck: sql<boolean>`not ${ownerIsActive}`,
})

/** Stores the zone for the mails to the member about this group, if this machine knows it. */
export async function saveTimeZone(w: HasDb & Pick<InGroup, 'id' | 'me'>, timeZone: string) {
  if (!isTimeZone(timeZone)) return
  await w.db
    .updateTable('memberships')
    .set({ time_zone: timeZone })
    .where((is) => is.and({ group_id: w.id, user_id: w.me }))
    .execute()
}

/** The zone of mails to the member about this group; null: that of what they are about. */
export const findTimeZone = async (w: HasDb, group: GroupId, user: MemberId) =>
  (
    await w.db
      .selectFrom('memberships as m')
      .innerJoin('users', 'users.id', 'm.user_id')
      .select(({ fn }) => fn.coalesce('m.time_zone', 'users.time_zone').as('time_zone'))
      .where((is) => is.and({ 'm.group_id': group, 'm.user_id': user }))
      .executeTakeFirst()
  )?.time_zone ?? null

/** Zones of the active members but one, as far as they are known. Longest membership first. */
export async function listZonesOfOthers(w: HasDb, group: GroupId, but: MemberId) {
  const rows = await w.db
    .selectFrom('memberships as m')
    .innerJoin('users', 'users.id', 'm.user_id')
    .select(['m.user_id as member_id', 'users.username as name', 'm.time_zone'])
    .where('m.group_id', '=', group)
    .where('m.user_id', '<>', but)
    .where('users.deactivated_at', 'is', null)
    .orderBy('m.joined_at')
    .orderBy('m.user_id')
    .execute()
  return rows.flatMap(({ time_zone, ...row }) => (time_zone === null ? [] : { ...row, time_zone }))
}
