import type { ComponentType } from 'react'
import { matchPath } from 'react-router'
import type { SitePart } from '#contract/siteKit.ts'
import type { MessageKey } from '#src/i18n/messageKeys.ts'
import { hides, type KitFacts } from '#src/platform/page.ts'
import type { PageData } from '#src/store/reducer.ts'
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
  /** Leaves the menu where the community does without it. */
  readonly part?: SitePart
  readonly requiresLogin?: true
  readonly requiresLoggedOut?: true
  readonly staffOnly?: true
  readonly staffHide?: true
  readonly superAdminOnly?: true
  /** Leads everybody else to the login. */
  readonly isForMembers?: true
  readonly needsLateStyles?: true
  readonly screen: () => Promise<Chunk>
}
type MenuEntry = Omit<RouteEntry, 'screen'>

/** What the file of a page exports: its screen, and the data of a public one. */
export type Chunk = { readonly Screen: ComponentType; readonly pageData?: PageData }

/**
 * The route table of behaviour 2.2, row by row, each with its screen in a chunk of its own. The specified flags are data for
 * the menu only, never guards: a guard made of them would lock members out of the landing page, where every redirect leads
 * (ruling 12).
 */
export const routes = [
  {
    layout: SITE,
    path: '/',
    name: 'navbar.home',
    icon: 'home',
    requiresLoggedOut: true,
    staffHide: true,
    screen: () => import(/* webpackChunkName: "landing" */ '#src/features/landing/LandingPage.tsx'),
  },
  {
    layout: SITE,
    path: '/rpg-initiative',
    name: 'navbar.rpg_initiative',
    icon: 'school',
    part: 'initiative',
    screen: () =>
      import(/* webpackChunkName: "initiative" */ '#src/features/initiative/InitiativePage.tsx'),
  },
  {
    layout: SITE,
    path: '/news&events/',
    name: 'navbar.news_events',
    icon: 'news',
    screen: () => import(/* webpackChunkName: "news" */ '#src/features/content/NewsPage.tsx'),
  },
  {
    layout: SITE,
    path: '/news/:news_id',
    name: 'navbar.news_item',
    icon: 'news',
    screen: () => import(/* webpackChunkName: "article" */ '#src/features/content/ArticlePage.tsx'),
  },
  {
    layout: SITE,
    path: '/downloads',
    name: 'navbar.downloads',
    icon: 'download',
    screen: () =>
      import(/* webpackChunkName: "downloads" */ '#src/features/downloads/DownloadsPage.tsx'),
  },
  {
    layout: SITE,
    path: '/rules',
    name: 'navbar.rules',
    icon: 'book',
    screen: () => import(/* webpackChunkName: "rules" */ '#src/features/rules/RulesPage.tsx'),
  },
  {
    layout: SITE,
    path: '/world',
    name: 'navbar.world',
    icon: 'globe',
    screen: () =>
      import(/* webpackChunkName: "glossary" */ '#src/features/glossary/GlossaryPage.tsx'),
  },
  {
    layout: SITE,
    path: '/dashboard',
    name: 'navbar.myaccount',
    icon: 'user',
    requiresLogin: true,
    isForMembers: true,
    needsLateStyles: true,
    screen: () =>
      import(/* webpackChunkName: "dashboard" */ '#src/features/dashboard/DashboardPage.tsx'),
  },
  {
    layout: SITE,
    path: '/ruleItem/:id',
    name: 'navbar.rule_item',
    icon: 'book',
    hidden: true,
    screen: () =>
      import(/* webpackChunkName: "rule-item" */ '#src/features/rules/RuleItemPage.tsx'),
  },
  {
    layout: AUTH,
    path: '/register',
    name: 'navbar.register',
    icon: 'userPlus',
    requiresLoggedOut: true,
    screen: () =>
      import(/* webpackChunkName: "register" */ '#src/features/account/RegisterPage.tsx'),
  },
  {
    layout: AUTH,
    path: '/login',
    name: 'navbar.login',
    icon: 'login',
    screen: () => import(/* webpackChunkName: "login" */ '#src/features/account/LoginPage.tsx'),
  },
  {
    layout: AUTH,
    path: '/forgot-password',
    name: 'navbar.forgot_password',
    icon: 'key',
    screen: () =>
      import(
        /* webpackChunkName: "forgot-password" */ '#src/features/account/ForgotPasswordPage.tsx'
      ),
  },
  // As specified: the next two require login and are the targets of links mailed to logged-out people.
  {
    layout: AUTH,
    path: '/verified-change-password/:request_id',
    name: 'navbar.change_password',
    icon: 'key',
    requiresLogin: true,
    screen: () =>
      import(
        /* webpackChunkName: "change-password" */ '#src/features/account/ChangePasswordPage.tsx'
      ),
  },
  {
    layout: AUTH,
    path: '/activate-account/:request_id',
    name: 'navbar.activate_account',
    icon: 'check',
    requiresLogin: true,
    screen: () =>
      import(/* webpackChunkName: "activation" */ '#src/features/account/ActivationPage.tsx'),
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

export const isVisible = (entry: MenuEntry, visitor: Visitor): boolean =>
  !entry.hidden &&
  (!entry.requiresLogin || visitor.isMember) &&
  (!entry.requiresLoggedOut || !visitor.isMember) &&
  (!entry.staffHide || !visitor.isStaff) &&
  (!entry.staffOnly || visitor.isStaff) &&
  (!entry.superAdminOnly || visitor.isSuperuser)

/** The menu: visible entries of the site layout without parameters (ruling 14). */
export const menuFor = (visitor: Visitor, kit?: KitFacts | null): readonly MenuEntry[] =>
  routes.filter(
    (entry: MenuEntry) =>
      entry.layout === SITE &&
      !entry.path.includes(':') &&
      isVisible(entry, visitor) &&
      !hides(entry.part, kit),
  )
