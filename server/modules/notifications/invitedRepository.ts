import { sql } from 'kysely'
import type { GroupId, MemberId } from '#contract/ids.ts'
import type { Db } from '../../http/deps.ts'

export type InviteToTell = {
  readonly email: string
  readonly username: string
  readonly group: string
  readonly leader: string
  readonly size: number | null
}

/** Mails about invites: who wants none, and what one says. Reads invites and groups; writes neither. */
export const invitedRepository = {
  async wantsMail(db: Db, user: MemberId): Promise<boolean> {
    const row = await db
      .selectFrom('preferences')
      .select('invite_mails_off_at')
      .where('user_id', '=', user)
      .executeTakeFirst()
    return (row?.invite_mails_off_at ?? null) === null
  },

  /** Nothing happens to an account that is not there any more. */
  async saveWish(db: Db, user: MemberId, wantsMail: boolean, now: number): Promise<void> {
    const invite_mails_off_at = wantsMail ? null : now
    await db
      .insertInto('preferences')
      .columns(['user_id', 'invite_mails_off_at'])
      .expression((is) =>
        is
          .selectFrom('users')
          .select(['id', sql<number | null>`cast(${invite_mails_off_at} as bigint)`.as('off_at')])
          .where('id', '=', user),
      )
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ invite_mails_off_at }))
      .execute()
  },

  /** An open invite to an active account that wants to be told of it. */
  toTell: (
    db: Db,
    user: MemberId,
    group: GroupId,
    now: number,
  ): Promise<InviteToTell | undefined> =>
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
      .executeTakeFirst(),
}
