import type { App, Deps } from './http/deps.ts'
import { admitViewer, requireMember } from './http/plugins/identity.ts'
import { limitWrites } from './http/plugins/rateLimit.ts'
import { scope } from './http/plugins/scope.ts'
import { accountMemberModule, accountModule } from './modules/account/routes.ts'
import { contentModule } from './modules/content/siteRoutes.ts'
import { downloadsModule } from './modules/downloads/siteRoutes.ts'
import { filesModule } from './modules/files/routes.ts'
import { glossaryMemberModule } from './modules/glossary/memberRoutes.ts'
import { glossaryModule, glossaryTypesModule } from './modules/glossary/siteRoutes.ts'
import { groupsModule } from './modules/groups/routes.ts'
import { healthModule } from './modules/health/routes.ts'
import { contactModule } from './modules/messages/routes.ts'
import { notificationsMemberModule, unsubscribeModule } from './modules/notifications/routes.ts'
import { profileMemberModule, profileModule } from './modules/profile/routes.ts'
import { rulesModule } from './modules/rules/siteRoutes.ts'
import { visitsModule } from './modules/visits/routes.ts'

/** Limit of the JSON body of a member's request, in bytes. */
const MEMBER_BODY_BYTES = 1024 * 1024

/** The map of the API: which module stands in which scope. Who may call follows from the scope alone. */
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
      await open.register(scope('contact', async (forms) => contactModule(forms, deps)))
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
