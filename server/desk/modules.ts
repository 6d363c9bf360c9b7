import type { App, Deps } from '../deps.ts'
import { scope } from '../plugins/scope.ts'
import { auditModule } from './modules/audit/routes.ts'
import { contentsModule } from './modules/contents/routes.ts'
import { countersModule } from './modules/counters/routes.ts'
import { downloadsModule } from './modules/downloads/routes.ts'
import { glossaryModule } from './modules/glossary/routes.ts'
import { groupsModule } from './modules/groups/routes.ts'
import { inboxModule } from './modules/inbox/routes.ts'
import { membersModule } from './modules/members/routes.ts'
import { nameChangesModule } from './modules/name-changes/routes.ts'
import { overviewModule } from './modules/overview/routes.ts'
import { reviewModule } from './modules/review/routes.ts'
import { rulesModule } from './modules/rules/routes.ts'
import { sessionsModule } from './modules/sessions/routes.ts'
import { transferModule } from './modules/transfer/routes.ts'
import { uploadsModule } from './modules/uploads/routes.ts'

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
