import { accountCalls } from './account.ts'
import { calendarCalls } from './calendar.ts'
import { contentCalls } from './content.ts'
import { formattingCalls } from './formatting.ts'
import { glossaryCalls } from './glossary.ts'
import { groupPageCalls } from './groupPage.ts'
import { groupCalls } from './groups.ts'
import { linkingCalls } from './linking.ts'
import { liveCalls } from './live.ts'
import { openingCalls } from './openings.ts'
import { pastCalls } from './past.ts'
import { personalDataCalls } from './personalData.ts'
import { planningCalls } from './planning.ts'
import { profileCalls } from './profile.ts'
import { registrationCalls } from './registration.ts'
import type { Call, CallTable } from './route.ts'
import { rulesCalls } from './rules.ts'
import { securityCalls } from './security.ts'
import { searchCalls } from './siteSearch.ts'

type Table = {
  /** Ends in "(additions)" or "(an addition)" where the calls are none of docs/behaviour/calls.md. */
  readonly title: string
  readonly calls: CallTable
}

/**
 * Every table of calls, once: those of docs/behaviour/calls.md in its order, then the additions. Documents, benchmarks
 * and tests iterate over it.
 */
export const tables = {
  account: { title: 'Session and account', calls: accountCalls },
  profile: { title: 'Profile, preferences and order details', calls: profileCalls },
  groups: { title: 'Groups', calls: groupCalls },
  content: { title: 'Public content', calls: contentCalls },
  rules: { title: 'Rules', calls: rulesCalls },
  glossary: { title: 'Glossary', calls: glossaryCalls },
  groupPage: { title: 'Pages of groups (additions)', calls: groupPageCalls },
  openings: { title: 'Groups that look for players (additions)', calls: openingCalls },
  registration: { title: 'Registration for events (additions)', calls: registrationCalls },
  planning: { title: 'Sessions of groups (additions)', calls: planningCalls },
  past: { title: 'Past sessions of groups (additions)', calls: pastCalls },
  calendar: { title: 'Calendar of a member (additions)', calls: calendarCalls },
  search: { title: 'Search (additions)', calls: searchCalls },
  linking: { title: 'Linked texts (additions)', calls: linkingCalls },
  formatting: { title: 'Preview of formatted texts (an addition)', calls: formattingCalls },
  security: { title: 'Account security (additions)', calls: securityCalls },
  personalData: { title: 'Personal data (additions)', calls: personalDataCalls },
  live: { title: 'Changes as they happen (an addition)', calls: liveCalls },
} as const satisfies Record<string, Table>

export type TableName = keyof typeof tables
export type CallName = { [Name in TableName]: keyof (typeof tables)[Name]['calls'] }[TableName]
export type NamedCall = Call & { readonly name: CallName; readonly table: TableName }

/** True for additions, which docs/behaviour/calls.md does not list. */
export const isAdded = (table: TableName): boolean => /\((an addition|additions)\)$/.test(tables[table].title)

/** All rows of all tables. */
export const calls: readonly NamedCall[] = Object.entries(tables).flatMap(([table, { calls }]) =>
  Object.entries<Call>(calls).map(([name, call]) => ({
    ...call,
    name: name as CallName,
    table: table as TableName,
  })),
)
