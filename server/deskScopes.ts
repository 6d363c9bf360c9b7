import type { App, Deps } from './http/deps.ts'
import { scope } from './http/serve.ts'
import { membersModule } from './modules/account/deskRoutes.ts'
import { sessionsModule } from './modules/account/deskSessions.ts'
import { auditModule } from './modules/audit/deskRoutes.ts'
import { contentsModule } from './modules/content/deskRoutes.ts'
import { downloadsModule } from './modules/downloads/deskRoutes.ts'
import { glossaryModule } from './modules/glossary/deskRoutes.ts'
import { reviewModule } from './modules/glossary/reviewRoutes.ts'
import { groupsModule } from './modules/groups/deskRoutes.ts'
import { handOverGroups, reclaimGroups } from './modules/groups/handoverRepository.ts'
import { messagesModule } from './modules/messages/deskRoutes.ts'
import { countUnnotified } from './modules/notifications/repository.ts'
import { overviewModule } from './modules/overview/deskRoutes.ts'
import { nameChangesModule } from './modules/profile/deskRoutes.ts'
import { listOrderDetails } from './modules/profile/repository.ts'
import { rulesModule } from './modules/rules/deskRoutes.ts'
import { transferModule } from './modules/transfer/deskRoutes.ts'
import { uploadsModule } from './modules/uploads/deskRoutes.ts'

/** Every module of the desk. Access comes from `role` in contract/desk.ts; see `guard.ts`. */
export async function registerModules(desk: App, deps: Deps): Promise<void> {
  sessionsModule(desk, deps)
  contentsModule(desk, deps, countUnnotified)
  downloadsModule(desk, deps)
  rulesModule(desk, deps)
  glossaryModule(desk, deps)
  reviewModule(desk, deps)
  nameChangesModule(desk, deps)
  membersModule(desk, deps, { handOverGroups, reclaimGroups, listOrderDetails })
  groupsModule(desk, deps)
  messagesModule(desk, deps)
  overviewModule(desk, deps)
  auditModule(desk, deps)
  await desk.register(scope('uploads', async (sending) => uploadsModule(sending, deps)))
  await desk.register(scope('transfer', async (filing) => transferModule(filing, deps)))
}
