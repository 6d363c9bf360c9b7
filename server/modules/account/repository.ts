import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from 'kysely'
import type { MemberId } from '#contract/ids.ts'
import type { Role } from '#contract/sets.ts'
import { CLOCK_DIFFERENCE_MS, DAY_MS, HOUR_MS } from '../../config/time.ts'
import { type Placeholders, prepared } from '../../db/prepared.ts'
import { count, type DB, deleteFrom, exists, type HasDb, type Read } from '../../db/rows.ts'
import { idsOf, isOneOf } from '../../db/search.ts'

export type User = Selectable<DB['users']>
export type LinkPurpose = DB['account_links']['purpose']

/* Accounts and their mailed links. A change of an account locks it first. */

export const findUser = (w: HasDb, id: MemberId) =>
  w.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

export const findUserByEmailKey = (w: HasDb, key: string) =>
  w.db.selectFrom('users').selectAll().where('email_key', '=', key).executeTakeFirst()

export const findUserIdByName = async (w: HasDb, key: string): Promise<MemberId | undefined> =>
  (await w.db.selectFrom('users').select('id').where('username_key', '=', key).executeTakeFirst())
    ?.id

/** Accounts by the unique form of their email address. */
export async function listUsersByEmailKey(w: HasDb, keys: readonly string[]) {
  const rows = await w.db
    .selectFrom('users')
    .select(['id', 'username', 'email_key', 'activated_at', 'deactivated_at'])
    .where(isOneOf(w.db, 'email_key', keys))
    .execute()
  return new Map(rows.map((row) => [row.email_key, row]))
}

/** Accounts that may log in. */
export const activeUsers = (w: HasDb) =>
  w.db
    .selectFrom('users')
    .where('users.activated_at', 'is not', null)
    .where('users.deactivated_at', 'is', null)

const activeById = prepared((db, { id }: Placeholders<{ readonly id: MemberId }>) =>
  activeUsers({ db })
    .select(['id', 'email', 'username', 'role', 'token_version', 'deletion_due_at'])
    .select(['first_visit_until', 'time_zone'])
    .where('id', '=', id),
)

export const findActiveUser = async (w: HasDb, id: MemberId) => (await activeById(w.db, { id }))[0]

/** Subset of the session families that are open and belong to active accounts. */
export async function listOpenSessions(
  w: HasDb,
  families: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await activeUsers(w)
    .innerJoin('refresh_tokens as t', 't.user_id', 'users.id')
    .select('t.family')
    .distinct()
    .where(isOneOf(w.db, 't.family', families))
    .where('t.revoked_at', 'is', null)
    .execute()
  return new Set(rows.map(({ family }) => family))
}

export const lockUser = (w: HasDb, id: MemberId) =>
  w.db.selectFrom('users').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Locks all of the accounts. @returns the active ones */
export async function lockActiveUsers(w: HasDb, ids: readonly MemberId[]) {
  const rows = await w.db
    .selectFrom('users')
    .select(['id', 'activated_at', 'deactivated_at'])
    .where(isOneOf(w.db, 'id', ids))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const active = rows.filter((row) => row.activated_at !== null && row.deactivated_at === null)
  return new Set(idsOf(active))
}

/**
 * Locks the active superusers. Call it before any other account is locked: changes of roles and deactivations are
 * then serialized.
 */
export async function lockSuperusers(w: HasDb): Promise<readonly MemberId[]> {
  const rows = await activeUsers(w)
    .select('id')
    .where('role', '=', 'superuser')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return idsOf(rows)
}

/** @returns undefined when a unique constraint refused the row: the name or the e-mail address is taken */
export const insertUser = (w: HasDb, user: Insertable<DB['users']>) =>
  w.db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()

/**
 * Gives an account that was never activated to the owner of its address, or of another one.
 * @param id of the account; else the one with the address
 * @returns undefined when there is none
 */
export const takeOverUnused = (
  w: HasDb,
  { email_key, ...values }: Omit<Insertable<DB['users']>, 'created_at'>,
  id?: MemberId,
) =>
  w.db
    .updateTable('users')
    .set((is) => ({ ...values, email_key, token_version: is('token_version', '+', 1) }))
    .where((is) => (id === undefined ? is('email_key', '=', email_key) : is('id', '=', id)))
    .where('activated_at', 'is', null)
    .returning('id')
    .executeTakeFirst()

/**
 * Activates an account whose owner has proven the mailbox. One that the team decides about is confirmed instead, and
 * activated by the decision. The caller has locked the account.
 * @returns false when the mailbox was proven before
 */
export async function activateUser(w: Read, id: MemberId): Promise<boolean> {
  const application = w.db
    .updateTable('applications')
    .set({ confirmed_at: w.now })
    .where((is) => is.and({ user_id: id, confirmed_at: null }))
    .returning('id')
  if (await exists(application)) return true
  return exists(
    w.db
      .updateTable('users')
      .set({ activated_at: w.now })
      .where((is) => is.and({ id, activated_at: null }))
      .where(sql<SqlBool>`not exists (select 1 from applications where user_id = users.id)`)
      .returning('id'),
  )
}

export const changeUser = (w: HasDb, id: MemberId, columns: Updateable<DB['users']>) =>
  w.db.updateTable('users').set(columns).where('id', '=', id).execute()

/** Invalidates every access token of the account; `endSessions` invalidates the refresh tokens. */
export const setPassword = (w: HasDb, id: MemberId, password_hash: string) =>
  w.db
    .updateTable('users')
    .set((is) => ({ password_hash, token_version: is('token_version', '+', 1) }))
    .where('id', '=', id)
    .execute()

export const setRole = (w: HasDb, email_key: string, role: Role) =>
  w.db
    .updateTable('users')
    .set({ role })
    .where('email_key', '=', email_key)
    .returning(['id', 'username', 'email', 'role', 'activated_at'])
    .executeTakeFirst()

export const insertLink = (w: HasDb, link: Insertable<DB['account_links']>) =>
  w.db.insertInto('account_links').values(link).execute()

/** A link, and the address that its account has now: see `isOpen`. */
export const findLink = (w: HasDb, purpose: LinkPurpose, hash: string) =>
  w.db
    .selectFrom('account_links as link')
    .innerJoin('users', 'users.id', 'link.user_id')
    .selectAll('link')
    .select('users.email_key as account_email_key')
    .where((is) => is.and({ 'link.hash': hash, 'link.purpose': purpose }))
    .executeTakeFirst()

/** Links of the last hour. */
export const countLinks = (w: Read, user: MemberId, purpose: LinkPurpose) =>
  count(
    w.db
      .selectFrom('account_links')
      .where((is) => is.and({ user_id: user, purpose }))
      .where('created_at', '>', w.now - HOUR_MS)
      .where('created_at', '<=', w.now + CLOCK_DIFFERENCE_MS),
  )

/** Spends every open link of the purpose: an account can have several mails. */
export const spendLinks = (w: Read, user: MemberId, purpose: LinkPurpose) =>
  w.db
    .updateTable('account_links')
    .set({ used_at: w.now })
    .where((is) => is.and({ user_id: user, purpose, used_at: null }))
    .execute()

export const spendLink = (w: Read, id: number) =>
  w.db.updateTable('account_links').set({ used_at: w.now }).where('id', '=', id).execute()

/** Activation links stay: a second click must get "already used". */
export const deleteExpiredLinks = deleteFrom(
  'account_links',
  (before) => sql`purpose <> 'activation' and expires_at < ${before}`,
)

/** Accounts whose deletion is due, by id. */
export const listDue = (w: Read, after: number, limit: number) =>
  w.db
    .selectFrom('users')
    .select('id')
    .where('deletion_due_at', '<=', w.now)
    .where(sql<number>`id`, '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Age after which several runs have failed to delete an account. */
const OVERDUE_MS = HOUR_MS

/** Conditions in the order of `AccountState`. */
export const memberStates = (now: number) => ({
  registered: sql<boolean>`(activated_at is null and deactivated_at is null)`,
  active: sql<boolean>`(activated_at is not null and deactivated_at is null)`,
  deactivated: sql<boolean>`(deactivated_at is not null)`,
  overdue: sql<boolean>`(deletion_due_at <= ${now - OVERDUE_MS})`,
})

/** Columns that refer to accounts: an account that a row refers to is kept. */
export const ACCOUNT_REFERENCES: readonly (readonly [keyof DB, string])[] = [
  ['groups', 'owner_id'],
  ['memberships', 'user_id'],
  ['invites', 'target_user_id'],
  ['invites', 'invited_by'],
  ['invite_links', 'created_by'],
  ['mutes', 'user_id'],
  ['mutes', 'muted_user_id'],
  ['glossary_entries', 'created_by'],
  ['name_changes', 'user_id'],
  ['name_changes', 'decided_by'],
  ['preferences', 'user_id'],
  ['order_details', 'user_id'],
  ['desk_uploads', 'created_by'],
  ['imports', 'created_by'],
  ['glossary_reviews', 'claimed_by'],
  ['glossary_reviews', 'decided_by'],
  ['message_answers', 'answered_by'],
  ['registration_messages', 'sent_by'],
  ['contents', 'led_by'],
]
const isUnreferenced = sql.join(
  ACCOUNT_REFERENCES.map(
    ([table, column]) =>
      sql`not exists (select 1 from ${sql.table(table)} as other where other.${sql.ref(column)} = users.id)`,
  ),
  sql` and `,
)

/**
 * Registered and never activated; their links are deleted with them. What the team does not decide is kept for 60 days
 * more.
 */
export const deleteUnusedAccounts = deleteFrom(
  'users',
  (before) => sql`activated_at is null and deactivated_at is null and role = 'player'
    and created_at < ${before} and ${isUnreferenced}
    and not exists (select 1 from account_links as link
      where link.user_id = users.id and link.created_at >= ${before})
    and not exists (select 1 from applications as other where other.user_id = users.id
      and other.confirmed_at is not null and coalesce(other.decided_at, other.confirmed_at + ${60 * DAY_MS}) >= ${before})`,
)

export const deleteOldNames = deleteFrom(
  'old_usernames',
  (before) => sql`given_up_at < ${before} and free_at < ${before}`,
)

/** True if an account may use the desk. */
export const hasStaff = async (w: HasDb): Promise<boolean> =>
  (await activeUsers(w).select('id').where('role', '<>', 'player').limit(1).executeTakeFirst()) !==
  undefined

/** Also those that were never activated: they wait for the link that sets their password. */
export const listSuperusers = (w: HasDb) =>
  w.db
    .selectFrom('users')
    .select(['id', 'email', 'email_key', 'username', 'activated_at'])
    .where((is) => is.and({ role: 'superuser', deactivated_at: null }))
    .orderBy('id')
    .execute()

/** Who may use the desk, and whether the account has a second step. */
export async function listStaff(w: HasDb) {
  const rows = await activeUsers(w)
    .leftJoin('second_factors', (join) =>
      join.onRef('second_factors.user_id', '=', 'users.id').on('enabled_at', 'is not', null),
    )
    .leftJoin('passkeys', 'passkeys.user_id', 'users.id')
    .select(['users.id', 'users.username', 'users.email_key', 'users.role'])
    .select('second_factors.enabled_at')
    .select('passkeys.user_id as passkey_of')
    .distinct()
    .where('users.role', '<>', 'player')
    .orderBy('users.id')
    .execute()
  return rows.map(({ enabled_at, passkey_of, ...user }) => ({
    ...user,
    hasSecondStep: enabled_at !== null || passkey_of !== null,
  }))
}
