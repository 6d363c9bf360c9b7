import { sql } from 'kysely'
import type { GroupId, InviteId, MemberId, MuteId } from '#contract/ids.ts'
import { forUpdate } from '../../db/dialect.ts'
import type { Db, Deps } from '../../deps.ts'
import type { InviteTarget, Membership } from './policy.ts'

export type GroupRow = { id: GroupId; name: string; owner_id: MemberId }
export type MemberRow = { group_id: GroupId; id: MemberId; name: string }
export type SentInviteRow = { group_id: GroupId; id: InviteId; target_user_username: string }
export type MuteRow = { id: MuteId; name: string; until: number }

/**
 * Groups and who is in them. Every change first takes the group with `locked`, so that two changes of
 * one group happen one after the other on both engines.
 */
export const groupsRepository = ({ engine }: Pick<Deps, 'engine'>) => ({
  /** The group, held until the transaction ends; members by length of membership, then by id. */
  async locked(tx: Db, id: GroupId): Promise<Membership | undefined> {
    const query = tx.selectFrom('groups').select(['name', 'owner_id']).where('id', '=', id)
    const group = await forUpdate(engine, query).executeTakeFirst()
    if (group === undefined) return undefined
    const members = await tx
      .selectFrom('memberships')
      .select('user_id')
      .where('group_id', '=', id)
      .orderBy('joined_at')
      .orderBy('user_id')
      .execute()
    return { name: group.name, ownerId: group.owner_id, members: members.map((m) => m.user_id) }
  },

  groupsOf: (db: Db, user: MemberId): Promise<GroupRow[]> =>
    db
      .selectFrom('groups')
      .innerJoin('memberships', 'memberships.group_id', 'groups.id')
      .select(['groups.id', 'groups.name', 'groups.owner_id'])
      .where('memberships.user_id', '=', user)
      .orderBy(sql`lower(groups.name)`)
      .orderBy('groups.id')
      .execute(),

  membersOf: (db: Db, groups: readonly GroupId[]): Promise<MemberRow[]> =>
    db
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select(['memberships.group_id', 'users.id', 'users.username as name'])
      .where('memberships.group_id', 'in', groups)
      .orderBy('memberships.joined_at')
      .orderBy('users.id')
      .execute(),

  sentInvitesOf: (db: Db, groups: readonly GroupId[]): Promise<SentInviteRow[]> =>
    db
      .selectFrom('invites')
      .innerJoin('users', 'users.id', 'invites.target_user_id')
      .select(['invites.group_id', 'invites.id', 'users.username as target_user_username'])
      .where('invites.group_id', 'in', groups)
      .orderBy('invites.id')
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

  receivedInvites: (db: Db, user: MemberId) =>
    db
      .selectFrom('invites')
      .innerJoin('groups', 'groups.id', 'invites.group_id')
      .innerJoin('users as leader', 'leader.id', 'groups.owner_id')
      .select((eb) => [
        'invites.id',
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
      .execute(),

  /** The group that an invite belongs to; read before the lock, so confirm by `takeInvite`. */
  inviteGroup: (db: Db, id: InviteId) =>
    db
      .selectFrom('invites')
      .select(['group_id', 'target_user_id'])
      .where('id', '=', id)
      .executeTakeFirst(),

  /** Ends an invite. Undefined when somebody else was faster. */
  takeInvite: (tx: Db, id: InviteId) =>
    tx
      .deleteFrom('invites')
      .where('id', '=', id)
      .returning(['group_id', 'invited_by', 'target_user_id'])
      .executeTakeFirst(),

  /** An active account by its name in any case, and how it stands to this group and inviter. */
  async inviteTarget(
    tx: Db,
    group: GroupId,
    inviter: MemberId,
    usernameKey: string,
    now: number,
  ): Promise<(InviteTarget & { username: string }) | undefined> {
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
      .select(['users.id', 'users.username', 'invites.id as invite_id', 'mutes.id as mute_id'])
      .where('users.username_key', '=', usernameKey)
      .where('users.activated_at', 'is not', null)
      .where('users.deactivated_at', 'is', null)
      .executeTakeFirst()
    return (
      user && {
        id: user.id,
        username: user.username,
        isInvited: user.invite_id !== null,
        hasMuted: user.mute_id !== null,
      }
    )
  },

  addInvite: (tx: Db, group: GroupId, target: MemberId, inviter: MemberId, now: number) =>
    tx
      .insertInto('invites')
      .values({ group_id: group, target_user_id: target, invited_by: inviter, created_at: now })
      .execute(),

  activeMutes: (db: Db, user: MemberId, now: number): Promise<MuteRow[]> =>
    db
      .selectFrom('mutes')
      .innerJoin('users', 'users.id', 'mutes.muted_user_id')
      .select(['mutes.id', 'users.username as name', 'mutes.until'])
      .where('mutes.user_id', '=', user)
      .where('mutes.until', '>', now)
      .orderBy('mutes.until')
      .orderBy('mutes.id')
      .execute(),

  /** A later mute replaces a shorter one and never cuts a longer one (SETTLED A7). */
  mute: (tx: Db, user: MemberId, muted: MemberId, now: number, until: number) =>
    tx
      .insertInto('mutes')
      .values({ user_id: user, muted_user_id: muted, created_at: now, until })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'muted_user_id']).doUpdateSet({
          until: sql`case when excluded.until > mutes.until then excluded.until else mutes.until end`,
        }),
      )
      .execute(),

  /** True when an active mute of this user was ended. */
  async unmute(db: Db, user: MemberId, id: MuteId, now: number): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('mutes')
      .where('id', '=', id)
      .where('user_id', '=', user)
      .where('until', '>', now)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
})
