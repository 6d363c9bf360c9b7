import { type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import type { Db } from '../http/deps.ts'
import { GROUP_INVITE } from '../mail/jobs.ts'
import { EVENT_CANCELLED, NEW_CONTENT } from '../modules/notifications/tellings.ts'

/** Deletes or empties at most `limit` rows that are older than `before`. @returns how many */
export type Forget = (db: Db, before: number, limit: number) => Promise<number>

type Table = keyof DB
const rowsOf = (table: Table, limit: number, where: ReturnType<typeof sql<SqlBool>>) =>
  sql`(select id from ${sql.table(table)} where ${where} order by id limit ${limit})`

const removing =
  (table: Table, where: (before: number) => ReturnType<typeof sql<SqlBool>>): Forget =>
  async (db, before, limit) => {
    const isOver = where(before)
    // Asked twice: PostgreSQL looks again at a row that another transaction has just changed, but not for the list.
    const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)}
      where id in ${rowsOf(table, limit, isOver)} and ${isOver}`.execute(db)
    return Number(numAffectedRows)
  }

/** Tables whose rows an account has made or is part of: such an account stays, whatever its state. */
export const TIES: readonly (readonly [Table, string])[] = [
  ['groups', 'owner_id'],
  ['memberships', 'user_id'],
  ['invites', 'target_user_id'],
  ['invites', 'invited_by'],
  ['mutes', 'user_id'],
  ['mutes', 'muted_user_id'],
  ['glossary_entries', 'created_by'],
  ['name_changes', 'user_id'],
  ['name_changes', 'decided_by'],
  ['preferences', 'user_id'],
  ['order_details', 'user_id'],
  ['desk_uploads', 'created_by'],
  ['glossary_reviews', 'claimed_by'],
  ['glossary_reviews', 'decided_by'],
  ['message_answers', 'answered_by'],
]
const untied = sql.join(
  TIES.map(
    ([table, column]) =>
      sql`not exists (select 1 from ${sql.table(table)} as tied where tied.${sql.ref(column)} = users.id)`,
  ),
  sql` and `,
)

export const retentionRepository = {
  /**
   * Announcements too: the finished row of the item makes sure that none is owed again. Those of an event stay
   * until it is over: should it be cancelled, they know who was told. And mails about invites, whose keys end with
   * their day.
   */
  sentMails: removing(
    'outbox',
    (
      before,
    ) => sql`done_at < ${before} and (once_key is null or kind in (${EVENT_CANCELLED}, ${GROUP_INVITE})
      or (kind = ${NEW_CONTENT} and not exists (select 1 from contents as event
        where event.ends_at > ${before} and outbox.once_key like 'content:' || event.id || ':%')))`,
  ),

  /** A once-only mail stays known by its key, so that no second one is owed; to whom it went does not. */
  async onceOnlyMails(db, before, limit) {
    const rows = rowsOf(
      'outbox',
      limit,
      sql`done_at < ${before} and once_key is not null and recipient <> ''`,
    )
    const { numAffectedRows = 0n } =
      await sql`update outbox set recipient = '', data = '{}' where id in ${rows}`.execute(db)
    return Number(numAffectedRows)
  },

  deadMails: removing('outbox', (before) => sql`dead_at < ${before}`),
  messages: removing('contact_messages', (before) => sql`created_at < ${before}`),
  mutes: removing('mutes', (before) => sql`until < ${before}`),
  notices: removing('group_notices', (before) => sql`created_at < ${before}`),
  oldNames: removing(
    'old_usernames',
    (before) => sql`given_up_at < ${before} and free_at < ${before}`,
  ),

  /** Their links go with them. */
  unusedAccounts: removing(
    'users',
    (before) => sql`activated_at is null and deactivated_at is null and role = 'player'
      and created_at < ${before} and ${untied}
      and not exists (select 1 from account_links as link
        where link.user_id = users.id and link.created_at >= ${before})`,
  ),

  /** What members and staff have written about a decided request; name and date stay. */
  async reasons(db, before, limit) {
    const { numUpdatedRows } = await db
      .updateTable('name_changes')
      .set({ reason: '', answer: null })
      .where('id', 'in', (is: ExpressionBuilder<DB, 'name_changes'>) =>
        is
          .selectFrom('name_changes')
          .select('id')
          .where((or) => or.or([or('reason', '<>', ''), or('answer', 'is not', null)]))
          .where((or) => or.or([or('approved_at', '<', before), or('refused_at', '<', before)]))
          .orderBy('id')
          .limit(limit),
      )
      .executeTakeFirstOrThrow()
    return Number(numUpdatedRows)
  },
} as const satisfies Record<string, Forget>
