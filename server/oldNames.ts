import type { MemberId } from '#contract/ids.ts'
import type { Db } from './deps.ts'

/** Names that members gave up by a name change. */
export const oldNames = {
  /** Is the name still closed? To its former holder it never is. Epoch milliseconds. */
  async isKept(db: Db, username_key: string, now: number, holder?: MemberId): Promise<boolean> {
    const row = await db
      .selectFrom('old_usernames')
      .select('id')
      .where('username_key', '=', username_key)
      .where('free_at', '>', now)
      .$if(holder !== undefined, (q) => q.where('user_id', '<>', holder ?? (0 as MemberId)))
      .executeTakeFirst()
    return row !== undefined
  },
}
