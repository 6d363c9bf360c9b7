import type { AccountLinksTable, RefreshTokensTable, UsersTable } from './schema/accounts.ts'
import type { GroupsTable, InvitesTable, MembershipsTable, MutesTable } from './schema/groups.ts'
import type { OutboxTable } from './schema/mail.ts'

/** Every table as the code sees it. A test compares it with the migrated database. Times: epoch milliseconds, UTC. */
export type DB = {
  users: UsersTable
  account_links: AccountLinksTable
  refresh_tokens: RefreshTokensTable
  groups: GroupsTable
  memberships: MembershipsTable
  invites: InvitesTable
  mutes: MutesTable
  outbox: OutboxTable
}
