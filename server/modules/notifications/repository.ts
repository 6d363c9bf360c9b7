import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { ContentId, MemberId } from '#contract/ids.ts'
import { MINUTE_MS } from '../../config/time.ts'
import { count, type DB, exists, type HasDb, type Read } from '../../db/rows.ts'
import { idsOf, isOneOf } from '../../db/search.ts'
import { type Move, unsettledMoves } from '../../mail/moves.ts'
import { OUTCOME_UNKNOWN } from '../../mail/outbox.ts'
import { activeUsers, type User } from '../account/repository.ts'
import { announcedOf, claimSeries } from './seriesRepository.ts'

/* Announcements of articles. Reads contents, accounts and preferences, and writes none of them. */

export type DueArticle = Pick<ContentRow, 'id' | 'publish_at'>
export type ContentRow = Selectable<DB['contents']>
type Subscriber = Pick<User, 'id' | 'language'>

/** Articles of one run; the next run takes the others. */
const ARTICLES_MAX = 100

/** The outbox keys of an article's announcements begin with it; the member's id follows. */
const announcementKey = (article: ContentId): string => `content:${article}:`

const cancellationKey = (event: ContentId): string => `cancelled:${event}:`

/** Published, not withdrawn, not cancelled and not over. */
const announceable = (w: Read) =>
  w.db
    .selectFrom('contents')
    .where('publish_at', '<=', w.now)
    .where((is) => is.and({ unpublished_at: null, cancelled_at: null, parent_id: null }))
    .where((is) => is.or([is('kind', '=', 'news'), is('ends_at', '>', w.now)]))

/** Members with an active account who have switched mails on, at any time. */
const subscribers = (w: HasDb) =>
  activeUsers(w)
    .innerJoin('preferences', 'preferences.user_id', 'users.id')
    .select(['users.id', 'users.language'])
    .where('preferences.notify_since', 'is not', null)

/** An article and its translations, which are one article for its readers. */
type Published = Pick<DueArticle, 'publish_at'> & Pick<Reach, 'ids'>

/** Members who want mails about it: news, or an event of a kind of theirs. Kinds that are all deleted are no choice. */
const subscribersTo = (w: HasDb, { publish_at, ids }: Published) =>
  subscribers(w)
    .where('preferences.notify_since', '<=', publish_at)
    .where(sql<boolean>`(preferences.event_kinds is null
      or (preferences.event_kinds <> ',' and not exists (select 1 from event_kinds as kept
        where preferences.event_kinds like '%,' || kept.id || ',%'))
      or exists (
      select 1 from contents where id in (${sql.join(ids)})
        and (kind = 'news' or preferences.event_kinds like '%,' || event_kind_id || ',%')))`)

/** Articles whose announcement is not finished, first published first. */
export const listDueArticles = (w: Read): Promise<DueArticle[]> =>
  announceable(w)
    .leftJoin('announcements', 'announcements.content_id', 'contents.id')
    .where('announcements.finished_at', 'is', null)
    .select(['contents.id', 'contents.publish_at'])
    .orderBy('contents.publish_at')
    .orderBy('contents.id')
    .limit(ARTICLES_MAX)
    .execute()

/** Columns of the announcement row with the progress of one kind of mails. */
type Progress = {
  readonly last: `${'' | 'cancellation_' | 'moves_'}last_user_id`
  readonly finished: `${'' | 'cancellation_' | 'moves_'}finished_at`
  /** Each translation has its own mails, to those of its language. */
  readonly isOfEach?: true
}

/** An article and its translations. */
const groupOf = (w: HasDb, id: ContentId) =>
  w.db
    .selectFrom('contents')
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('id', '=', id),
        eb(
          'translation_group',
          '=',
          selectFrom('contents as own').select('own.translation_group').where('own.id', '=', id),
        ),
      ]),
    )
    .orderBy('id')

type Reach = {
  /** The last member who was notified. */
  readonly last: number
  readonly isOver: boolean
  /** The article and its translations: a member gets one mail about all of them. */
  readonly ids: readonly ContentId[]
  /** The same and, of series, the date that was announced for all. */
  readonly told: readonly ContentId[]
}

/** How far the mails about an article and its translations are. */
async function reachOf(w: HasDb, { last, finished, isOfEach }: Progress, id: ContentId) {
  const ids = idsOf(await groupOf(w, id).select('id').execute())
  const rows = await w.db
    .selectFrom('announcements')
    .selectAll()
    .where('content_id', 'in', isOfEach ? [id] : ids)
    .execute()
  const announced = await announcedOf(w, ids)
  const isByOther = finished === 'finished_at' && announced.some((one) => one !== id)
  return {
    last: Math.max(0, ...rows.map((row) => row[last])),
    isOver: isByOther || rows.some((row) => row[finished] !== null),
    ids,
    told: [...new Set([...ids, ...announced])],
  } satisfies Reach
}

/**
 * Locks the announcement row, and the rows of translations against other workers.
 * @returns null if another worker holds one of them or it is finished
 */
export async function lockProgress(
  w: Read,
  progress: Progress,
  id: ContentId,
): Promise<Reach | null> {
  const { finished } = progress
  await w.db
    .insertInto('announcements')
    .values({ content_id: id, started_at: w.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await w.db
    .selectFrom('announcements')
    .selectAll()
    .where('content_id', '=', id)
    .where(finished, 'is', null)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (row === undefined) return null
  if (finished === 'finished_at') await claimSeries(w, id)
  const reach = await reachOf(w, progress, id)
  if (reach.ids.length === 1) return reach
  const locked = await groupOf(w, id).select('id').forNoKeyUpdate().skipLocked().execute()
  // Others may have gone on until the lock.
  return locked.length < reach.ids.length ? null : reachOf(w, progress, id)
}

/** Members behind the last one of the batch before. */
export type Batch = { readonly last: number; readonly limit: number }

export const listSubscribersAfter = (
  w: HasDb,
  article: Published,
  { last, limit }: Batch,
): Promise<Subscriber[]> =>
  subscribersTo(w, article)
    .where('preferences.user_id', '>', last as MemberId)
    .orderBy('preferences.user_id')
    .limit(limit)
    .execute()

/** Subscribers who would be notified of an article that is published now; null once all were. */
export async function countUnnotified(w: Read, id: ContentId): Promise<number | null> {
  const progress = { last: 'last_user_id', finished: 'finished_at' } as const
  const { last, isOver, ids } = await reachOf(w, progress, id)
  if (isOver) return null
  const unnotified = subscribersTo(w, { publish_at: w.now, ids })
    .where('users.id', '>', last as MemberId)
    .as('unnotified')
  return count(w.db.selectFrom(unnotified))
}

/** Mails about articles, moves and cancellations that were not sent. */
export async function listUnsentAbout(w: HasDb, articles: readonly ContentId[]): Promise<number[]> {
  const keys = articles.flatMap((id) => [announcementKey(id), cancellationKey(id)])
  if (keys.length === 0) return []
  const rows = await w.db
    .selectFrom('outbox')
    .select('id')
    .where('done_at', 'is', null)
    .where((is) => is.or(keys.map((key) => is('once_key', 'like', `${key}%`))))
    .execute()
  return idsOf(rows)
}

type Reached = { readonly article: ContentId; readonly last: number; readonly isFinished: boolean }

export const saveProgress = (w: Read, { last, finished }: Progress, reached: Reached) =>
  w.db
    .updateTable('announcements')
    .set({ [last]: reached.last, [finished]: reached.isFinished ? w.now : null })
    .where('content_id', '=', reached.article)
    .execute()

type Articles = ReturnType<typeof announceable>
/** Those of the articles that are this one or its translations. */
const listGroup = (w: HasDb, id: ContentId, articles: Articles): Promise<ContentRow[]> =>
  articles
    .selectAll()
    .where('id', 'in', groupOf(w, id).clearOrderBy().select('id'))
    .orderBy('id')
    .execute()

/** The article and its translations, as far as they may still be announced. */
export const listArticles = (w: Read, id: ContentId) => listGroup(w, id, announceable(w))

type Languages = { readonly language: string; readonly main: string }

/** The translation in the language of a reader, else in the main one, else the first. */
export const inLanguageOf = <Row extends Pick<ContentRow, 'language'>>(
  rows: readonly Row[],
  { language, main }: Languages,
): Row | undefined => {
  const find = (wanted: string) => rows.find((row) => (row.language ?? main) === wanted)
  return find(language) ?? find(main) ?? rows[0]
}

/** Whether the member still wants mails about it. */
export const isSubscriber = (w: HasDb, user: MemberId, article: Published) =>
  exists(subscribersTo(w, article).where('users.id', '=', user))

/* Cancelled events, and members who were notified of them. Reads contents, registrations, accounts and the outbox. */

const cancelledEvents = (w: Read) =>
  w.db
    .selectFrom('contents')
    .where('kind', '=', 'event')
    .where('cancelled_at', 'is not', null)
    .where('ends_at', '>', w.now)

/** Only the outcome of a mail shows who was notified. */
const isNotBeingSent = sql<boolean>`not exists (select 1 from outbox
  join contents as one on one.id = contents.id or one.translation_group = contents.translation_group
    or one.id = (select announced_id from event_series where event_series.id = contents.series_id)
  where claimed_until is not null and done_at is null and once_key like 'content:' || one.id || ':%')`

/**
 * Cancelled events whose announcement had begun and whose cancellation is not finished. An event with a mail that is
 * being sent is left out.
 */
export const listDueCancellations = (w: Read): Promise<DueArticle[]> =>
  cancelledEvents(w)
    .innerJoin('announcements', 'announcements.content_id', 'contents.id')
    .where('cancellation_finished_at', 'is', null)
    .where(isNotBeingSent)
    .select(['contents.id', 'contents.publish_at'])
    .orderBy('contents.id')
    .execute()

/** Longest time from the writing of a mail to the end of its sending. */
const SENDING_MS = MINUTE_MS

/** Times of mails about the articles that were sent, perhaps, to the account of the row. */
const toldOf = (articles: readonly ContentId[], moves: readonly Move[]) => {
  const starts = [
    ...articles.map(announcementKey),
    ...moves.slice(-MOVES_MAX).map(({ content_id, id }) => `${moveKey(content_id, id)}:`),
  ]
  const keys = starts.map((start) => sql`${start} || cast(users.id as text)`)
  const of = (time: RawBuilder<unknown>) =>
    sql<number | null>`(select max(${time}) from outbox where once_key in (${sql.join(keys)})
      and done_at is not null and (last_error is null or last_error = ${OUTCOME_UNKNOWN}))`
  const earliest = sql`done_at - ${sql.lit(SENDING_MS)}`
  return {
    done: of(sql`done_at`),
    written: of(sql`case when created_at > ${earliest} then created_at else ${earliest} end`),
  }
}

/**
 * Members who were sent a mail about the event or its translations, and between which times the latest was written.
 * Members who are signed up get other mails about it.
 */
export function listNotifiedAfter(
  w: HasDb,
  { ids, told: of, moves = [] }: Pick<Reach, 'ids' | 'told'> & { readonly moves?: readonly Move[] },
  { last, limit }: Batch,
) {
  const told = toldOf(of, moves)
  return subscribers(w)
    .select([told.written.as('written_from'), told.done.as('written_until')])
    .where(told.done, 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('registrations')
            .select('registrations.id')
            .where(isOneOf(w.db, 'content_id', ids))
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

/** The event and its translations, as far as they are cancelled. */
export const listCancelledEvents = (w: Read, id: ContentId) => listGroup(w, id, cancelledEvents(w))

/* Moved events. */

/** Moves of an event whose mails are remembered. */
const MOVES_MAX = 20

/** The outbox keys of the mails of a move. The retention of the outbox knows their beginning. */
export const moveKey = (event: ContentId, move: Move['id']): string =>
  `${announcementKey(event)}moved:${move}`

/** Announced events whose last move is settled and not mailed. */
export const listDueMoves = (w: Read): Promise<DueArticle[]> =>
  announceable(w)
    .innerJoin('announcements', 'announcements.content_id', 'contents.id')
    .where('moves_finished_at', 'is', null)
    .where('contents.id', 'in', w.db.selectFrom('event_moves').select('content_id'))
    .where('contents.id', 'not in', unsettledMoves(w))
    .where(isNotBeingSent)
    .select(['contents.id', 'contents.publish_at'])
    .orderBy('contents.id')
    .execute()
