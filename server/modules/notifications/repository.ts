import type { Selectable } from 'kysely'
import type { ContentId, MemberId } from '#contract/ids.ts'
import { forUpdateSkipLocked } from '../../db/dialect.ts'
import type { ContentsTable } from '../../db/schema/content.ts'
import type { Db, Deps } from '../../http/deps.ts'

/** A published item that the members are to be told of. */
export type DueItem = { readonly id: ContentId; readonly publish_at: number }
export type ContentRow = Selectable<ContentsTable>
export type Subscriber = {
  readonly id: MemberId
  readonly email: string
  readonly username: string
}

/** Items in one look; the next look takes the others. */
const ITEMS = 100

/** Published, not withdrawn, not cancelled and not over: worth a mail. */
const worthTelling = (db: Db, now: number) =>
  db
    .selectFrom('contents')
    .where('publish_at', '<=', now)
    .where('unpublished_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .where((is) => is.or([is('kind', '=', 'news'), is('ends_at', '>', now)]))

/** Active accounts that want to be told of what is published at this time. */
const subscribers = (db: Db, publish_at: number) =>
  db
    .selectFrom('preferences')
    .innerJoin('users', 'users.id', 'preferences.user_id')
    .select(['users.id', 'users.email', 'users.username'])
    .where('preferences.notify_since', '<=', publish_at)
    .where('users.activated_at', 'is not', null)
    .where('users.deactivated_at', 'is', null)

/** Who wants mail, and who was told of what. Reads contents and accounts; writes neither. Epoch milliseconds. */
export const notificationsRepository = ({ engine }: Pick<Deps, 'engine'>) => ({
  async wantsMail(db: Db, user: MemberId): Promise<boolean> {
    const row = await db
      .selectFrom('preferences')
      .select('notify_since')
      .where('user_id', '=', user)
      .executeTakeFirst()
    return (row?.notify_since ?? null) !== null
  },

  /** Saving "on" twice keeps the first time: nothing that was published in between is lost. */
  async saveWish(db: Db, user_id: MemberId, wantsMail: boolean, now: number): Promise<void> {
    const notify_since = wantsMail ? now : null
    await db
      .insertInto('preferences')
      .values({ user_id, notify_since })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet((is) => ({
          notify_since: wantsMail ? is.fn.coalesce('preferences.notify_since', is.val(now)) : null,
        })),
      )
      .execute()
  },

  /** Nothing happens to an account that never wanted mail, or is not there any more. */
  unsubscribe: (db: Db, user: MemberId) =>
    db.updateTable('preferences').set({ notify_since: null }).where('user_id', '=', user).execute(),

  /** Public items whose members were not all told, first published first. */
  async dueItems(db: Db, now: number): Promise<DueItem[]> {
    const rows = await worthTelling(db, now)
      .leftJoin('announcements', 'announcements.content_id', 'contents.id')
      .where('announcements.finished_at', 'is', null)
      .select(['contents.id', 'contents.publish_at'])
      .orderBy('contents.publish_at')
      .orderBy('contents.id')
      .limit(ITEMS)
      .execute()
    return rows.map(({ id, publish_at }) => ({ id, publish_at: publish_at ?? now }))
  },

  /**
   * Takes an item's announcement in hand until the transaction ends.
   * @returns the last member who was told; null when somebody else is at it or it is finished
   */
  async hold(tx: Db, id: ContentId, now: number): Promise<number | null> {
    await tx
      .insertInto('announcements')
      .values({ content_id: id, started_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const query = tx
      .selectFrom('announcements')
      .select('last_user_id')
      .where('content_id', '=', id)
      .where('finished_at', 'is', null)
    const row = await forUpdateSkipLocked(engine, query).executeTakeFirst()
    return row?.last_user_id ?? null
  },

  subscribersAfter: (
    db: Db,
    publish_at: number,
    last: number,
    limit: number,
  ): Promise<Subscriber[]> =>
    subscribers(db, publish_at)
      .where('preferences.user_id', '>', last as MemberId)
      .orderBy('preferences.user_id')
      .limit(limit)
      .execute(),

  /** How many of today's subscribers have not been told of an item; null once all were. */
  async untold(db: Db, id: ContentId, now: number): Promise<number | null> {
    const announced = await db
      .selectFrom('announcements')
      .select(['last_user_id', 'finished_at'])
      .where('content_id', '=', id)
      .executeTakeFirst()
    if (announced !== undefined && announced.finished_at !== null) return null
    const { n } = await db
      .selectFrom(
        subscribers(db, now)
          .where('users.id', '>', (announced?.last_user_id ?? 0) as MemberId)
          .as('untold'),
      )
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return n
  },

  /** @param finished when the last member was told */
  told: (tx: Db, id: ContentId, last_user_id: number, finished: number | null) =>
    tx
      .updateTable('announcements')
      .set({ last_user_id, finished_at: finished })
      .where('content_id', '=', id)
      .execute(),

  /** The item as a mail needs it, if it is still worth one. */
  item: (db: Db, id: ContentId, now: number): Promise<ContentRow | undefined> =>
    worthTelling(db, now).selectAll().where('id', '=', id).executeTakeFirst(),

  /** The member, if still a subscriber to what was published then. */
  subscriber: (db: Db, user: MemberId, publish_at: number): Promise<Subscriber | undefined> =>
    subscribers(db, publish_at).where('users.id', '=', user).executeTakeFirst(),

  activeMember: (db: Db, user: MemberId): Promise<Subscriber | undefined> =>
    db
      .selectFrom('users')
      .select(['id', 'email', 'username'])
      .where('id', '=', user)
      .where('activated_at', 'is not', null)
      .where('deactivated_at', 'is', null)
      .executeTakeFirst(),
})
