import { type ComponentType, lazy } from 'react'
import { withLateStyles } from '#src/platform/lateStyles.ts'
import type { PageData } from '#src/store/pageData.ts'
import { type RoutePath, routeAt } from './routes.ts'

type Screen = {
  /** Loads the chunk, which also has `pageData` of a public page. A failed load is retried by the next call. */
  readonly load: () => Promise<{ pageData?: PageData }>
  /**
   * The screen once its chunk is loaded, else one that suspends. React shows a fallback for at least 300 ms, which also
   * delays the calls of the screen; a preloaded one needs none. Read it once per mount: it changes with the load.
   */
  readonly component: () => ComponentType
  readonly isLoaded: () => boolean
}

type Chunk<Name extends string> = Record<Name, ComponentType> & { pageData?: PageData }

export function screenOf<Name extends string>(
  fetchChunk: () => Promise<Chunk<Name>>,
  name: Name,
): Screen {
  let chunk: Chunk<Name> | undefined
  const load = async () => (chunk ??= await fetchChunk())
  const Suspending = lazy<ComponentType>(async () => ({ default: (await load())[name] }))
  return {
    load,
    component: () => chunk?.[name] ?? Suspending,
    isLoaded: () => chunk !== undefined,
  }
}

/** The screen of each route, each in a chunk of its own. A row of the table without a screen does not compile. */
export const pages: Record<RoutePath, Screen> = {
  '/': screenOf(
    () => import(/* webpackChunkName: "landing" */ '#src/features/landing/LandingPage.tsx'),
    'LandingPage',
  ),
  '/rpg-initiative': screenOf(
    () =>
      import(/* webpackChunkName: "initiative" */ '#src/features/initiative/InitiativePage.tsx'),
    'InitiativePage',
  ),
  '/news&events/': screenOf(
    () => import(/* webpackChunkName: "news" */ '#src/features/content/NewsPage.tsx'),
    'NewsPage',
  ),
  '/news/:news_id': screenOf(
    () => import(/* webpackChunkName: "article" */ '#src/features/content/ArticlePage.tsx'),
    'ArticlePage',
  ),
  '/downloads': screenOf(
    () => import(/* webpackChunkName: "downloads" */ '#src/features/downloads/DownloadsPage.tsx'),
    'DownloadsPage',
  ),
  '/rules': screenOf(
    () => import(/* webpackChunkName: "rules" */ '#src/features/rules/RulesPage.tsx'),
    'RulesPage',
  ),
  '/world': screenOf(
    () => import(/* webpackChunkName: "glossary" */ '#src/features/glossary/GlossaryPage.tsx'),
    'GlossaryPage',
  ),
  '/dashboard': screenOf(
    () =>
      withLateStyles(
        import(/* webpackChunkName: "dashboard" */ '#src/features/dashboard/DashboardPage.tsx'),
      ),
    'DashboardPage',
  ),
  '/ruleItem/:id': screenOf(
    () => import(/* webpackChunkName: "rule-item" */ '#src/features/rules/RuleItemPage.tsx'),
    'RuleItemPage',
  ),
  '/register': screenOf(
    () => import(/* webpackChunkName: "register" */ '#src/features/account/RegisterPage.tsx'),
    'RegisterPage',
  ),
  '/login': screenOf(
    () => import(/* webpackChunkName: "login" */ '#src/features/account/LoginPage.tsx'),
    'LoginPage',
  ),
  '/forgot-password': screenOf(
    () =>
      import(
        /* webpackChunkName: "forgot-password" */ '#src/features/account/ForgotPasswordPage.tsx'
      ),
    'ForgotPasswordPage',
  ),
  '/verified-change-password/:request_id': screenOf(
    () =>
      import(
        /* webpackChunkName: "change-password" */ '#src/features/account/ChangePasswordPage.tsx'
      ),
    'ChangePasswordPage',
  ),
  '/activate-account/:request_id': screenOf(
    () => import(/* webpackChunkName: "activation" */ '#src/features/account/ActivationPage.tsx'),
    'ActivationPage',
  ),
}

/** Undefined for an unknown path. */
export const screenAt = (pathname: string): Screen | undefined => {
  const found = routeAt(pathname)
  return found && pages[found.entry.path]
}

/** Preloads the chunk of the screen. Rendering retries a failed load and can show the failure. */
export async function preloadScreenAt(pathname: string): Promise<void> {
  await screenAt(pathname)
    ?.load()
    .catch(() => undefined)
}
