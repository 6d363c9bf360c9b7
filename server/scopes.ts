import type { App, Deps } from './deps.ts'
import { accountMemberModule, accountModule } from './modules/account/routes.ts'
import { contactModule } from './modules/contact/routes.ts'
import { contentModule } from './modules/content/routes.ts'
import { downloadsModule } from './modules/downloads/routes.ts'
import { filesModule } from './modules/files/routes.ts'
import { glossaryMemberModule } from './modules/glossary/memberRoutes.ts'
import { glossaryModule, glossaryTypesModule } from './modules/glossary/routes.ts'
import { groupsModule } from './modules/groups/routes.ts'
import { healthModule } from './modules/health/routes.ts'
import { notificationsMemberModule, unsubscribeModule } from './modules/notifications/routes.ts'
import { profileMemberModule, profileModule } from './modules/profile/routes.ts'
import { rulesModule } from './modules/rules/routes.ts'
import { visitsModule } from './modules/visits/routes.ts'
import { admitViewer, requireMember } from './plugins/identity.ts'
import { limitWrites } from './plugins/rateLimit.ts'

/** JSON of a member. */
const MEMBER_BODY_BYTES = 1024 * 1024

/** The map of the API: which module stands in which scope. Who may call follows from the scope alone. */
export async function registerScopes(api: App, deps: Deps): Promise<void> {
  const tokens = api.siteTokens

  await api.register(async (open: App) => {
    healthModule(open, deps)
    accountModule(open, deps, tokens)
    contentModule(open, deps)
    downloadsModule(open, deps)
    filesModule(open, deps)
    rulesModule(open, deps)
    glossaryTypesModule(open, deps)
    visitsModule(open, deps)
    profileModule(open, deps)
    await open.register(async (forms: App) => contactModule(forms, deps))
    await open.register(async (mailed: App) => unsubscribeModule(mailed, deps))
  })

  await api.register(async (optional: App) => {
    optional.addHook('onRequest', admitViewer(tokens.whoIs))
    glossaryModule(optional, deps)
  })

  await api.register(async (member: App) => {
    member.addHook('onRequest', requireMember(tokens.whoIs))
    member.addHook('onRoute', (route) => {
      route.bodyLimit ??= MEMBER_BODY_BYTES
    })
    limitWrites(member)
    accountMemberModule(member, deps)
    groupsModule(member, deps)
    profileMemberModule(member, deps)
    notificationsMemberModule(member, deps)
    await member.register(async (forms: App) => glossaryMemberModule(forms, deps))
  })
}
