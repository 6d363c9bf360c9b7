import type { App, Deps } from './http/deps.ts'
import { admitViewer, requireMember } from './http/plugins/identity.ts'
import { limitWrites } from './http/plugins/rateLimit.ts'
import { scope } from './http/serve.ts'
import { accountMemberModule, accountModule } from './modules/account/siteRoutes.ts'
import { FEED_LINKS } from './modules/content/feeds.ts'
import { contentHead, contentPages } from './modules/content/pageHead.ts'
import { contentModule } from './modules/content/siteRoutes.ts'
import { downloadsModule } from './modules/downloads/siteRoutes.ts'
import { filesModule } from './modules/files/siteRoutes.ts'
import { glossaryMemberModule } from './modules/glossary/memberRoutes.ts'
import { entryHead } from './modules/glossary/pageHead.ts'
import { glossaryModule, glossaryTypesModule } from './modules/glossary/siteRoutes.ts'
import { groupsModule } from './modules/groups/siteRoutes.ts'
import { healthModule } from './modules/health/siteRoutes.ts'
import { messagesModule } from './modules/messages/siteRoutes.ts'
import { notificationsMemberModule, unsubscribeModule } from './modules/notifications/siteRoutes.ts'
import { profileMemberModule, profileModule } from './modules/profile/siteRoutes.ts'
import { ruleHead, rulePages } from './modules/rules/pageHead.ts'
import { rulesModule } from './modules/rules/siteRoutes.ts'
import { describeSite, type Site } from './modules/site/site.ts'
import { visitsModule } from './modules/visits/siteRoutes.ts'

const MEMBER_BODY_BYTES = 1024 * 1024

/** Every module of the site's API in its scope; access comes from the scope alone. */
export async function registerScopes(api: App, deps: Deps): Promise<void> {
  const tokens = api.siteTokens

  await api.register(
    scope('open', async (open) => {
      healthModule(open, deps)
      accountModule(open, deps, tokens)
      contentModule(open, deps)
      downloadsModule(open, deps)
      filesModule(open, deps)
      rulesModule(open, deps)
      glossaryTypesModule(open, deps)
      visitsModule(open, deps)
      profileModule(open, deps)
      await open.register(scope('contact', async (forms) => messagesModule(forms, deps)))
      await open.register(scope('unsubscribe', async (mailed) => unsubscribeModule(mailed, deps)))
    }),
  )

  await api.register(
    scope('optional', async (optional) => {
      optional.addHook('onRequest', admitViewer(tokens.whoIs))
      glossaryModule(optional, deps)
    }),
  )

  await api.register(
    scope('member', async (member) => {
      member.addHook('onRequest', requireMember(tokens.whoIs))
      member.addHook('onRoute', (route) => {
        route.bodyLimit ??= MEMBER_BODY_BYTES
      })
      limitWrites(member)
      accountMemberModule(member, deps)
      groupsModule(member, deps)
      profileMemberModule(member, deps)
      notificationsMemberModule(member, deps)
      await member.register(scope('glossary', async (forms) => glossaryMemberModule(forms, deps)))
    }),
  )
}

/** The pages of the site for link previews and search engines; a module with pages of its own adds a line to both. */
export const sitePages = (deps: Deps): Site =>
  describeSite(
    deps.settings,
    [contentHead(deps), ruleHead(deps), entryHead(deps)],
    [contentPages(deps), rulePages(deps)],
    FEED_LINKS,
  )
