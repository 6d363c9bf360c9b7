import { sql } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import { publish } from '../../db/liveEvents.ts'
import type { Db } from '../../db/schema.ts'
import { isOneOf } from '../../db/search.ts'
import { recordOwner } from './logRepository.ts'

/*
 * The groups of a member whose account is deactivated or reactivated. The caller has locked the account, so that the
 * member cannot join another group during the change.
 */

/**
 * Locks every group that the member belongs to, is invited to or has sent an invite for, and publishes a change to the
 * members of all of them.
 */
async function lockGroupsOf(tx: Db, user: MemberId, now: number): Promise<void> {
  const groups = await tx
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
  const members = await tx
    .selectFrom('memberships')
    .select('user_id')
    .distinct()
    .where(
      isOneOf(
        tx,
        'group_id',
        groups.map(({ id }) => id),
      ),
    )
    .execute()
  await publish(
    tx,
    members.map(({ user_id }) => user_id),
    { kind: 'groups' },
    now,
  )
}

/** A new owner is no co-owner. */
const endRolesOfOwners = (tx: Db, user: MemberId) =>
  sql`update memberships set role = 'member' where role = 'co_owner'
    and group_id in (select m.group_id from memberships m where m.user_id = ${user})
    and exists (select 1 from groups
      where groups.id = memberships.group_id and owner_id = memberships.user_id)`.execute(tx)

/**
 * Gives every group of the member to the longest-serving other member with an active account, and deletes the open
 * invites from and to the member. A group without such a member keeps its owner; see `reclaimGroups`.
 */
export async function handOverGroups(tx: Db, user: MemberId, now: number): Promise<void> {
  await lockGroupsOf(tx, user, now)
  const successor = sql`(select m.user_id from memberships m join users u on u.id = m.user_id
    where m.group_id = groups.id and m.user_id <> ${user}
      and u.activated_at is not null and u.deactivated_at is null
    order by m.joined_at, m.user_id limit 1)`
  await sql`insert into group_log (group_id, actor_id, subject_id, kind, created_at)
    select groups.id, ${user}, ${successor}, 'owner_changed', ${now} from groups
    where owner_id = ${user} and ${successor} is not null`.execute(tx)
  await sql`update groups set owner_id = ${successor}
    where owner_id = ${user} and ${successor} is not null`.execute(tx)
  await endRolesOfOwners(tx, user)
  const invites = await tx
    .deleteFrom('invites')
    .where((is) => is.or([is('target_user_id', '=', user), is('invited_by', '=', user)]))
    .returning('target_user_id')
    .execute()
  await publish(
    tx,
    invites.map(({ target_user_id }) => target_user_id),
    { kind: 'invites' },
    now,
  )
}

/** Makes a reactivated member the owner of the groups whose owner's account is deactivated. */
export async function reclaimGroups(tx: Db, user: MemberId, now: number): Promise<void> {
  await lockGroupsOf(tx, user, now)
  const reclaimed = await tx
    .updateTable('groups')
    .set({ owner_id: user })
    .where('id', 'in', tx.selectFrom('memberships').select('group_id').where('user_id', '=', user))
    .where('owner_id', '<>', user)
    .where(
      'owner_id',
      'in',
      tx.selectFrom('users').select('id').where('deactivated_at', 'is not', null),
    )
    .returning('id')
    .execute()
  for (const { id } of reclaimed) await recordOwner(tx, id, user, user, now)
}

/** Logs the departure of a member whose account is about to be deleted. */
export const logDepartures = (tx: Db, user: MemberId, now: number) =>
  sql`insert into group_log (group_id, actor_id, kind, created_at)
    select group_id, user_id, 'left', ${now} from memberships where user_id = ${user}`.execute(tx)

/** Members whose accounts will be deleted, soonest first. */
export async function listDueSoon(
  db: Db,
  from: number,
  until: number,
  limit: number,
): Promise<MemberId[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('deletion_due_at', '>', from)
    .where('deletion_due_at', '<=', until)
    .orderBy('deletion_due_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
