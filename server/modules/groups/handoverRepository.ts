import { sql } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import { forUpdate } from '../../db/dialect.ts'
import type { Db, Deps } from '../../http/deps.ts'

/**
 * What becomes of a member's groups when the account is deactivated or comes back. The account is held by the
 * caller, so the member joins no further group meanwhile.
 */
export const handoverRepository = ({ engine }: Pick<Deps, 'engine'>) => {
  /** Holds every group that the member is in, is invited to or has invited for. */
  const holdGroupsOf = (tx: Db, user: MemberId) =>
    forUpdate(
      engine,
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
                .where((is) =>
                  is.or([is('target_user_id', '=', user), is('invited_by', '=', user)]),
                ),
            ),
        )
        .orderBy('id'),
    ).execute()

  return {
    /**
     * Gives every group of the member to the longest-serving other member with an active account, and ends the
     * open invites from and to the member. A group without such a member stays as it is and waits; see `takeUp`.
     */
    async handOn(tx: Db, user: MemberId): Promise<void> {
      await holdGroupsOf(tx, user)
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
    },

    /** Makes a member who comes back the owner of the groups whose owner's account is deactivated. */
    async takeUp(tx: Db, user: MemberId): Promise<void> {
      await holdGroupsOf(tx, user)
      await tx
        .updateTable('groups')
        .set({ owner_id: user })
        .where(
          'id',
          'in',
          tx.selectFrom('memberships').select('group_id').where('user_id', '=', user),
        )
        .where('owner_id', '<>', user)
        .where(
          'owner_id',
          'in',
          tx.selectFrom('users').select('id').where('deactivated_at', 'is not', null),
        )
        .execute()
    },
  }
}
