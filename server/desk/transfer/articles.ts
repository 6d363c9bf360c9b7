import { ID_MAX } from '#contract/fields.ts'
import type { ContentId } from '#contract/ids.ts'
import type { Db } from '../../db/schema.ts'
import { isOneOf } from '../../db/search.ts'

/* News and events have readers elsewhere: in mails, calendars and feeds. */

/** Rows of one statement. */
const CHUNK = 200

/**
 * Articles that appear with an import are not new: subscribers get no mail about what another site has published.
 * @param now the time of the import
 */
export async function markAnnounced(
  tx: Db,
  articles: readonly number[],
  now: number,
): Promise<void> {
  for (let from = 0; from < articles.length; from += CHUNK)
    await tx
      .insertInto('announcements')
      .values(
        articles.slice(from, from + CHUNK).map((id) => ({
          content_id: id as ContentId,
          started_at: now,
          finished_at: now,
        })),
      )
      .onConflict((conflict) => conflict.column('content_id').doUpdateSet({ finished_at: now }))
      .execute()
}

/** Undoes it for articles that are drafts again. @param at the time of the import */
export async function unmarkAnnounced(
  tx: Db,
  articles: readonly number[],
  at: number,
): Promise<void> {
  await tx
    .deleteFrom('announcements')
    .where(isOneOf(tx, 'content_id', articles))
    .where('started_at', '=', at)
    .where('finished_at', '=', at)
    .execute()
}

/** Columns that grow when an article becomes what it was: calendars and feeds compare them. */
export const columnsAgain = (row: { readonly sequence?: number }, now: number) =>
  row.sequence === undefined
    ? {}
    : { sequence: Math.min(row.sequence + 1, ID_MAX), updated_at: now }

type Openness = { readonly seats?: number | null; readonly publish_at?: number | null }

/** Whether members could sign up for an event. */
export const wasOpen = ({ seats = null, publish_at = null }: Openness, now: number): boolean =>
  seats !== null && publish_at !== null && publish_at <= now
