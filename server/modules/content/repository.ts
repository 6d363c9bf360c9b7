import { type Selectable, sql } from 'kysely'
import { EVENT_DATES_AHEAD } from '#contract/content.ts'
import type { ContentId } from '#contract/ids.ts'
import { UNPAGED_MAX } from '#contract/lists.ts'
import type { ContentState } from '#contract/sets.ts'
import { DAY_MS } from '../../config/time.ts'
import { count, countEach, type DB, type HasDb, type Read } from '../../db/rows.ts'
import { isOneOf } from '../../db/search.ts'
import { isBelowPublic, isListedContent, isOnce, type Listed } from '../../db/translated.ts'
import type { Condition } from '../../desk/listQuery.ts'
import { stampsOf } from '../../desk/sections.ts'

/* News and events. Drafts and unpublished articles are left out. */

export type ContentRow = Selectable<DB['contents']>

/** Age up to which past events stay in the calendar feed. */
const FEED_PAST_MS = 365 * DAY_MS
const FEED_EVENTS_MAX = 1000

const appeared = (w: Read) =>
  w.db.selectFrom('contents').where('publish_at', '<=', w.now).where('unpublished_at', 'is', null)
/** Tables are shown by their event alone, and by their addresses. */
const published = (w: Read) => appeared(w).where('parent_id', 'is', null)

const newest = (w: Read, listed: Listed) =>
  published(w).where(isListedContent(w, listed)).orderBy('publish_at', 'desc').orderBy('id', 'desc')
const newestNews = (w: Read, listed: Listed) => newest(w, listed).where('kind', '=', 'news')
const soonestEvents = (w: Read, listed: Listed) =>
  published(w)
    .where(isListedContent(w, listed))
    .where('kind', '=', 'event')
    .orderBy('starts_at')
    .orderBy('id')

/** Newest first. */
export const listNews = (w: Read, listed: Listed, limit = UNPAGED_MAX): Promise<ContentRow[]> =>
  newestNews(w, listed).selectAll().limit(limit).execute()

/** Events that are not over, soonest first. One that was cancelled after its publication stays until its end. */
export const listEvents = (w: Read, listed: Listed): Promise<ContentRow[]> =>
  soonestEvents(w, listed)
    .selectAll()
    .where('ends_at', '>', w.now)
    .where((is) =>
      is.or([is('cancelled_at', 'is', null), is('cancelled_at', '>=', is.ref('publish_at'))]),
    )
    .limit(UNPAGED_MAX)
    .execute()

/** News and active events by the date of publication; newest first. */
export const listLatest = (w: Read, listed: Listed, limit: number): Promise<ContentRow[]> =>
  newest(w, listed)
    .selectAll()
    .where((is) =>
      is.or([
        is('kind', '=', 'news'),
        is.and([is('ends_at', '>', w.now), is('cancelled_at', 'is', null)]),
      ]),
    )
    .limit(limit)
    .execute()

/** A published article, also an event that is over or cancelled. @param kind null: either */
export const findPublished = (
  w: Read,
  id: ContentId,
  kind: ContentRow['kind'] | null,
): Promise<ContentRow | undefined> =>
  appeared(w)
    .selectAll()
    .where('id', '=', id)
    .where(isBelowPublic(w))
    .$if(kind !== null, (q) => q.where('kind', '=', kind))
    .executeTakeFirst()

export const listTranslations = async (
  w: Read,
  { id, translation_group }: Pick<ContentRow, 'id' | 'translation_group'>,
) =>
  translation_group === null
    ? []
    : published(w)
        .select(['id', 'language'])
        .where('translation_group', '=', translation_group)
        .where('id', '<>', id)
        .orderBy('id')
        .execute()

/** The other dates of a series that are not over, soonest first. */
export const listSeriesDates = (w: Read, { id, series_id }: ContentRow) =>
  published(w)
    .select(['id', 'starts_at', 'cancelled_at'])
    .where('series_id', '=', series_id)
    .where('id', '<>', id)
    .where('ends_at', '>', w.now)
    .orderBy('starts_at')
    .limit(EVENT_DATES_AHEAD)
    .execute()

/** Locks articles by their keys in files, in the order in which the registration locks several events. */
export const lockKeyed = (w: HasDb, keys: readonly string[]) =>
  w.db
    .selectFrom('contents')
    .select('id')
    .where(isOneOf(w.db, 'transfer_key', keys))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()

export const countTables = ({ db }: HasDb, events: readonly number[]) =>
  countEach(
    db.selectFrom('contents').where(isOneOf(db, 'parent_id', events)),
    sql.ref<number>('parent_id'),
  )

/** Seats that people have or are offered, of each event that has any. Reads registrations. */
export const countTaken = ({ db }: HasDb, events: readonly number[]) =>
  countEach(
    db
      .selectFrom('registrations')
      .where(isOneOf(db, 'content_id', events))
      .where('state', 'in', ['coming', 'offered']),
    sql.ref<number>('content_id'),
    sql<number>`1 + companions`,
  )

export type ReadingItem = Pick<ContentRow, 'id' | 'kind' | 'translation_group'> & {
  /** Publication of news, start of an event. Epoch milliseconds. */
  readonly timestamp: number
}

/** All news and active events in the reading order of the site, without the texts. */
export async function listReadingOrder(w: Read, listed: Listed): Promise<ReadingItem[]> {
  const news = await newestNews(w, listed)
    .select(['id', 'kind', 'translation_group', 'publish_at as timestamp'])
    .limit(UNPAGED_MAX)
    .execute()
  const events = await soonestEvents(w, listed)
    .select(['id', 'kind', 'translation_group', 'starts_at as timestamp'])
    .where('cancelled_at', 'is', null)
    .where('ends_at', '>', w.now)
    .limit(UNPAGED_MAX)
    .execute()
  return [...news, ...events].map((row) => ({ ...row, timestamp: row.timestamp ?? 0 }))
}

export const listByIds = async (w: HasDb, ids: readonly ContentId[]): Promise<ContentRow[]> =>
  ids.length === 0 ? [] : w.db.selectFrom('contents').selectAll().where('id', 'in', ids).execute()

export const countPictures = (w: HasDb, ids: readonly ContentId[]): Promise<number> =>
  count(
    w.db
      .selectFrom('contents')
      .where(isOneOf(w.db, 'id', ids))
      .where('picture', 'is not', null),
  )

/** Events for calendars, cancelled and recently past ones among them. */
export const listCalendarEvents = (w: Read, listed: Listed): Promise<ContentRow[]> =>
  soonestEvents(w, listed)
    .selectAll()
    .where('ends_at', '>', w.now - FEED_PAST_MS)
    .limit(FEED_EVENTS_MAX)
    .execute()

/** The newest events for feed readers, also those that are over or cancelled: readers have shown them before. */
export const listAnnouncedEvents = (
  w: Read,
  listed: Listed,
  limit: number,
): Promise<ContentRow[]> =>
  newest(w, { ...listed, series: 'first' })
    .selectAll()
    .where('kind', '=', 'event')
    .limit(limit)
    .execute()

/** Things of a hook. */
const TOLD_MAX = 30

/** What was published since a time and is not over, oldest first. */
export const listPublishedSince = async (
  w: Read,
  listed: Listed,
  { isNews, since }: { readonly isNews: boolean; readonly since: number },
): Promise<ContentRow[]> => {
  const rows = await newest(w, { ...listed, series: 'first' })
    .selectAll()
    .where('kind', '=', isNews ? 'news' : 'event')
    .where('publish_at', '>=', since)
    .where((is) => is.or([is('kind', '=', 'news'), is('ends_at', '>', w.now)]))
    .limit(TOLD_MAX)
    .execute()
  return rows.reverse()
}

/** All published articles for the sitemap, newest first. */
export const listPages = (w: Read, limit: number) =>
  published(w)
    .select(['id', 'updated_at'])
    .orderBy('publish_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

/** Time at which the next article appears or the next event ends; Infinity without any. Epoch milliseconds. */
export async function nextChange(w: Read): Promise<number> {
  const { appears } = await w.db
    .selectFrom('contents')
    .select((is) => is.fn.min<number | null>('publish_at').as('appears'))
    // The condition names both kinds, because the index begins with the kind.
    .where('kind', 'in', ['news', 'event'])
    .where('publish_at', '>', w.now)
    .where('unpublished_at', 'is', null)
    .executeTakeFirstOrThrow()
  const { ends } = await w.db
    .selectFrom('contents')
    .select((is) => is.fn.min<number | null>('ends_at').as('ends'))
    .where('kind', '=', 'event')
    .where('ends_at', '>', w.now)
    .executeTakeFirstOrThrow()
  return Math.min(appears ?? Infinity, ends ?? Infinity)
}

/** Condition: the row is no table, and the only date of its series in a list. */
export const isShownOnce = (w: Read) =>
  sql<boolean>`(parent_id is null and ${isOnce(w, { row: 'contents' })})`

export const contentStates = (now: number): Record<ContentState, Condition> => ({
  draft: sql`(publish_at is null and unpublished_at is null and cancelled_at is null and (waits_since is null or ends_at <= ${now}))`,
  offered: sql`(waits_since is not null and ends_at > ${now} and unpublished_at is null and cancelled_at is null)`,
  scheduled: sql`((waits_since is null or ends_at <= ${now}) and publish_at > ${now} and unpublished_at is null and cancelled_at is null)`,
  published: sql`((waits_since is null or ends_at <= ${now}) and publish_at <= ${now} and unpublished_at is null and cancelled_at is null)`,
  unpublished: sql`(unpublished_at is not null)`,
  cancelled: sql`(cancelled_at is not null and unpublished_at is null)`,
})

/** Reads of news and events for the linking of texts; see `modules/linking/source.ts`. */
export const contentLinks = {
  kind: 'content',
  listStamps: stampsOf('contents'),
  async load(w: HasDb, ids: readonly number[]) {
    const rows = await w.db
      .selectFrom('contents')
      .select(['id', 'format', 'description', 'updated_at as stamp'])
      .where(isOneOf(w.db, 'id', ids))
      .execute()
    return rows.map(({ description, ...row }) => ({ ...row, names: [], texts: [description] }))
  },
  // Articles have no folded text to search: all of them are read again.
  idsHolding: async () => null,
  listPublic: (w: Read, ids: readonly number[]) =>
    published(w)
      .select(['id', 'title', 'language', 'translation_group'])
      .where(isOneOf(w.db, 'id', ids))
      .orderBy('publish_at', 'desc')
      .execute(),
} as const
