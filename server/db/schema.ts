import type { AccountLinksTable, RefreshTokensTable, UsersTable } from './schema/accounts.ts'
import type {
  BlockedSendersTable,
  ContactMessagesTable,
  ContentsTable,
  DownloadCategoriesTable,
  DownloadFilesTable,
  VisitsTable,
} from './schema/content.ts'
import type { GroupsTable, InvitesTable, MembershipsTable, MutesTable } from './schema/groups.ts'
import type { OutboxTable } from './schema/mail.ts'
import type { RateLimitsTable } from './schema/rateLimits.ts'

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
  rate_limits: RateLimitsTable
  contents: ContentsTable
  download_categories: DownloadCategoriesTable
  download_files: DownloadFilesTable
  visits: VisitsTable
  contact_messages: ContactMessagesTable
  blocked_senders: BlockedSendersTable
}
