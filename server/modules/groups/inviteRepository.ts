import { sql } from 'kysely'
import type { GroupId, InviteId, MemberId, MuteId } from '#contract/ids.ts'
import { GROUP_SIZE_MAX, INVITES_RECEIVED_MAX, MUTES_MAX } from '#contract/limits.ts'
import { isOneOf } from '../../db/search.ts'
import type { Db, Deps } from '../../http/deps.ts'
import type { InviteTarget } from './policy.ts'

export type SentInviteRow = { group_id: GroupId; id: InviteId; target_user_username: string }
export type ReceivedInviteRow = {
  id: InviteId
  group_name: string
  group_leader: string
  group_size: number | null
  created_at: number
}
export type MuteRow = { id: MuteId; name: string; until: number }

/** Open invites, and who has muted whom. Whoever changes an invite holds its group; see `groupsRepository`. */
export const inviteRepository = (_deps: Pick<Deps, 'engine'>) => ({
  sentInvitesOf: (db: Db, groups: readonly GroupId[]): Promise<SentInviteRow[]> =>
    db
      .selectFrom('invites')
      .innerJoin('users', 'users.id', 'invites.target_user_id')
      .select(['invites.group_id', 'invites.id', 'users.username as target_user_username'])
      .where(isOneOf(db, 'invites.group_id', groups))
      .orderBy('invites.id')
      .limit(groups.length * GROUP_SIZE_MAX)
      .execute(),

  receivedInvites: (db: Db, user: MemberId): Promise<ReceivedInviteRow[]> =>
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

  /** Whose name this is, in any case. */
  accountNamed: async (db: Db, usernameKey: string): Promise<MemberId | undefined> =>
    (
      await db
        .selectFrom('users')
        .select('id')
        .where('username_key', '=', usernameKey)
        .executeTakeFirst()
    )?.id,

  /** An active account, and how it stands to this group and inviter. */
  async inviteTarget(
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
  },

  openInvites: async (tx: Db, group: GroupId): Promise<number> =>
    (
      await tx
        .selectFrom('invites')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('group_id', '=', group)
        .executeTakeFirstOrThrow()
    ).n,

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
      .limit(MUTES_MAX)
      .execute(),

  /** Active mutes of a member on anybody but one. */
  otherMutes: async (tx: Db, user: MemberId, muted: MemberId, now: number): Promise<number> =>
    (
      await tx
        .selectFrom('mutes')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('user_id', '=', user)
        .where('muted_user_id', '<>', muted)
        .where('until', '>', now)
        .executeTakeFirstOrThrow()
    ).n,

  /** A later mute replaces a shorter one and never cuts a longer one (ruling 7). */
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
