import type { Kysely, Transaction } from 'kysely'
import type { AccountTables } from './schema/accounts.ts'
import type { CalendarTables } from './schema/calendar.ts'
import type { ContentTables } from './schema/content.ts'
import type { DeskTables } from './schema/desk.ts'
import type { GlossaryTables } from './schema/glossary.ts'
import type { GroupTables } from './schema/groups.ts'
import type { LinkingTables } from './schema/linking.ts'
import type { LiveTables } from './schema/live.ts'
import type { MailTables } from './schema/mail.ts'
import type { PlanningTables } from './schema/planning.ts'
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
  PlanningTables &
  LinkingTables &
  LiveTables &
  MailTables &
  ContentTables &
  RegistrationTables &
  CalendarTables &
  RulesTables &
  GlossaryTables &
  ProfileTables &
  DeskTables &
  SecurityTables &
  RateLimitTables

/** The database, or an open transaction. */
export type Db = Kysely<DB> | Transaction<DB>
