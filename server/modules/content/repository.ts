import { type Selectable, sql } from 'kysely'
import type { ContentId } from '#contract/ids.ts'
import { UNPAGED_MAX } from '#contract/limits.ts'
import type { ContentsTable } from '../../db/schema/content.ts'
import type { Db } from '../../db/schema.ts'
import type { Place } from './readingOrder.ts'

export type ContentRow = Selectable<ContentsTable>
/** What the desk may change of an item; the rest follows from the change itself. */
export type ContentChange = Partial<
  Omit<ContentRow, 'id' | 'kind' | 'uid' | 'created_at' | 'updated_at' | 'sequence'>
>

/** Past events stay in the calendar feed this long. Milliseconds. */
const FEED_PAST = 365 * 24 * 3600 * 1000
const FEED_EVENTS = 1000

const published = (db: Db, now: number) =>
  db.selectFrom('contents').where('publish_at', '<=', now).where('unpublished_at', 'is', null)

const news = (db: Db, now: number) => published(db, now).where('kind', '=', 'news')

const activeEvents = (db: Db, now: number) =>
  published(db, now)
    .where('kind', '=', 'event')
    .where('cancelled_at', 'is', null)
    .where('ends_at', '>', now)

/** News and events. Every `now` is epoch milliseconds; drafts and withdrawn items do not exist here. */
export const contentRepository = {
  /** Newest first. */
  listNews: (db: Db, now: number, limit: number = UNPAGED_MAX): Promise<ContentRow[]> =>
    news(db, now)
      .selectAll()
      .orderBy('publish_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),

  /**
   * Not over; soonest first. One that was cancelled after it had been public stays until its end, so that those
   * who come to look for it learn of it.
   */
  listEvents: (db: Db, now: number): Promise<ContentRow[]> =>
    published(db, now)
      .where('kind', '=', 'event')
      .where('ends_at', '>', now)
      .where((is) =>
        is.or([is('cancelled_at', 'is', null), is('cancelled_at', '>=', is.ref('publish_at'))]),
      )
      .selectAll()
      .orderBy('starts_at')
      .orderBy('id')
      .limit(UNPAGED_MAX)
      .execute(),

  /** News and active events by the date of publication; newest first. */
  listLatest: (db: Db, now: number, limit: number): Promise<ContentRow[]> =>
    published(db, now)
      .where((is) =>
        is.or([
          is('kind', '=', 'news'),
          is.and([is('ends_at', '>', now), is('cancelled_at', 'is', null)]),
        ]),
      )
      .selectAll()
      .orderBy('publish_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),

  /** One published item of either kind, also an event that is over or cancelled. */
  published: (db: Db, id: ContentId, now: number): Promise<ContentRow | undefined> =>
    published(db, now).selectAll().where('id', '=', id).executeTakeFirst(),

  publishedOfKind: (
    db: Db,
    kind: ContentRow['kind'],
    id: ContentId,
    now: number,
  ): Promise<ContentRow | undefined> =>
    published(db, now).selectAll().where('kind', '=', kind).where('id', '=', id).executeTakeFirst(),

  /** Also one that nobody may see yet, or any more. */
  any: (db: Db, id: ContentId): Promise<ContentRow | undefined> =>
    db.selectFrom('contents').selectAll().where('id', '=', id).executeTakeFirst(),

  /** The reading order of the site, without the texts. */
  async places(db: Db, now: number): Promise<Place[]> {
    const first = await news(db, now)
      .select(['id', 'kind', 'publish_at as at'])
      .orderBy('publish_at', 'desc')
      .orderBy('id', 'desc')
      .limit(UNPAGED_MAX)
      .execute()
    const then = await activeEvents(db, now)
      .select(['id', 'kind', 'starts_at as at'])
      .orderBy('starts_at')
      .orderBy('id')
      .limit(UNPAGED_MAX)
      .execute()
    return [...first, ...then].map(({ id, kind, at }) => ({ id, kind, at: at ?? 0 }))
  },

  byIds: (db: Db, ids: readonly ContentId[]): Promise<ContentRow[]> =>
    db.selectFrom('contents').selectAll().where('id', 'in', ids).execute(),

  /** Events for calendars, cancelled and recently past ones among them. */
  calendar: (db: Db, now: number): Promise<ContentRow[]> =>
    published(db, now)
      .selectAll()
      .where('kind', '=', 'event')
      .where('ends_at', '>', now - FEED_PAST)
      .orderBy('starts_at')
      .orderBy('id')
      .limit(FEED_EVENTS)
      .execute(),

  /** The newest events for feed readers: also those that are over or cancelled, which they have shown before. */
  announcedEvents: (db: Db, now: number, limit: number): Promise<ContentRow[]> =>
    published(db, now)
      .selectAll()
      .where('kind', '=', 'event')
      .orderBy('publish_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),

  /** Every page that there is, also of events that are over; newest first. */
  pages: (db: Db, now: number, limit: number) =>
    published(db, now)
      .select(['id', 'updated_at'])
      .orderBy('publish_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),

  /** When something appears or ends by itself next; Infinity when nothing is planned. Epoch milliseconds. */
  async nextTurn(db: Db, now: number): Promise<number> {
    const { appears } = await db
      .selectFrom('contents')
      .select((is) => is.fn.min<number | null>('publish_at').as('appears'))
      .where('kind', 'in', ['news', 'event'])
      .where('publish_at', '>', now)
      .where('unpublished_at', 'is', null)
      .executeTakeFirstOrThrow()
    const { ends } = await db
      .selectFrom('contents')
      .select((is) => is.fn.min<number | null>('ends_at').as('ends'))
      .where('kind', '=', 'event')
      .where('ends_at', '>', now)
      .executeTakeFirstOrThrow()
    return Math.min(appears ?? Infinity, ends ?? Infinity)
  },

  /** Changes an item; readers and calendars learn of it by time and sequence. False: no such item. */
  async change(tx: Db, id: ContentId, change: ContentChange, now: number): Promise<boolean> {
    const { numUpdatedRows } = await tx
      .updateTable('contents')
      .set({ ...change, updated_at: now, sequence: sql`sequence + 1` })
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0n
  },
}
