import { sql } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import type { Db } from '../../db/schema.ts'

/*
 * The groups of a member whose account is deactivated or reactivated. The caller has locked the account, so that the
 * member cannot join another group meanwhile.
 */

/** Locks every group that the member belongs to, is invited to or has sent an invite for. */
const lockGroupsOf = (tx: Db, user: MemberId) =>
  tx
    .selectFrom('groups')
    .select('id')
    .where(
      'id',
      'in',
      tx
        .selectFrom('memberships')
        .select('group_id')
        .where('user_id', '=', user)
        .union(
          tx
            .selectFrom('invites')
            .select('group_id')
            .where((is) => is.or([is('target_user_id', '=', user), is('invited_by', '=', user)])),
        ),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

/**
 * Gives every group of the member to the longest-serving other member with an active account, and deletes the open
 * invites from and to the member. A group without such a member keeps its owner; see `reclaimGroups`.
 */
export async function handOverGroups(tx: Db, user: MemberId): Promise<void> {
  await lockGroupsOf(tx, user)
  const successor = sql`(select m.user_id from memberships m join users u on u.id = m.user_id
    where m.group_id = groups.id and m.user_id <> ${user}
      and u.activated_at is not null and u.deactivated_at is null
    order by m.joined_at, m.user_id limit 1)`
  await sql`update groups set owner_id = ${successor}
    where owner_id = ${user} and ${successor} is not null`.execute(tx)
  await tx
    .deleteFrom('invites')
    .where((is) => is.or([is('target_user_id', '=', user), is('invited_by', '=', user)]))
    .execute()
}

/** Makes a reactivated member the owner of the groups whose owner's account is deactivated. */
export async function reclaimGroups(tx: Db, user: MemberId): Promise<void> {
  await lockGroupsOf(tx, user)
  await tx
    .updateTable('groups')
    .set({ owner_id: user })
    .where('id', 'in', tx.selectFrom('memberships').select('group_id').where('user_id', '=', user))
    .where('owner_id', '<>', user)
    .where(
      'owner_id',
      'in',
      tx.selectFrom('users').select('id').where('deactivated_at', 'is not', null),
    )
    .execute()
}
