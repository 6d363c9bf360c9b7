import { uploadsModule } from './desk/uploads/routes.ts'
import type { App, Deps } from './http/deps.ts'
import { scope } from './http/plugins/scope.ts'
import { membersModule } from './modules/account/deskRoutes.ts'
import { sessionsModule } from './modules/account/deskSessionRoutes.ts'
import { auditModule } from './modules/audit/deskRoutes.ts'
import { contentsModule } from './modules/content/deskRoutes.ts'
import { downloadsModule } from './modules/downloads/deskRoutes.ts'
import { glossaryModule } from './modules/glossary/deskRoutes.ts'
import { reviewModule } from './modules/glossary/reviewRoutes.ts'
import { groupsModule } from './modules/groups/deskRoutes.ts'
import { inboxModule } from './modules/messages/deskRoutes.ts'
import { overviewModule } from './modules/overview/routes.ts'
import { nameChangesModule } from './modules/profile/deskRoutes.ts'
import { rulesModule } from './modules/rules/deskRoutes.ts'
import { transferModule } from './modules/transfer/deskRoutes.ts'
import { countersModule } from './modules/visits/deskRoutes.ts'

/** The map of the desk. Who may call follows from the contract's rows; see `guard.ts`. */
export async function registerModules(desk: App, deps: Deps): Promise<void> {
  sessionsModule(desk, deps)
  contentsModule(desk, deps)
  downloadsModule(desk, deps)
  rulesModule(desk, deps)
  glossaryModule(desk, deps)
  reviewModule(desk, deps)
  nameChangesModule(desk, deps)
  membersModule(desk, deps)
  groupsModule(desk, deps)
  inboxModule(desk, deps)
  overviewModule(desk, deps)
  countersModule(desk, deps)
  auditModule(desk, deps)
  await desk.register(scope('uploads', async (sending) => uploadsModule(sending, deps)))
  await desk.register(scope('transfer', async (filing) => transferModule(filing, deps)))
}
