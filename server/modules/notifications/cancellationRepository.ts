import { type RawBuilder, sql } from 'kysely'
import type { ContentId, MemberId } from '#contract/ids.ts'
import type { HasDb, Read } from '../../db/schema.ts'
import { OUTCOME_UNKNOWN } from '../../mail/outbox.ts'
import { announcementKey, type DueArticle, subscribers } from './repository.ts'

/* Cancelled events, and members who were notified of them. Reads contents, registrations, accounts and the outbox. */

const cancelledEvents = (w: Read) =>
  w.db
    .selectFrom('contents')
    .where('kind', '=', 'event')
    .where('cancelled_at', 'is not', null)
    .where('ends_at', '>', w.now)

/**
 * Cancelled events whose announcement had begun and whose cancellation is not finished. An event with a mail that is
 * being sent is left out: only its outcome tells who was notified.
 */
export const listDueCancellations = (w: Read): Promise<DueArticle[]> =>
  cancelledEvents(w)
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

/** Members whose mail about the event was sent, perhaps. Members who are signed up get another mail about it. */
export function listNotifiedAfter(w: HasDb, { id }: DueArticle, last: number, limit: number) {
  const key: RawBuilder<string> = sql`${announcementKey(id)} || cast(users.id as text)`
  return subscribers(w)
    .innerJoin('outbox', (join) => join.on('outbox.once_key', '=', key))
    .where('outbox.done_at', 'is not', null)
    .where((is) => is.or([is('last_error', 'is', null), is('last_error', '=', OUTCOME_UNKNOWN)]))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('registrations')
            .select('registrations.id')
            .where('content_id', '=', id)
            .where('state', '<>', 'cancelled')
            .whereRef('registrations.user_id', '=', 'users.id'),
        ),
      ),
    )
    .where('preferences.user_id', '>', last as MemberId)
    .orderBy('preferences.user_id')
    .limit(limit)
    .execute()
}

export const findCancelledEvent = (w: Read, id: ContentId) =>
  cancelledEvents(w).selectAll().where('id', '=', id).executeTakeFirst()
