import { type Kysely, sql } from 'kysely'
import { latinKey } from '../../text/lookAlikes.ts'
import type { DB } from '../schema.ts'

/** Accounts of one step. Rows. */
const CHUNK = 1000

export const members = () => ({
  async up(db: Kysely<DB>): Promise<void> {
    await db.schema.alterTable('users').addColumn('latin_key', 'text').execute()
    await db.schema.createIndex('users_latin_key').on('users').column('latin_key').execute()
    await db.schema.alterTable('glossary_entries').addColumn('pending_text', 'text').execute()
    await fillLatinKeys(db)
    await handGroupsOn(db)
  },
})

async function fillLatinKeys(db: Kysely<DB>): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('users')
      .select(['id', 'username_key'])
      .where(sql<number>`id`, '>', after)
      .orderBy('id')
      .limit(CHUNK)
      .execute()
    for (const { id, username_key } of rows) {
      const latin_key = latinKey(username_key)
      if (latin_key !== null)
        await db.updateTable('users').set({ latin_key }).where('id', '=', id).execute()
    }
    const last = rows.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

/** Groups and invites of accounts that were deactivated before their groups were handed on. */
export async function handGroupsOn(db: Kysely<DB>): Promise<void> {
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
}
