import { type RawBuilder, sql } from 'kysely'
import type { ContentId, MemberId } from '#contract/ids.ts'
import { forUpdateSkipLocked } from '../../db/dialect.ts'
import type { Db, Deps } from '../../http/deps.ts'
import { OUTCOME_UNKNOWN } from '../../mail/outbox.ts'
import type { ContentRow, DueItem, Subscriber } from './repository.ts'
import { announcementKey } from './tellings.ts'

const cancelledEvents = (db: Db, now: number) =>
  db
    .selectFrom('contents')
    .where('kind', '=', 'event')
    .where('cancelled_at', 'is not', null)
    .where('ends_at', '>', now)

/** Members with an active account who want mail, whenever they asked for it. */
const subscribers = (db: Db) =>
  db
    .selectFrom('preferences')
    .innerJoin('users', 'users.id', 'preferences.user_id')
    .select(['users.id', 'users.email', 'users.username'])
    .where('preferences.notify_since', 'is not', null)
    .where('users.activated_at', 'is not', null)
    .where('users.deactivated_at', 'is', null)

/** Who was told of an event that is cancelled. Reads contents, accounts and the outbox. Epoch milliseconds. */
export const cancellationRepository = ({ engine }: Pick<Deps, 'engine'>) => ({
  /**
   * Cancelled events whose announcement had begun and that are not told as cancelled to everybody yet. While a
   * mail about one is being sent, it waits: only afterwards it is known who was told.
   */
  async due(db: Db, now: number): Promise<DueItem[]> {
    const rows = await cancelledEvents(db, now)
      .innerJoin('announcements', 'announcements.content_id', 'contents.id')
      .where('cancellation_finished_at', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('outbox')
              .select('outbox.id')
              .where('claimed_until', 'is not', null)
              .where('done_at', 'is', null)
              .where(sql<boolean>`once_key like 'content:' || contents.id || ':%'`),
          ),
        ),
      )
      .select(['contents.id', 'contents.publish_at'])
      .orderBy('contents.id')
      .execute()
    return rows.map(({ id, publish_at }) => ({ id, publish_at: publish_at ?? now }))
  },

  /** @returns the last member who was told; null when somebody else is at it or it is finished */
  async hold(tx: Db, id: ContentId): Promise<number | null> {
    const query = tx
      .selectFrom('announcements')
      .select('cancellation_last_user_id')
      .where('content_id', '=', id)
      .where('cancellation_finished_at', 'is', null)
    const row = await forUpdateSkipLocked(engine, query).executeTakeFirst()
    return row?.cancellation_last_user_id ?? null
  },

  /** Members to whom a mail about the event has left, as far as anybody knows. */
  toldAfter(db: Db, id: ContentId, last: number, limit: number): Promise<Subscriber[]> {
    const key: RawBuilder<string> = sql`${announcementKey(id)} || cast(users.id as text)`
    return subscribers(db)
      .innerJoin('outbox', (join) => join.on('outbox.once_key', '=', key))
      .where('outbox.done_at', 'is not', null)
      .where((is) => is.or([is('last_error', 'is', null), is('last_error', '=', OUTCOME_UNKNOWN)]))
      .where('preferences.user_id', '>', last as MemberId)
      .orderBy('preferences.user_id')
      .limit(limit)
      .execute()
  },

  /** @param finished when the last member was told */
  told: (tx: Db, id: ContentId, last: number, finished: number | null) =>
    tx
      .updateTable('announcements')
      .set({ cancellation_last_user_id: last, cancellation_finished_at: finished })
      .where('content_id', '=', id)
      .execute(),

  /** The event as the mail needs it, unless it is over. */
  event: (db: Db, id: ContentId, now: number): Promise<ContentRow | undefined> =>
    cancelledEvents(db, now).selectAll().where('id', '=', id).executeTakeFirst(),

  subscriber: (db: Db, user: MemberId): Promise<Subscriber | undefined> =>
    subscribers(db).where('users.id', '=', user).executeTakeFirst(),
})
