import type { Kysely, Transaction } from 'kysely'
import type { AccountTables } from './schema/accounts.ts'
import type { ContentTables } from './schema/content.ts'
import type { DeskTables } from './schema/desk.ts'
import type { GlossaryTables } from './schema/glossary.ts'
import type { GroupTables } from './schema/groups.ts'
import type { MailTables } from './schema/mail.ts'
import type { ProfileTables } from './schema/profile.ts'
import type { RegistrationTables } from './schema/registration.ts'
import type { RulesTables } from './schema/rules.ts'
import type { SecurityTables } from './schema/security.ts'

type RateLimitTables = {
  /** One counted caller of one call within its running window; see `plugins/rateStore.ts`. */
  rate_limits: {
    /** Keyed digest of route and caller: no IP address is stored. */
    key: string
    hits: number
    window_ends_at: number
  }
}

/** Every table as the code sees it. A test compares it with the migrated database. Times: epoch milliseconds, UTC. */
export type DB = AccountTables &
  GroupTables &
  MailTables &
  ContentTables &
  RegistrationTables &
  RulesTables &
  GlossaryTables &
  ProfileTables &
  DeskTables &
  SecurityTables &
  RateLimitTables

/** The database, or the transaction that a step belongs to. */
export type Db = Kysely<DB> | Transaction<DB>
