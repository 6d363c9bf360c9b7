import { type Kysely, sql } from 'kysely'

/** Groups and invites of accounts that were deactivated before their groups were handed on. */
export const handover = () => ({
  async up(db: Kysely<unknown>): Promise<void> {
    await db.schema.createIndex('groups_owner').on('groups').column('owner_id').execute()
    await db.schema.createIndex('invites_inviter').on('invites').column('invited_by').execute()

    const successor = sql`(select m.user_id from memberships m
      join users u on u.id = m.user_id
      where m.group_id = groups.id and u.deactivated_at is null
      order by m.joined_at, m.user_id limit 1)`
    const deactivated = sql`(select id from users where deactivated_at is not null)`
    await sql`update groups set owner_id = ${successor}
      where owner_id in ${deactivated} and ${successor} is not null`.execute(db)
    await sql`delete from invites
      where target_user_id in ${deactivated} or invited_by in ${deactivated}`.execute(db)
  },
})
