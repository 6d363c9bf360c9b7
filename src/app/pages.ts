import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { RoutePath } from './routes.ts'

type Page = LazyExoticComponent<ComponentType>

const page = (load: () => Promise<ComponentType>): Page =>
  lazy(async () => ({ default: await load() }))

/** The screen of each route, each in a chunk of its own. A row of the table without a screen does not compile. */
export const pages: Record<RoutePath, Page> = {
  '/': page(
    async () =>
      (await import(/* webpackChunkName: "landing" */ '#src/features/landing/LandingPage.tsx'))
        .LandingPage,
  ),
  '/rpg-initiative': page(
    async () =>
      (
        await import(
          /* webpackChunkName: "initiative" */ '#src/features/initiative/InitiativePage.tsx'
        )
      ).InitiativePage,
  ),
  '/news&events/': page(
    async () =>
      (await import(/* webpackChunkName: "news" */ '#src/features/news/NewsPage.tsx')).NewsPage,
  ),
  '/news/:news_id': page(
    async () =>
      (await import(/* webpackChunkName: "article" */ '#src/features/news/ArticlePage.tsx'))
        .ArticlePage,
  ),
  '/downloads': page(
    async () =>
      (
        await import(
          /* webpackChunkName: "downloads" */ '#src/features/downloads/DownloadsPage.tsx'
        )
      ).DownloadsPage,
  ),
  '/rules': page(
    async () =>
      (await import(/* webpackChunkName: "rules" */ '#src/features/rules/RulesPage.tsx')).RulesPage,
  ),
  '/world': page(
    async () =>
      (await import(/* webpackChunkName: "glossary" */ '#src/features/glossary/GlossaryPage.tsx'))
        .GlossaryPage,
  ),
  '/dashboard': page(
    async () =>
      (
        await import(
          /* webpackChunkName: "dashboard" */ '#src/features/dashboard/DashboardPage.tsx'
        )
      ).DashboardPage,
  ),
  '/ruleItem/:id': page(
    async () =>
      (await import(/* webpackChunkName: "rule-item" */ '#src/features/rules/RuleItemPage.tsx'))
        .RuleItemPage,
  ),
  '/register': page(
    async () =>
      (await import(/* webpackChunkName: "register" */ '#src/features/auth/RegisterPage.tsx'))
        .RegisterPage,
  ),
  '/login': page(
    async () =>
      (await import(/* webpackChunkName: "login" */ '#src/features/auth/LoginPage.tsx')).LoginPage,
  ),
  '/forgot-password': page(
    async () =>
      (
        await import(
          /* webpackChunkName: "forgot-password" */ '#src/features/auth/ForgotPasswordPage.tsx'
        )
      ).ForgotPasswordPage,
  ),
  '/verified-change-password/:request_id': page(
    async () =>
      (
        await import(
          /* webpackChunkName: "change-password" */ '#src/features/auth/ChangePasswordPage.tsx'
        )
      ).ChangePasswordPage,
  ),
  '/activate-account/:request_id': page(
    async () =>
      (await import(/* webpackChunkName: "activation" */ '#src/features/auth/ActivationPage.tsx'))
        .ActivationPage,
  ),
}
