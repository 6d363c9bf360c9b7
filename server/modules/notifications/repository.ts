import type { Selectable } from 'kysely'
import type { ContentId, MemberId } from '#contract/ids.ts'
import type { DB, Db } from '../../db/schema.ts'

/* Announcements of articles. Reads contents, accounts and preferences, and writes none of them. */

export type DueArticle = { readonly id: ContentId; readonly publish_at: number }
export type ContentRow = Selectable<DB['contents']>
export type Subscriber = {
  readonly id: MemberId
  readonly email: string
  readonly username: string
}

/** Articles of one run; the next run takes the others. */
const ARTICLES_MAX = 100

/** Published, not withdrawn, not cancelled and not over. */
const announceable = (db: Db, now: number) =>
  db
    .selectFrom('contents')
    .where('publish_at', '<=', now)
    .where('unpublished_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where((is) => is.or([is('kind', '=', 'news'), is('ends_at', '>', now)]))

/** Members with an active account who had switched mails on when the article was published. */
const subscribers = (db: Db, publish_at: number) =>
  db
    .selectFrom('preferences')
    .innerJoin('users', 'users.id', 'preferences.user_id')
    .select(['users.id', 'users.email', 'users.username'])
    .where('preferences.notify_since', '<=', publish_at)
    .where('users.activated_at', 'is not', null)
    .where('users.deactivated_at', 'is', null)

/** Articles whose announcement is not finished, first published first. */
export async function listDueArticles(db: Db, now: number): Promise<DueArticle[]> {
  const rows = await announceable(db, now)
    .leftJoin('announcements', 'announcements.content_id', 'contents.id')
    .where('announcements.finished_at', 'is', null)
    .select(['contents.id', 'contents.publish_at'])
    .orderBy('contents.publish_at')
    .orderBy('contents.id')
    .limit(ARTICLES_MAX)
    .execute()
  return rows.map(({ id, publish_at }) => ({ id, publish_at: publish_at ?? now }))
}

/**
 * Locks the announcement row.
 * @returns the last member who was notified; null if another worker holds the row or it is finished
 */
export async function lockAnnouncement(tx: Db, id: ContentId, now: number): Promise<number | null> {
  await tx
    .insertInto('announcements')
    .values({ content_id: id, started_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .selectFrom('announcements')
    .select('last_user_id')
    .where('content_id', '=', id)
    .where('finished_at', 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row?.last_user_id ?? null
}

export const listSubscribersAfter = (
  db: Db,
  { publish_at }: DueArticle,
  last: number,
  limit: number,
): Promise<Subscriber[]> =>
  subscribers(db, publish_at)
    .where('preferences.user_id', '>', last as MemberId)
    .orderBy('preferences.user_id')
    .limit(limit)
    .execute()

/** Subscribers who would be notified of an article that is published now; null once all were. */
export async function countUnnotified(db: Db, id: ContentId, now: number): Promise<number | null> {
  const announcement = await db
    .selectFrom('announcements')
    .select(['last_user_id', 'finished_at'])
    .where('content_id', '=', id)
    .executeTakeFirst()
  if (announcement !== undefined && announcement.finished_at !== null) return null
  const { count } = await db
    .selectFrom(
      subscribers(db, now)
        .where('users.id', '>', (announcement?.last_user_id ?? 0) as MemberId)
        .as('unnotified'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** @param finished when the last member was notified */
export const saveProgress = (
  tx: Db,
  id: ContentId,
  last_user_id: number,
  finished: number | null,
) =>
  tx
    .updateTable('announcements')
    .set({ last_user_id, finished_at: finished })
    .where('content_id', '=', id)
    .execute()

/** The article, if it may still be announced. */
export const findArticle = (db: Db, id: ContentId, now: number): Promise<ContentRow | undefined> =>
  announceable(db, now).selectAll().where('id', '=', id).executeTakeFirst()

/** The member, if still a subscriber to what was published then. */
export const findSubscriber = (
  db: Db,
  user: MemberId,
  publish_at: number,
): Promise<Subscriber | undefined> =>
  subscribers(db, publish_at).where('users.id', '=', user).executeTakeFirst()
