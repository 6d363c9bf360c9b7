import type { Selectable } from 'kysely'
import type { ContentId, MemberId } from '#contract/ids.ts'
import type { DB, Db } from '../../db/schema.ts'
import { announcementKey, cancellationKey } from '../../mail/jobs.ts'
import { activeUsers, type User } from '../account/repository.ts'

/* Announcements of articles. Reads contents, accounts and preferences, and writes none of them. */

export type DueArticle = Pick<ContentRow, 'id' | 'publish_at'>
export type ContentRow = Selectable<DB['contents']>
export type Subscriber = Pick<User, 'id' | 'email' | 'username' | 'time_zone'>

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

/** Members with an active account who have switched mails on, at any time. */
export const subscribers = (db: Db) =>
  activeUsers(db)
    .innerJoin('preferences', 'preferences.user_id', 'users.id')
    .select(['users.id', 'users.email', 'users.username', 'users.time_zone'])
    .where('preferences.notify_since', 'is not', null)

const subscribersAt = (db: Db, publish_at: number | null) =>
  subscribers(db).where('preferences.notify_since', '<=', publish_at)

/** Articles whose announcement is not finished, first published first. */
export const listDueArticles = (db: Db, now: number): Promise<DueArticle[]> =>
  announceable(db, now)
    .leftJoin('announcements', 'announcements.content_id', 'contents.id')
    .where('announcements.finished_at', 'is', null)
    .select(['contents.id', 'contents.publish_at'])
    .orderBy('contents.publish_at')
    .orderBy('contents.id')
    .limit(ARTICLES_MAX)
    .execute()

/** Columns of the announcement row with the progress of one kind of mails. */
export type Progress = {
  readonly last: `${'' | 'cancellation_'}last_user_id`
  readonly finished: `${'' | 'cancellation_'}finished_at`
}

/**
 * Locks the announcement row.
 * @returns the last member who was notified; null if another worker holds the row or it is finished
 */
export async function lockProgress(
  tx: Db,
  { last, finished }: Progress,
  id: ContentId,
  now: number,
): Promise<number | null> {
  await tx
    .insertInto('announcements')
    .values({ content_id: id, started_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx
    .selectFrom('announcements')
    .selectAll()
    .where('content_id', '=', id)
    .where(finished, 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row?.[last] ?? null
}

export const listSubscribersAfter = (
  db: Db,
  { publish_at }: DueArticle,
  last: number,
  limit: number,
): Promise<Subscriber[]> =>
  subscribersAt(db, publish_at)
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
      subscribersAt(db, now)
        .where('users.id', '>', (announcement?.last_user_id ?? 0) as MemberId)
        .as('unnotified'),
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Mails about articles and cancellations that were not sent. */
export async function listUnsentAbout(db: Db, articles: readonly ContentId[]): Promise<number[]> {
  const keys = articles.flatMap((id) => [announcementKey(id), cancellationKey(id)])
  if (keys.length === 0) return []
  const rows = await db
    .selectFrom('outbox')
    .select('id')
    .where('done_at', 'is', null)
    .where((is) => is.or(keys.map((key) => is('once_key', 'like', `${key}%`))))
    .execute()
  return rows.map(({ id }) => id)
}

/** @param finishedAt when the last member was notified */
export const saveProgress = (
  tx: Db,
  { last, finished }: Progress,
  id: ContentId,
  lastMember: number,
  finishedAt: number | null,
) =>
  tx
    .updateTable('announcements')
    .set({ [last]: lastMember, [finished]: finishedAt })
    .where('content_id', '=', id)
    .execute()

/** The article, if it may still be announced. */
export const findArticle = (db: Db, id: ContentId, now: number): Promise<ContentRow | undefined> =>
  announceable(db, now).selectAll().where('id', '=', id).executeTakeFirst()

/** The member, if still a subscriber to what was published then. */
export const findSubscriber = (db: Db, user: MemberId, publish_at: number | null) =>
  subscribersAt(db, publish_at).where('users.id', '=', user).executeTakeFirst()
