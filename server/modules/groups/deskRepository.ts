import { sql } from 'kysely'
import type { GroupId } from '#contract/ids.ts'
import { isOneOf } from '../../db/search.ts'
import type { Condition } from '../../desk/listQuery.ts'
import type { Db } from '../../http/deps.ts'

const ownerIsActive = sql`exists (select 1 from users
  where users.id = groups.owner_id and users.deactivated_at is null)`

/** stuck: nobody can invite, remove or disband, because the owner's account is deactivated. */
export const groupStates = (): Record<string, Condition> => ({
  active: sql`${ownerIsActive}`,
  stuck: sql`not ${ownerIsActive}`,
})

export type GroupPeople = Awaited<ReturnType<typeof deskGroups.members>>

export const deskGroups = {
  /** Of several groups, by length of membership. */
  members: (db: Db, groups: readonly number[]) =>
    db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select(['memberships.group_id', 'memberships.joined_at'])
      .select(['users.id', 'users.username', 'users.activated_at', 'users.deactivated_at'])
      .where(isOneOf(db, 'memberships.group_id', groups))
      .orderBy('memberships.joined_at')
      .orderBy('users.id')
      .execute(),

  /** Members of one group whose accounts are active. */
  reachable: (db: Db, group: GroupId) =>
    db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select(['users.id', 'users.email'])
      .where('memberships.group_id', '=', group)
      .where('users.activated_at', 'is not', null)
      .where('users.deactivated_at', 'is', null)
      .orderBy('users.id')
      .execute(),

  /** Open invites, by group. */
  async invites(db: Db, groups: readonly number[]): Promise<ReadonlyMap<number, number>> {
    const rows = await db
      .selectFrom('invites')
      .select(({ fn }) => ['group_id', fn.countAll<number>().as('n')])
      .where(isOneOf(db, 'group_id', groups))
      .groupBy('group_id')
      .execute()
    return new Map(rows.map(({ group_id, n }) => [group_id, n]))
  },
}
