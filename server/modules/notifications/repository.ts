import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { ContentId, MemberId } from '#contract/ids.ts'
import { SWITCHES, type Switch } from '#contract/profile.ts'
import { type Placeholders, prepared } from '../../db/prepared.ts'
import { count, exists } from '../../db/rows.ts'
import type { DB, HasDb, Read } from '../../db/schema.ts'
import { OUTCOME_UNKNOWN } from '../../mail/outbox.ts'
import { switchColumn } from '../../mail/table.ts'
import { deletePersonalRows, type PersonalData, rowsOf } from '../../work/personalData.ts'
import { activeUsers, type User } from '../account/repository.ts'

/* Announcements of articles. Reads contents, accounts and preferences, and writes none of them. */

export type DueArticle = Pick<ContentRow, 'id' | 'publish_at'>
export type ContentRow = Selectable<DB['contents']>
type Subscriber = Pick<User, 'id' | 'email' | 'username' | 'time_zone'>

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
    .where('unpublished_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where((is) => is.or([is('kind', '=', 'news'), is('ends_at', '>', w.now)]))

/** Members with an active account who have switched mails on, at any time. */
const subscribers = (w: HasDb) =>
  activeUsers(w)
    .innerJoin('preferences', 'preferences.user_id', 'users.id')
    .select(['users.id', 'users.email', 'users.username', 'users.time_zone'])
    .where('preferences.notify_since', 'is not', null)

const subscribersAt = (w: HasDb, publish_at: number | null) =>
  subscribers(w).where('preferences.notify_since', '<=', publish_at)

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
  readonly last: `${'' | 'cancellation_'}last_user_id`
  readonly finished: `${'' | 'cancellation_'}finished_at`
}

/**
 * Locks the announcement row.
 * @returns the last member who was notified; null if another worker holds the row or it is finished
 */
export async function lockProgress(
  w: Read,
  { last, finished }: Progress,
  id: ContentId,
): Promise<number | null> {
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
  return row?.[last] ?? null
}

/** Members behind the last one of the batch before. */
type Batch = { readonly last: number; readonly limit: number }

export const listSubscribersAfter = (
  w: HasDb,
  { publish_at }: DueArticle,
  { last, limit }: Batch,
): Promise<Subscriber[]> =>
  subscribersAt(w, publish_at)
    .where('preferences.user_id', '>', last as MemberId)
    .orderBy('preferences.user_id')
    .limit(limit)
    .execute()

/** Subscribers who would be notified of an article that is published now; null once all were. */
export async function countUnnotified(w: Read, id: ContentId): Promise<number | null> {
  const announcement = await w.db
    .selectFrom('announcements')
    .select(['last_user_id', 'finished_at'])
    .where('content_id', '=', id)
    .executeTakeFirst()
  if (announcement !== undefined && announcement.finished_at !== null) return null
  const unnotified = subscribersAt(w, w.now)
    .where('users.id', '>', (announcement?.last_user_id ?? 0) as MemberId)
    .as('unnotified')
  return count(w.db.selectFrom(unnotified))
}

/** Mails about articles and cancellations that were not sent. */
export async function listUnsentAbout(w: HasDb, articles: readonly ContentId[]): Promise<number[]> {
  const keys = articles.flatMap((id) => [announcementKey(id), cancellationKey(id)])
  if (keys.length === 0) return []
  const rows = await w.db
    .selectFrom('outbox')
    .select('id')
    .where('done_at', 'is', null)
    .where((is) => is.or(keys.map((key) => is('once_key', 'like', `${key}%`))))
    .execute()
  return rows.map(({ id }) => id)
}

type Reached = { readonly article: ContentId; readonly last: number; readonly isFinished: boolean }

export const saveProgress = (w: Read, { last, finished }: Progress, reached: Reached) =>
  w.db
    .updateTable('announcements')
    .set({ [last]: reached.last, [finished]: reached.isFinished ? w.now : null })
    .where('content_id', '=', reached.article)
    .execute()

/** The article, if it may still be announced. */
export const findArticle = (w: Read, id: ContentId): Promise<ContentRow | undefined> =>
  announceable(w).selectAll().where('id', '=', id).executeTakeFirst()

/** Whether the member is still a subscriber to what was published then. */
export const isSubscriber = (w: HasDb, user: MemberId, publish_at: number | null) =>
  exists(subscribersAt(w, publish_at).where('users.id', '=', user))

/* Cancelled events, and members who were notified of them. Reads contents, registrations, accounts and the outbox. */

const cancelledEvents = (w: Read) =>
  w.db
    .selectFrom('contents')
    .where('kind', '=', 'event')
    .where('cancelled_at', 'is not', null)
    .where('ends_at', '>', w.now)

/**
 * Cancelled events whose announcement had begun and whose cancellation is not finished. An event with a mail that is
 * being sent is left out: only its outcome shows who was notified.
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
export function listNotifiedAfter(w: HasDb, { id }: DueArticle, { last, limit }: Batch) {
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

const preferencesOf = prepared((db, { user }: Placeholders<{ readonly user: MemberId }>) =>
  db
    .selectFrom('users')
    .leftJoin('preferences', 'preferences.user_id', 'users.id')
    .selectAll('preferences')
    .select(['users.time_zone', 'users.language'])
    .where('users.id', '=', user),
)

/** @param languages that the site is served in, the main one first: of a single one the answer says nothing */
export async function findPreferences(w: HasDb, user: MemberId, languages: readonly string[] = []) {
  const [row] = await preferencesOf(w.db, { user })
  const isOn = (name: Switch) => (row?.[switchColumn(name)] ?? null) === null
  return {
    email_notifications: (row?.notify_since ?? null) !== null,
    invite_mails: isOn('invite_mails'),
    planning_mails: isOn('planning_mails'),
    reminder_mails: isOn('reminder_mails'),
    group_log_mails: isOn('group_log_mails'),
    event_mails: isOn('event_mails'),
    busy_times: isOn('busy_times'),
    time_zone: row?.time_zone ?? null,
    ...(languages.length > 1 && {
      language: languages.find((one) => one === row?.language) ?? languages[0],
    }),
  }
}

/** Switching mails on twice keeps the first time: no article published in between is skipped. */
export async function saveArticleMails(w: Read, user_id: MemberId, isOn: boolean) {
  await w.db
    .insertInto('preferences')
    .values({ user_id, notify_since: isOn ? w.now : null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((is) => ({
        notify_since: isOn ? is.fn.coalesce('preferences.notify_since', is.val(w.now)) : null,
      })),
    )
    .execute()
}

/** Does nothing for a member without preferences. */
export const stopArticleMails = (w: HasDb, user: MemberId) =>
  w.db.updateTable('preferences').set({ notify_since: null }).where('user_id', '=', user).execute()

/** Leaves the other settings unchanged. Does nothing for an account that has been deleted. */
export async function saveSwitches(
  w: Read,
  user: MemberId,
  switches: { readonly [Name in Switch]?: boolean | undefined },
) {
  for (const name of SWITCHES) {
    const isOn = switches[name]
    if (isOn !== undefined) await saveSwitch(w, user, [switchColumn(name), isOn ? null : w.now])
  }
}

async function saveSwitch(
  w: HasDb,
  user: MemberId,
  [column, offAt]: readonly [ReturnType<typeof switchColumn>, number | null],
) {
  await w.db
    .insertInto('preferences')
    .columns(['user_id', column])
    .expression((is) =>
      is
        .selectFrom('users')
        .select(['id', sql<number | null>`cast(${offAt} as bigint)`.as('off_at')])
        .where('id', '=', user),
    )
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ [column]: offAt }))
    .execute()
}

const PREFERENCES = { rows: rowsOf('user_id'), order: ['user_id'] }

export const notificationsData: PersonalData = {
  tables: { preferences: PREFERENCES },
  async erase(w, subject) {
    await deletePersonalRows(w, 'preferences', PREFERENCES, subject)
    return []
  },
}
