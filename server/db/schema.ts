import type { Kysely, Transaction } from 'kysely'
import type {
  AccountLinksTable,
  KnownNetworksTable,
  RefreshTokensTable,
  UsersTable,
} from './schema/accounts.ts'
import type {
  BlockedSendersTable,
  ContactMessagesTable,
  ContentsTable,
  DownloadCategoriesTable,
  DownloadFilesTable,
  MessageAnswersTable,
  VisitsTable,
} from './schema/content.ts'
import type {
  AuditLogTable,
  DeskSessionsTable,
  DeskUploadsTable,
  GlossaryReviewsTable,
  OldUsernamesTable,
} from './schema/desk.ts'
import type {
  GlossaryEntriesTable,
  GlossarySubEntriesTable,
  GlossarySubtypesTable,
  GlossaryTypesTable,
} from './schema/glossary.ts'
import type {
  GroupNoticesTable,
  GroupsTable,
  InvitesTable,
  MembershipsTable,
  MutesTable,
} from './schema/groups.ts'
import type { OutboxTable } from './schema/mail.ts'
import type {
  AnnouncementsTable,
  NameChangesTable,
  OrderDetailsTable,
  PreferencesTable,
} from './schema/profile.ts'
import type { RateLimitsTable } from './schema/rateLimits.ts'
import type {
  QuickSubcategoriesTable,
  RuleCategoriesTable,
  RuleEntriesTable,
  RuleSubcategoriesTable,
  RuleSubEntriesTable,
  RuleVideosTable,
} from './schema/rules.ts'

/** Every table as the code sees it. A test compares it with the migrated database. Times: epoch milliseconds, UTC. */
export type DB = {
  users: UsersTable
  account_links: AccountLinksTable
  refresh_tokens: RefreshTokensTable
  known_networks: KnownNetworksTable
  groups: GroupsTable
  memberships: MembershipsTable
  invites: InvitesTable
  mutes: MutesTable
  group_notices: GroupNoticesTable
  outbox: OutboxTable
  rate_limits: RateLimitsTable
  contents: ContentsTable
  download_categories: DownloadCategoriesTable
  download_files: DownloadFilesTable
  visits: VisitsTable
  contact_messages: ContactMessagesTable
  message_answers: MessageAnswersTable
  blocked_senders: BlockedSendersTable
  rule_categories: RuleCategoriesTable
  rule_subcategories: RuleSubcategoriesTable
  quick_subcategories: QuickSubcategoriesTable
  rule_entries: RuleEntriesTable
  rule_sub_entries: RuleSubEntriesTable
  rule_videos: RuleVideosTable
  glossary_types: GlossaryTypesTable
  glossary_subtypes: GlossarySubtypesTable
  glossary_entries: GlossaryEntriesTable
  glossary_sub_entries: GlossarySubEntriesTable
  name_changes: NameChangesTable
  preferences: PreferencesTable
  order_details: OrderDetailsTable
  announcements: AnnouncementsTable
  desk_sessions: DeskSessionsTable
  desk_uploads: DeskUploadsTable
  glossary_reviews: GlossaryReviewsTable
  old_usernames: OldUsernamesTable
  audit_log: AuditLogTable
}

/** The database, or the transaction that a step belongs to. */
export type Db = Kysely<DB> | Transaction<DB>
