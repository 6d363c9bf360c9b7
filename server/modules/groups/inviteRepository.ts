import type { GroupId, InviteId, MemberId } from '#contract/ids.ts'
import { GROUP_SIZE_MAX, INVITES_RECEIVED_MAX } from '#contract/limits.ts'
import type { Db } from '../../db/schema.ts'
import { isOneOf } from '../../db/search.ts'
import type { InviteTarget } from './policy.ts'

/* A change of an invite locks its group first; see `lockGroup`. */

export type SentInviteRow = { group_id: GroupId; id: InviteId; target_user_username: string }
export type ReceivedInviteRow = {
  id: InviteId
  group_name: string
  group_leader: string
  group_size: number | null
  created_at: number
}

export const listSentInvites = (db: Db, groups: readonly GroupId[]): Promise<SentInviteRow[]> =>
  db
    .selectFrom('invites')
    .innerJoin('users', 'users.id', 'invites.target_user_id')
    .select(['invites.group_id', 'invites.id', 'users.username as target_user_username'])
    .where(isOneOf(db, 'invites.group_id', groups))
    .orderBy('invites.id')
    .limit(groups.length * GROUP_SIZE_MAX)
    .execute()

export const listReceivedInvites = (db: Db, user: MemberId): Promise<ReceivedInviteRow[]> =>
  db
    .selectFrom('invites')
    .innerJoin('groups', 'groups.id', 'invites.group_id')
    .innerJoin('users as leader', 'leader.id', 'groups.owner_id')
    .select((eb) => [
      'invites.id',
      'invites.created_at',
      'groups.name as group_name',
      'leader.username as group_leader',
      eb
        .selectFrom('memberships')
        .whereRef('memberships.group_id', '=', 'groups.id')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('group_size'),
    ])
    .where('invites.target_user_id', '=', user)
    .orderBy('invites.id')
    .limit(INVITES_RECEIVED_MAX)
    .execute()

/** Not locked: check the outcome of `deleteInvite`. */
export const findInvite = (db: Db, id: InviteId) =>
  db
    .selectFrom('invites')
    .select(['group_id', 'target_user_id'])
    .where('id', '=', id)
    .executeTakeFirst()

/** @returns undefined when another request has ended the invite */
export const deleteInvite = (tx: Db, id: InviteId) =>
  tx
    .deleteFrom('invites')
    .where('id', '=', id)
    .returning(['group_id', 'invited_by', 'target_user_id'])
    .executeTakeFirst()

/** An active account, and what matters to an invite to the group from the inviter. */
export async function findInviteTarget(
  tx: Db,
  group: GroupId,
  inviter: MemberId,
  id: MemberId,
  now: number,
): Promise<(InviteTarget & { username: string; email: string }) | undefined> {
  const user = await tx
    .selectFrom('users')
    .leftJoin('invites', (join) =>
      join.onRef('invites.target_user_id', '=', 'users.id').on('invites.group_id', '=', group),
    )
    .leftJoin('mutes', (join) =>
      join
        .onRef('mutes.user_id', '=', 'users.id')
        .on('mutes.muted_user_id', '=', inviter)
        .on('mutes.until', '>', now),
    )
    .select((eb) => [
      'users.id',
      'users.username',
      'users.email',
      'invites.id as invite_id',
      'mutes.id as mute_id',
      eb
        .selectFrom('invites as received')
        .whereRef('received.target_user_id', '=', 'users.id')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('received'),
    ])
    .where('users.id', '=', id)
    .where('users.activated_at', 'is not', null)
    .where('users.deactivated_at', 'is', null)
    .executeTakeFirst()
  return (
    user && {
      id: user.id,
      username: user.username,
      email: user.email,
      isInvited: user.invite_id !== null,
      hasMuted: user.mute_id !== null,
      received: user.received ?? 0,
    }
  )
}

/** Open invites by group; a group without one is absent. */
export async function countInvites(
  db: Db,
  groups: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('invites')
    .select(({ fn }) => ['group_id', fn.countAll<number>().as('count')])
    .where(isOneOf(db, 'group_id', groups))
    .groupBy('group_id')
    .execute()
  return new Map(rows.map(({ group_id, count }) => [group_id, count]))
}

export const insertInvite = (
  tx: Db,
  group: GroupId,
  target: MemberId,
  inviter: MemberId,
  now: number,
) =>
  tx
    .insertInto('invites')
    .values({ group_id: group, target_user_id: target, invited_by: inviter, created_at: now })
    .execute()

/** An open invite to an active account that has neither switched these mails off nor muted the inviter. */
export const findMailableInvite = (db: Db, user: MemberId, group: GroupId, now: number) =>
  db
    .selectFrom('invites')
    .innerJoin('users', 'users.id', 'invites.target_user_id')
    .innerJoin('groups', 'groups.id', 'invites.group_id')
    .innerJoin('users as leader', 'leader.id', 'groups.owner_id')
    .leftJoin('preferences', 'preferences.user_id', 'users.id')
    .leftJoin('mutes', (join) =>
      join
        .onRef('mutes.user_id', '=', 'users.id')
        .onRef('mutes.muted_user_id', '=', 'invites.invited_by')
        .on('mutes.until', '>', now),
    )
    .select((is) => [
      'users.email',
      'users.username',
      'groups.name as group',
      'leader.username as leader',
      is
        .selectFrom('memberships')
        .whereRef('memberships.group_id', '=', 'groups.id')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('size'),
    ])
    .where('invites.target_user_id', '=', user)
    .where('invites.group_id', '=', group)
    .where('users.activated_at', 'is not', null)
    .where('users.deactivated_at', 'is', null)
    .where('preferences.invite_mails_off_at', 'is', null)
    .where('mutes.id', 'is', null)
    .executeTakeFirst()
