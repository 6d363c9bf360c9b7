import { accountRoutes } from './account.ts'
import { calendarRoutes } from './calendar.ts'
import { contentRoutes } from './content.ts'
import { formattingRoutes } from './formatting.ts'
import { glossaryRoutes } from './glossary.ts'
import { groupPageRoutes } from './groupPage.ts'
import { groupRoutes } from './groups.ts'
import { linkingRoutes } from './linking.ts'
import { liveRoutes } from './live.ts'
import { openingRoutes } from './openings.ts'
import { pastRoutes } from './past.ts'
import { personalDataRoutes } from './personalData.ts'
import { planningRoutes } from './planning.ts'
import { profileRoutes } from './profile.ts'
import { registrationRoutes } from './registration.ts'
import type { Route, RouteTable } from './route.ts'
import { rulesRoutes } from './rules.ts'
import type { CallSchema } from './schemas/shared.ts'
import { securityRoutes } from './security.ts'
import { searchRoutes } from './siteSearch.ts'

type Schemas = Readonly<Record<string, CallSchema>>
type Table = {
  /** Ends in "(additions)" or "(an addition)" where the calls are none of docs/behaviour/calls.md. */
  readonly title: string
  readonly routes: RouteTable
  /** Loaded when calls are described: the library of the schemas is large. */
  readonly schemas: () => Promise<Schemas>
}

/**
 * Every table of calls, once: those of docs/behaviour/calls.md in its order, then the additions. Documents, benchmarks
 * and tests iterate over it.
 */
export const tables = {
  account: {
    title: 'Session and account',
    routes: accountRoutes,
    schemas: async () => (await import('./schemas/account.ts')).accountSchemas,
  },
  profile: {
    title: 'Profile, preferences and order details',
    routes: profileRoutes,
    schemas: async () => (await import('./schemas/profile.ts')).profileSchemas,
  },
  groups: {
    title: 'Groups',
    routes: groupRoutes,
    schemas: async () => (await import('./schemas/groups.ts')).groupSchemas,
  },
  content: {
    title: 'Public content',
    routes: contentRoutes,
    schemas: async () => (await import('./schemas/content.ts')).contentSchemas,
  },
  rules: {
    title: 'Rules',
    routes: rulesRoutes,
    schemas: async () => (await import('./schemas/rules.ts')).rulesSchemas,
  },
  glossary: {
    title: 'Glossary',
    routes: glossaryRoutes,
    schemas: async () => (await import('./schemas/glossary.ts')).glossarySchemas,
  },
  groupPage: {
    title: 'Pages of groups (additions)',
    routes: groupPageRoutes,
    schemas: async () => (await import('./schemas/groupPage.ts')).groupPageSchemas,
  },
  openings: {
    title: 'Groups that look for players (additions)',
    routes: openingRoutes,
    schemas: async () => (await import('./schemas/openings.ts')).openingSchemas,
  },
  registration: {
    title: 'Registration for events (additions)',
    routes: registrationRoutes,
    schemas: async () => (await import('./schemas/registration.ts')).registrationSchemas,
  },
  planning: {
    title: 'Sessions of groups (additions)',
    routes: planningRoutes,
    schemas: async () => (await import('./schemas/planning.ts')).planningSchemas,
  },
  past: {
    title: 'Past sessions of groups (additions)',
    routes: pastRoutes,
    schemas: async () => (await import('./schemas/past.ts')).pastSchemas,
  },
  calendar: {
    title: 'Calendar of a member (additions)',
    routes: calendarRoutes,
    schemas: async () => (await import('./schemas/calendar.ts')).calendarSchemas,
  },
  search: {
    title: 'Search (additions)',
    routes: searchRoutes,
    schemas: async () => (await import('./schemas/search.ts')).searchSchemas,
  },
  linking: {
    title: 'Linked texts (additions)',
    routes: linkingRoutes,
    schemas: async () => (await import('./schemas/linking.ts')).linkingSchemas,
  },
  formatting: {
    title: 'Preview of formatted texts (an addition)',
    routes: formattingRoutes,
    schemas: async () => (await import('./schemas/formatting.ts')).formattingSchemas,
  },
  security: {
    title: 'Account security (additions)',
    routes: securityRoutes,
    schemas: async () => (await import('./schemas/security.ts')).securitySchemas,
  },
  personalData: {
    title: 'Personal data (additions)',
    routes: personalDataRoutes,
    schemas: async () => (await import('./schemas/personalData.ts')).personalDataSchemas,
  },
  live: {
    title: 'Changes as they happen (an addition)',
    routes: liveRoutes,
    schemas: async () => (await import('./schemas/live.ts')).liveSchemas,
  },
} as const satisfies Record<string, Table>

export type TableName = keyof typeof tables
type RoutesOf<Table extends TableName> = (typeof tables)[Table]['routes']
export type CallName = { [Table in TableName]: keyof RoutesOf<Table> }[TableName]
type Call = Route & { readonly name: CallName; readonly table: TableName }

/** True for additions, which docs/behaviour/calls.md does not list. */
export const isAdded = (table: TableName): boolean => /\((an addition|additions)\)$/.test(tables[table].title)

/** All rows of all tables; names are unique over all of them. */
export const calls: readonly Call[] = Object.entries(tables).flatMap(([table, { routes }]) =>
  Object.entries<Route>(routes).map(([name, route]) => ({
    ...route,
    name: name as CallName,
    table: table as TableName,
  })),
)

/** All calls with their schemas. */
export async function describeCalls() {
  const schemas = new Map<TableName, Schemas>()
  for (const [name, table] of Object.entries(tables)) schemas.set(name as TableName, await table.schemas())
  return calls.map((call) => {
    const schema = schemas.get(call.table)?.[call.name]
    if (schema === undefined) throw new Error(`${call.name} has no schema`)
    return { ...call, schema }
  })
}
