import { matchPath } from 'react-router'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import type { IconName } from '#src/ui/icons.ts'

export type Visitor = {
  readonly isMember: boolean
  readonly isStaff: boolean
  readonly isSuperuser: boolean
}

const SITE = '/discordia'
const AUTH = '/auth'

type RouteEntry = {
  readonly layout: typeof SITE | typeof AUTH
  readonly path: `/${string}`
  readonly name: MessageKey
  readonly icon: IconName
  readonly hidden?: true
  readonly requiresLogin?: true
  readonly requiresLoggedOut?: true
  readonly staffOnly?: true
  readonly staffHide?: true
  readonly superAdminOnly?: true
}

/**
 * The route table of behaviour 2.2, row by row. The flags are data for the menu only, never guards: a guard made
 * of them would lock members out of the landing page, where every redirect leads (ruling 12).
 */
export const routes = [
  {
    layout: SITE,
    path: '/',
    name: 'navbar.home',
    icon: 'home',
    requiresLoggedOut: true,
    staffHide: true,
  },
  { layout: SITE, path: '/rpg-initiative', name: 'navbar.rpg_initiative', icon: 'school' },
  { layout: SITE, path: '/news&events/', name: 'navbar.news_events', icon: 'news' },
  { layout: SITE, path: '/news/:news_id', name: 'navbar.news_item', icon: 'news' },
  { layout: SITE, path: '/downloads', name: 'navbar.downloads', icon: 'download' },
  { layout: SITE, path: '/rules', name: 'navbar.rules', icon: 'book' },
  { layout: SITE, path: '/world', name: 'navbar.world', icon: 'globe' },
  { layout: SITE, path: '/dashboard', name: 'navbar.myaccount', icon: 'user', requiresLogin: true },
  { layout: SITE, path: '/ruleItem/:id', name: 'navbar.rule_item', icon: 'book', hidden: true },
  {
    layout: AUTH,
    path: '/register',
    name: 'navbar.register',
    icon: 'userPlus',
    requiresLoggedOut: true,
  },
  { layout: AUTH, path: '/login', name: 'navbar.login', icon: 'login' },
  { layout: AUTH, path: '/forgot-password', name: 'navbar.forgot_password', icon: 'key' },
  // As specified: the next two require login although mails link logged-out people to them.
  {
    layout: AUTH,
    path: '/verified-change-password/:request_id',
    name: 'navbar.change_password',
    icon: 'key',
    requiresLogin: true,
  },
  {
    layout: AUTH,
    path: '/activate-account/:request_id',
    name: 'navbar.activate_account',
    icon: 'check',
    requiresLogin: true,
  },
] as const satisfies readonly RouteEntry[]

export type RoutePath = (typeof routes)[number]['path']

export const urlOf = ({ layout, path }: Pick<RouteEntry, 'layout' | 'path'>): string =>
  `${layout}${path}`

/** The row of the table for this path, with its parameters; undefined for an unknown one. */
export function routeAt(path: string) {
  for (const entry of routes) {
    const match = matchPath(urlOf(entry), path)
    if (match) return { entry, params: match.params }
  }
  return undefined
}

export const isVisible = (entry: RouteEntry, visitor: Visitor): boolean =>
  !entry.hidden &&
  (!entry.requiresLogin || visitor.isMember) &&
  (!entry.requiresLoggedOut || !visitor.isMember) &&
  (!entry.staffHide || !visitor.isStaff) &&
  (!entry.staffOnly || visitor.isStaff) &&
  (!entry.superAdminOnly || visitor.isSuperuser)

/** The menu: visible entries of the site layout without parameters (ruling 14). */
export const menuFor = (visitor: Visitor): readonly RouteEntry[] =>
  routes.filter(
    (entry) => entry.layout === SITE && !entry.path.includes(':') && isVisible(entry, visitor),
  )
