import { sql } from 'kysely'
import type { ContentId } from '#contract/ids.ts'
import type { HasDb, Read, RowOf } from '../../db/rows.ts'

/* Series of events: they are announced once, and a change of several dates is mailed once. */

/** The dates by which the series of events were announced. */
export async function announcedOf(w: HasDb, ids: readonly ContentId[]): Promise<ContentId[]> {
  const found = await w.db
    .selectFrom('event_series')
    .select('announced_id')
    .where('announced_id', 'is not', null)
    .where('id', 'in', (is) => is.selectFrom('contents').select('series_id').where('id', 'in', ids))
    .execute()
  return found.flatMap(({ announced_id }) => announced_id ?? [])
}

/** The first date of a series that is announced represents all of them. */
export const claimSeries = (w: HasDb, id: ContentId) =>
  w.db
    .updateTable('event_series')
    .set({ announced_id: id })
    .where('announced_id', 'is', null)
    .where('id', '=', (is) => is.selectFrom('contents').select('series_id').where('id', '=', id))
    .execute()

/** The date that a series is announced by: the claimed one may be cancelled or withdrawn before its mails are sent. */
export async function standsFor(w: Read, id: ContentId): Promise<ContentId> {
  const own = w.db.selectFrom('contents').select('series_id').where('id', '=', id)
  const next = await w.db
    .selectFrom('contents')
    .select('id')
    .where('series_id', '=', own)
    .where('publish_at', '<=', w.now)
    .where((is) => is.and({ unpublished_at: null, cancelled_at: null }))
    .where('ends_at', '>', w.now)
    .orderBy(sql`case when id = ${id} then 0 else 1 end`)
    .orderBy('starts_at')
    .executeTakeFirst()
  return next?.id ?? id
}

/**
 * The dates of a series that one change has cancelled or moved, as far as they are mailed.
 * @param moved_at time of their last move; undefined: of a cancellation
 */
export async function listChangedWith(
  w: Read,
  date: RowOf<'contents'>,
  moved_at?: number,
): Promise<RowOf<'contents'>[]> {
  const { series_id, cancelled_at } = date
  if (series_id === null) return [date]
  const dates = w.db
    .selectFrom('contents')
    .selectAll()
    .where('series_id', '=', series_id)
    .where('ends_at', '>', w.now)
    .orderBy('planned_at')
  if (moved_at === undefined)
    return dates
      .where('cancelled_at', '=', cancelled_at)
      .whereRef('publish_at', '<=', 'cancelled_at')
      .execute()
  const lastMove = sql<number>`(select max(moved_at) from event_moves
    where event_moves.content_id = contents.id)`
  return dates
    .where(lastMove, '=', moved_at)
    .where('publish_at', '<=', w.now)
    .where('unpublished_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .execute()
}
