import { transferModule } from './desk/transfer/routes.ts'
import { uploadsModule } from './desk/uploads/routes.ts'
import type { App, Deps } from './http/deps.ts'
import { scope } from './http/plugins/scope.ts'
import { membersModule } from './modules/account/deskRoutes.ts'
import { sessionsModule } from './modules/account/deskSessionRoutes.ts'
import { auditModule } from './modules/audit/deskRoutes.ts'
import { contentDeskModule } from './modules/content/deskRoutes.ts'
import { downloadsDeskModule } from './modules/downloads/deskRoutes.ts'
import { glossaryDeskModule } from './modules/glossary/deskRoutes.ts'
import { reviewModule } from './modules/glossary/reviewRoutes.ts'
import { groupsModule } from './modules/groups/deskRoutes.ts'
import { messagesDeskModule } from './modules/messages/deskRoutes.ts'
import { overviewModule } from './modules/overview/routes.ts'
import { nameChangesModule } from './modules/profile/deskRoutes.ts'
import { rulesDeskModule } from './modules/rules/deskRoutes.ts'
import { countersModule } from './modules/visits/deskRoutes.ts'

const TRANSFER_WORKER = new URL('./start/transferWorker.ts', import.meta.url)

/** The routes of the desk. Access comes from the rows of the contract; see desk/guard.ts. */
export async function registerModules(desk: App, deps: Deps): Promise<void> {
  sessionsModule(desk, deps)
  contentDeskModule(desk, deps)
  downloadsDeskModule(desk, deps)
  rulesDeskModule(desk, deps)
  glossaryDeskModule(desk, deps)
  reviewModule(desk, deps)
  nameChangesModule(desk, deps)
  membersModule(desk, deps)
  groupsModule(desk, deps)
  messagesDeskModule(desk, deps)
  overviewModule(desk, deps)
  countersModule(desk, deps)
  auditModule(desk, deps)
  await desk.register(scope('uploads', async (uploads) => uploadsModule(uploads, deps)))
  await desk.register(
    scope('transfer', async (files) => transferModule(files, deps, TRANSFER_WORKER)),
  )
}
