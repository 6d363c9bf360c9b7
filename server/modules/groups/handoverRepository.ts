import { sql } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import type { HasDb, Read } from '../../db/schema.ts'
import { isOneOf } from '../../db/search.ts'
import type { Work } from '../../work/work.ts'
import { recordOwner } from './logRepository.ts'

/*
 * The groups of a member whose account is deactivated or reactivated. The caller has locked the account, so that the
 * member cannot join another group during the change.
 */

/**
 * Locks every group that the member belongs to, is invited to or has sent an invite for, and publishes a change to the
 * members of all of them.
 */
async function lockGroupsOf(w: Work, user: MemberId): Promise<void> {
  const groups = await w.db
    .selectFrom('groups')
    .select('id')
    .where(
      'id',
      'in',
      w.db
        .selectFrom('memberships')
        .select('group_id')
        .where('user_id', '=', user)
        .union(
          w.db
            .selectFrom('invites')
            .select('group_id')
            .where((is) => is.or([is('target_user_id', '=', user), is('invited_by', '=', user)])),
        ),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const members = await w.db
    .selectFrom('memberships')
    .select('user_id')
    .distinct()
    .where(
      isOneOf(
        w.db,
        'group_id',
        groups.map(({ id }) => id),
      ),
    )
    .execute()
  w.publish(
    members.map(({ user_id }) => user_id),
    { kind: 'groups' },
  )
}

/** A new owner is no co-owner. */
const endRolesOfOwners = (w: HasDb, user: MemberId) =>
  sql`update memberships set role = 'member' where role = 'co_owner'
    and group_id in (select m.group_id from memberships m where m.user_id = ${user})
    and exists (select 1 from groups
      where groups.id = memberships.group_id and owner_id = memberships.user_id)`.execute(w.db)

/**
 * Gives every group of the member to the longest-serving other member with an active account, and deletes the open
 * invites from and to the member. A group without such a member keeps its owner; see `reclaimGroups`.
 */
export async function handOverGroups(w: Work, user: MemberId): Promise<void> {
  await lockGroupsOf(w, user)
  const successor = sql`(select m.user_id from memberships m join users u on u.id = m.user_id
    where m.group_id = groups.id and m.user_id <> ${user}
      and u.activated_at is not null and u.deactivated_at is null
    order by m.joined_at, m.user_id limit 1)`
  await sql`insert into group_log (group_id, actor_id, subject_id, kind, created_at)
    select groups.id, ${user}, ${successor}, 'owner_changed', ${w.now} from groups
    where owner_id = ${user} and ${successor} is not null`.execute(w.db)
  await sql`update groups set owner_id = ${successor}
    where owner_id = ${user} and ${successor} is not null`.execute(w.db)
  await endRolesOfOwners(w, user)
  const invites = await w.db
    .deleteFrom('invites')
    .where((is) => is.or([is('target_user_id', '=', user), is('invited_by', '=', user)]))
    .returning('target_user_id')
    .execute()
  w.publish(
    invites.map(({ target_user_id }) => target_user_id),
    { kind: 'invites' },
  )
}

/** Makes a reactivated member the owner of the groups whose owner's account is deactivated. */
export async function reclaimGroups(w: Work, user: MemberId): Promise<void> {
  await lockGroupsOf(w, user)
  const reclaimed = await w.db
    .updateTable('groups')
    .set({ owner_id: user })
    .where(
      'id',
      'in',
      w.db.selectFrom('memberships').select('group_id').where('user_id', '=', user),
    )
    .where('owner_id', '<>', user)
    .where(
      'owner_id',
      'in',
      w.db.selectFrom('users').select('id').where('deactivated_at', 'is not', null),
    )
    .returning('id')
    .execute()
  for (const { id } of reclaimed) await recordOwner(w, id, { actor: user, owner: user })
}

/** Logs the departure of a member whose account is about to be deleted. */
export const logDepartures = (w: Read, user: MemberId) =>
  sql`insert into group_log (group_id, actor_id, kind, created_at)
    select group_id, user_id, 'left', ${w.now} from memberships where user_id = ${user}`.execute(
    w.db,
  )

/** Members whose accounts will be deleted before then, soonest first. */
export async function listDueBefore(w: Read, until: number, limit: number): Promise<MemberId[]> {
  const rows = await w.db
    .selectFrom('users')
    .select('id')
    .where('deletion_due_at', '>', w.now)
    .where('deletion_due_at', '<=', until)
    .orderBy('deletion_due_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}
