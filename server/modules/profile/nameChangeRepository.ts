import { sql } from 'kysely'
import { OLD_NAME_DAYS } from '#contract/desk.ts'
import type { MemberId, NameChangeId } from '#contract/ids.ts'
import type { Condition } from '../../desk/listQuery.ts'
import type { Db } from '../../http/deps.ts'
import type { KeysOfName } from '../../text/lookAlikes.ts'
import { nameHolders } from '../account/nameHolders.ts'
import { oldNames } from '../account/oldNames.ts'

const KEPT = OLD_NAME_DAYS * 24 * 3_600_000

export const nameChangeStates = (): Record<string, Condition> => ({
  pending: sql`(approved_at is null and refused_at is null)`,
  approved: sql`(approved_at is not null)`,
  refused: sql`(refused_at is not null)`,
})

export const nameChangesRepository = {
  /** Why nobody but the member may have this name now; null when it is free. */
  async obstacle(
    db: Db,
    name: KeysOfName,
    member: MemberId,
    now: number,
  ): Promise<'username_exists' | 'name_kept' | null> {
    const holders = await nameHolders(db, name)
    if (holders.some(({ id }) => id !== member)) return 'username_exists'
    return (await oldNames.isKept(db, name, now, member)) ? 'name_kept' : null
  },

  /** The account under its new name; the old one is kept for it for a while. */
  async rename(
    tx: Db,
    user: { id: MemberId; username: string; username_key: string },
    name: { username: string } & KeysOfName,
    now: number,
  ): Promise<void> {
    await tx.updateTable('users').set(name).where('id', '=', user.id).execute()
    await tx
      .insertInto('old_usernames')
      .values({
        user_id: user.id,
        username: user.username,
        username_key: user.username_key,
        given_up_at: now,
        free_at: now + KEPT,
      })
      .execute()
  },

  decide: (
    tx: Db,
    id: NameChangeId,
    decision: {
      approved_at?: number
      refused_at?: number
      decided_by: MemberId | null
      answer: string | null
    },
  ) => tx.updateTable('name_changes').set(decision).where('id', '=', id).execute(),

  /** Names that were given up, by account and time. */
  async oldNamesOf(db: Db, users: readonly number[]) {
    if (users.length === 0) return []
    return db
      .selectFrom('old_usernames')
      .select(['user_id', 'username', 'given_up_at'])
      .where(sql<number>`user_id`, 'in', users)
      .execute()
  },
}
