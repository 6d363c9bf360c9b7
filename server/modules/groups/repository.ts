import { sql } from 'kysely'
import type { GroupId, MemberId } from '#contract/ids.ts'
import { GROUP_SIZE_MAX, MEMBERSHIPS_MAX } from '#contract/limits.ts'
import { forUpdate } from '../../db/dialect.ts'
import { isOneOf } from '../../db/search.ts'
import type { Db, Deps } from '../../http/deps.ts'
import type { GroupCounts, Membership } from './policy.ts'

export type GroupRow = { id: GroupId; name: string; owner_id: MemberId }
export type MemberRow = {
  group_id: GroupId
  id: MemberId
  name: string
  deactivated_at: number | null
}

/**
 * Groups and who is in them. Every change first takes the accounts that it counts with `holdAccounts`, then the
 * group with `locked`: always in this order, so that changes happen one after the other and never deadlock.
 */
export const groupsRepository = ({ engine }: Pick<Deps, 'engine'>) => ({
  /** Holds accounts until the transaction ends. @returns those of them that are active */
  async holdAccounts(tx: Db, ids: readonly MemberId[]): Promise<ReadonlySet<MemberId>> {
    const query = tx
      .selectFrom('users')
      .select(['id', 'activated_at', 'deactivated_at'])
      .where(isOneOf(tx, 'id', ids))
      .orderBy('id')
    const rows = await forUpdate(engine, query).execute()
    const active = rows.filter((row) => row.activated_at !== null && row.deactivated_at === null)
    return new Set(active.map(({ id }) => id))
  },

  /** The group, held until the transaction ends; members by length of membership, then by id. */
  async locked(tx: Db, id: GroupId): Promise<Membership | undefined> {
    const query = tx.selectFrom('groups').select(['name', 'owner_id']).where('id', '=', id)
    const group = await forUpdate(engine, query).executeTakeFirst()
    if (group === undefined) return undefined
    const rows = await tx
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select(['users.id', 'users.deactivated_at'])
      .where('memberships.group_id', '=', id)
      .orderBy('memberships.joined_at')
      .orderBy('users.id')
      .execute()
    return {
      name: group.name,
      ownerId: group.owner_id,
      members: rows.map((row) => row.id),
      active: rows.filter((row) => row.deactivated_at === null).map((row) => row.id),
    }
  },

  countsOf: (tx: Db, user: MemberId): Promise<GroupCounts> =>
    tx
      .selectFrom('memberships')
      .innerJoin('groups', 'groups.id', 'memberships.group_id')
      .select(({ fn }) => [
        fn.countAll<number>().as('memberships'),
        sql<number>`count(case when ${sql.ref('groups.owner_id')} = ${user} then 1 end)`.as(
          'owned',
        ),
      ])
      .where('memberships.user_id', '=', user)
      .executeTakeFirstOrThrow(),

  /** By name; no more than a member may be in, also of members from before the limit. */
  groupsOf: (db: Db, user: MemberId): Promise<GroupRow[]> =>
    db
      .selectFrom('groups')
      .innerJoin('memberships', 'memberships.group_id', 'groups.id')
      .select(['groups.id', 'groups.name', 'groups.owner_id'])
      .where('memberships.user_id', '=', user)
      .orderBy(sql`lower(groups.name)`)
      .orderBy('groups.id')
      .limit(MEMBERSHIPS_MAX)
      .execute(),

  /** Of each group the first `GROUP_SIZE_MAX`: groups from before the limit can have more. */
  membersOf: (db: Db, groups: readonly GroupId[]): Promise<MemberRow[]> =>
    db
      .selectFrom(
        db
          .selectFrom('memberships')
          .select(['group_id', 'user_id', 'joined_at'])
          .select(
            sql<number>`row_number() over (partition by group_id order by joined_at, user_id)`.as(
              'place',
            ),
          )
          .where(isOneOf(db, 'group_id', groups))
          .as('m'),
      )
      .innerJoin('users', 'users.id', 'm.user_id')
      .select(['m.group_id', 'users.id', 'users.username as name', 'users.deactivated_at'])
      .where('m.place', '<=', GROUP_SIZE_MAX)
      .orderBy('m.joined_at')
      .orderBy('users.id')
      .execute(),

  async create(tx: Db, name: string, owner: MemberId, now: number): Promise<GroupId> {
    const { id } = await tx
      .insertInto('groups')
      .values({ name, owner_id: owner, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await this.addMember(tx, id, owner, now)
    return id
  },

  addMember: (tx: Db, group: GroupId, user: MemberId, now: number) =>
    tx
      .insertInto('memberships')
      .values({ group_id: group, user_id: user, joined_at: now })
      .execute(),

  removeMember: (tx: Db, group: GroupId, user: MemberId) =>
    tx
      .deleteFrom('memberships')
      .where('group_id', '=', group)
      .where('user_id', '=', user)
      .execute(),

  setOwner: (tx: Db, group: GroupId, owner: MemberId) =>
    tx.updateTable('groups').set({ owner_id: owner }).where('id', '=', group).execute(),

  /** Memberships and open invites go with it. */
  remove: (tx: Db, group: GroupId) => tx.deleteFrom('groups').where('id', '=', group).execute(),
})
