import type { Selectable } from 'kysely'
import { FEEDS_MAX } from '#contract/calendar.ts'
import type { FeedId, MemberId } from '#contract/ids.ts'
import { HOUR_MS } from '../../config/time.ts'
import { count, type DB, deleteRowsSince, exists, type HasDb, type Read } from '../../db/rows.ts'
import { type PersonalData, rowsOf } from '../../work/personalData.ts'
import { activeUsers } from '../account/repository.ts'

/** How far `last_used_at` may be behind: calendar programs fetch feeds often. */
const LAST_USED_MS = HOUR_MS

type FeedRow = Omit<Selectable<DB['calendar_feeds']>, 'user_id' | 'secret_hash'>

export const listFeeds = (w: HasDb, user: MemberId): Promise<FeedRow[]> =>
  w.db
    .selectFrom('calendar_feeds')
    .select(['id', 'name', 'created_at', 'last_used_at', 'alarm'])
    .where('user_id', '=', user)
    .orderBy('id')
    .limit(FEEDS_MAX)
    .execute()

/** @returns false when the member has no such feed */
export const deleteFeed = (w: HasDb, user: MemberId, id: FeedId): Promise<boolean> =>
  exists(
    w.db
      .deleteFrom('calendar_feeds')
      .where((is) => is.and({ id, user_id: user }))
      .returning('id'),
  )

export const countFeeds = (w: HasDb, user: MemberId): Promise<number> =>
  count(w.db.selectFrom('calendar_feeds').where('user_id', '=', user))

/** @returns how many */
export const deleteFeedsSince = async (w: HasDb, user: MemberId, since: number): Promise<number> =>
  (await deleteRowsSince(w.db, 'calendar_feeds', { user, since })).length

/** A feed of an account that may log in. */
export const findFeed = (w: HasDb, hash: string) =>
  activeUsers(w)
    .innerJoin('calendar_feeds as f', 'f.user_id', 'users.id')
    .select(['f.id', 'f.user_id', 'f.last_used_at', 'f.alarm', 'users.language'])
    .where('f.secret_hash', '=', hash)
    .executeTakeFirst()

/** Records that a feed was fetched, unless `last_used_at` is recent. */
export async function noteUse(
  w: Read,
  { id, last_used_at }: Pick<FeedRow, 'id' | 'last_used_at'>,
): Promise<void> {
  if (last_used_at !== null && w.now - last_used_at < LAST_USED_MS) return
  await w.db
    .updateTable('calendar_feeds')
    .set({ last_used_at: w.now })
    .where('id', '=', id)
    .execute()
}

/** Feeds are deleted with the account. */
export const calendarData: PersonalData = {
  tables: {
    calendar_feeds: { rows: rowsOf('user_id'), without: ['secret_hash'] },
  },
}
