import { accountRoutes } from './account.ts'
import { calendarRoutes } from './calendar.ts'
import { contentRoutes } from './content.ts'
import { formattingRoutes } from './formatting.ts'
import { glossaryRoutes } from './glossary.ts'
import { groupPageRoutes } from './groupPage.ts'
import { groupRoutes } from './groups.ts'
import { linkingRoutes } from './linking.ts'
import { liveRoutes } from './live.ts'
import { personalDataRoutes } from './personalData.ts'
import { planningRoutes } from './planning.ts'
import { profileRoutes } from './profile.ts'
import { registrationRoutes } from './registration.ts'
import type { Route, RouteTable } from './route.ts'
import { rulesRoutes } from './rules.ts'
import { securityRoutes } from './security.ts'
import { searchRoutes } from './siteSearch.ts'

/** Every table of calls in the order of docs/behaviour/calls.md, once: documents, the fake API and tests iterate over it. */
export const tables = {
  account: { title: 'Session and account', routes: accountRoutes },
  profile: { title: 'Profile, preferences and order details', routes: profileRoutes },
  groups: { title: 'Groups', routes: groupRoutes },
  content: { title: 'Public content', routes: contentRoutes },
  rules: { title: 'Rules', routes: rulesRoutes },
  glossary: { title: 'Glossary', routes: glossaryRoutes },
  groupPage: { title: 'Pages of groups (additions)', routes: groupPageRoutes },
  registration: { title: 'Registration for events (additions)', routes: registrationRoutes },
  planning: { title: 'Sessions of groups (additions)', routes: planningRoutes },
  calendar: { title: 'Calendar of a member (additions)', routes: calendarRoutes },
  search: { title: 'Search (additions)', routes: searchRoutes },
  linking: { title: 'Linked texts (additions)', routes: linkingRoutes },
  formatting: { title: 'Preview of formatted texts (an addition)', routes: formattingRoutes },
  security: { title: 'Account security (additions)', routes: securityRoutes },
  personalData: { title: 'Personal data (additions)', routes: personalDataRoutes },
  live: { title: 'Changes as they happen (an addition)', routes: liveRoutes },
} as const satisfies Record<string, { readonly title: string; readonly routes: RouteTable }>

export type TableName = keyof typeof tables
type RoutesOf<Table extends TableName> = (typeof tables)[Table]['routes']
export type CallName = { [Table in TableName]: keyof RoutesOf<Table> }[TableName]
/** Type of the schemas in `contract/schemas/calls.ts`: a table or row without a schema does not compile. */
export type PerCall<T> = { [Table in TableName]: Record<keyof RoutesOf<Table>, T> }
type Call = Route & { readonly name: CallName; readonly table: TableName }

/** All rows of all tables; names are unique over all of them. */
export const calls: readonly Call[] = Object.entries(tables).flatMap(([table, { routes }]) =>
  Object.entries<Route>(routes).map(([name, route]) => ({
    ...route,
    name: name as CallName,
    table: table as TableName,
  })),
)
