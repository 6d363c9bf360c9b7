import { type RawBuilder, sql } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import { emailKey } from '../../text/keys.ts'
import { rowLock } from '../dialect.ts'
import type { LooseFile } from '../looseFiles.ts'
import type { Db, Read } from '../rows.ts'
import { DEMO_EMAILS } from './accounts.ts'

const DEMO_KEYS = DEMO_EMAILS.map(emailKey)

/** Tables whose rows belong to one account alone. */
const OWN_ROWS = [
  'memberships',
  'order_details',
  'preferences',
  'name_changes',
  'old_usernames',
  'account_links',
  'known_networks',
] as const

/** What an account has written for others, which outlives it. */
const WRITTEN = [
  ['glossary_entries', 'created_by'],
  ['message_answers', 'answered_by'],
  ['registration_messages', 'sent_by'],
] as const

type Named = { readonly name: string }

const accounts = (db: Db) =>
  db.selectFrom('users').select(['id', 'email', 'email_key', 'username', 'role', 'password_hash'])

const activated = (db: Db) => accounts(db).where('activated_at', 'is not', null)

export type Account = Awaited<ReturnType<ReturnType<typeof accounts>['execute']>>[number]

/** The accounts of the demonstration, and what is deleted with them. */
export const demoRepository = {
  /**
   * Accounts whose password is checked: those of the demonstration and of the staff. Only activated ones: a
   * stranger can register any e-mail address, but not activate it.
   */
  suspects: (db: Db): Promise<Account[]> =>
    activated(db)
      .where((is) => is.or([is('email_key', 'in', DEMO_KEYS), is('role', '<>', 'player')]))
      .orderBy('id')
      .execute(),

  /** They share one hash, so this also finds those with another e-mail address now. */
  withHashes: (db: Db, hashes: readonly string[]): Promise<Account[]> =>
    accounts(db).where('password_hash', 'in', hashes).orderBy('id').execute(),

  /** Active demonstration accounts, whatever their password. */
  made: (db: Db): Promise<Account[]> =>
    activated(db)
      .where('email_key', 'in', DEMO_KEYS)
      .where('deactivated_at', 'is', null)
      .orderBy('id')
      .execute(),

  lockedMade: (tx: Db): Promise<Account[]> =>
    activated(tx).where('email_key', 'in', DEMO_KEYS).orderBy('id').forNoKeyUpdate().execute(),

  /**
   * Gives groups to the longest-serving active member who is not one of `ids`, or deletes them.
   * @returns the names of both
   */
  async handOnGroups(tx: Db, ids: readonly MemberId[]) {
    const among = sql`(${sql.join(ids)})`
    const owned = sql`owner_id in ${among}`
    await sql`select id from groups where ${owned} order by id ${rowLock(tx)}`.execute(tx)
    const heir = sql`(select m.user_id from memberships m join users u on u.id = m.user_id
      where m.group_id = groups.id and m.user_id not in ${among}
        and u.activated_at is not null and u.deactivated_at is null
      order by m.joined_at, m.user_id limit 1)`
    const handedOn = sql<Named>`update groups set owner_id = ${heir}
      where ${owned} and ${heir} is not null returning name`
    const deleted = sql<Named>`delete from groups where ${owned} returning name`
    const namesOf = async (statement: RawBuilder<Named>) =>
      (await statement.execute(tx)).rows.map(({ name }) => name)
    return { handedOn: await namesOf(handedOn), deleted: await namesOf(deleted) }
  },

  /** Rows that belong to the accounts alone, and references to them. */
  async removeBelongings(tx: Db, some: readonly Account[]): Promise<void> {
    const ids = some.map(({ id }) => id)
    const emails = some.map(({ email }) => email)
    await tx
      .deleteFrom('invites')
      .where((is) => is.or([is('target_user_id', 'in', ids), is('invited_by', 'in', ids)]))
      .execute()
    await tx
      .deleteFrom('mutes')
      .where((is) => is.or([is('user_id', 'in', ids), is('muted_user_id', 'in', ids)]))
      .execute()
    for (const table of OWN_ROWS) await tx.deleteFrom(table).where('user_id', 'in', ids).execute()
    await tx.deleteFrom('outbox').where('recipient', 'in', emails).execute()
    await this.endSessions(tx, ids)
    // Decisions stay; the audit log has the actor.
    for (const table of ['name_changes', 'glossary_reviews'] as const)
      await tx.updateTable(table).set({ decided_by: null }).where('decided_by', 'in', ids).execute()
    await tx
      .updateTable('glossary_reviews')
      .set({ claimed_by: null, claimed_until: null })
      .where('claimed_by', 'in', ids)
      .execute()
  },

  async endSessions(tx: Db, ids: readonly MemberId[]): Promise<void> {
    for (const table of ['refresh_tokens', 'desk_sessions'] as const)
      await tx.deleteFrom(table).where('user_id', 'in', ids).execute()
  },

  /** Archives, and uploads that no record has taken. @returns their files, which the caller deletes */
  async removeFiles(tx: Db, ids: readonly MemberId[]): Promise<LooseFile[]> {
    const uploads = await tx
      .deleteFrom('desk_uploads')
      .where('created_by', 'in', ids)
      .returning(['file_key', 'picture'])
      .execute()
    const archives = await tx
      .deleteFrom('data_exports')
      .where('user_id', 'in', ids)
      .returning('file_key')
      .execute()
    return [
      ...uploads.map(({ file_key: key, picture }) => ({ key, picture })),
      ...archives.flatMap(({ file_key: key }) => (key === null ? [] : [{ key, picture: null }])),
    ]
  },

  /** @returns the pictures of the entries; the caller deletes their files */
  async removeEntries(tx: Db, ids: readonly MemberId[], evenApproved: boolean) {
    let query = tx.deleteFrom('glossary_entries').where('created_by', 'in', ids)
    if (!evenApproved) query = query.where('approved_at', 'is', null)
    return (await query.returning('picture').execute()).map(({ picture }) => picture)
  },

  /** Approved entries that stay. */
  entriesBy: (tx: Db, ids: readonly MemberId[]) =>
    tx
      .selectFrom('glossary_entries')
      .select(['id', 'title'])
      .where('created_by', 'in', ids)
      .orderBy('title')
      .execute(),

  /** Authors of what stays: entries, answers to messages, and emails to members of an event. */
  async authorsAmong(tx: Db, ids: readonly MemberId[]): Promise<Set<MemberId>> {
    const authors = new Set<MemberId>()
    for (const [table, column] of WRITTEN) {
      const found = sql<{ author: MemberId }>`select distinct ${sql.ref(column)} as author
        from ${sql.table(table)} where ${sql.ref(column)} in (${sql.join(ids)})`
      for (const { author } of (await found.execute(tx)).rows) authors.add(author)
    }
    return authors
  },

  /** Accounts of the demonstration that `anonymise` has kept. */
  async nameless(tx: Db): Promise<MemberId[]> {
    const rows = await tx
      .selectFrom('users')
      .select('id')
      .where('email_key', 'like', 'former-member-%@invalid')
      .execute()
    return rows.map(({ id }) => id)
  },

  remove: (tx: Db, id: MemberId) => tx.deleteFrom('users').where('id', '=', id).execute(),

  /** The author of public entries is kept as a deactivated account without a name. */
  anonymise: (
    { db, now }: Read,
    { id, password_hash }: Pick<Account, 'id' | 'password_hash'>,
    name: string,
  ) =>
    db
      .updateTable('users')
      .set((user) => ({
        email: `${name.replaceAll(' ', '-')}@invalid`,
        email_key: `${name.replaceAll(' ', '-')}@invalid`,
        username: name,
        username_key: name,
        latin_key: null,
        role: 'player',
        password_hash,
        deactivated_at: now,
        token_version: user('token_version', '+', 1),
      }))
      .where('id', '=', id)
      .execute(),
}
