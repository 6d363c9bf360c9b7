import { sql } from 'kysely'
import { deleteFrom } from '../../db/expiry.ts'
import type { DB } from '../../db/schema.ts'

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
]
const isUnreferenced = sql.join(
  ACCOUNT_REFERENCES.map(
    ([table, column]) =>
      sql`not exists (select 1 from ${sql.table(table)} as other where other.${sql.ref(column)} = users.id)`,
  ),
  sql` and `,
)

/** Registered and never activated; their links are deleted with them. */
export const deleteUnusedAccounts = deleteFrom(
  'users',
  (before) => sql`activated_at is null and deactivated_at is null and role = 'player'
    and created_at < ${before} and ${isUnreferenced}
    and not exists (select 1 from account_links as link
      where link.user_id = users.id and link.created_at >= ${before})`,
)

export const deleteOldNames = deleteFrom(
  'old_usernames',
  (before) => sql`given_up_at < ${before} and free_at < ${before}`,
)
