import type { MemberId } from '#contract/ids.ts'
import type { Db } from '../../http/deps.ts'
import { type KeysOfName, keysAlike } from '../../text/lookAlikes.ts'

/** Names that members gave up by a name change. */
export const oldNames = {
  /** Is the name still closed? To its former holder it never is. Epoch milliseconds. */
  async isKept(db: Db, name: KeysOfName, now: number, holder?: MemberId): Promise<boolean> {
    const row = await db
      .selectFrom('old_usernames')
      .select('id')
      .where('username_key', 'in', keysAlike(name))
      .where('free_at', '>', now)
      .$if(holder !== undefined, (q) => q.where('user_id', '<>', holder ?? (0 as MemberId)))
      .executeTakeFirst()
    return row !== undefined
  },
}
