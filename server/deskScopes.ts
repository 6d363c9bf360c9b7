import { transferModule } from './desk/transfer/routes.ts'
import type { App, Deps } from './http/deps.ts'
import { scope } from './http/serve.ts'
import { mailStates } from './mail/outbox.ts'
import { membersModule } from './modules/account/deskRoutes.ts'
import { sessionsModule } from './modules/account/deskSessions.ts'
import { passkeysDeskModule } from './modules/account/passkeys/deskRoutes.ts'
import { memberStates } from './modules/account/repository.ts'
import { secondFactorDeskModule } from './modules/account/second-factor/deskRoutes.ts'
import { auditModule } from './modules/audit/deskRoutes.ts'
import { contentDeskModule } from './modules/content/deskRoutes.ts'
import { downloadsDeskModule } from './modules/downloads/deskRoutes.ts'
import { formattingDeskModule } from './modules/formatting/deskRoutes.ts'
import { glossaryDeskModule } from './modules/glossary/deskRoutes.ts'
import { entryStates } from './modules/glossary/repository.ts'
import { reviewModule } from './modules/glossary/reviewRoutes.ts'
import { departGroups } from './modules/groups/departures.ts'
import { groupsModule } from './modules/groups/deskRoutes.ts'
import { reclaimGroups } from './modules/groups/handoverRepository.ts'
import { messagesDeskModule } from './modules/messages/deskRoutes.ts'
import { messageStates } from './modules/messages/repository.ts'
import { countUnnotified } from './modules/notifications/repository.ts'
import { overviewModule } from './modules/overview/deskRoutes.ts'
import type { Queues } from './modules/overview/repository.ts'
import { nameChangesModule } from './modules/profile/deskRoutes.ts'
import { listOrderDetails, nameChangeStates } from './modules/profile/repository.ts'
import { registrationDeskModule } from './modules/registration/deskRoutes.ts'
import { leaveEvents } from './modules/registration/leaving.ts'
import { restOffers } from './modules/registration/repository.ts'
import { rulesDeskModule } from './modules/rules/deskRoutes.ts'
import { uploadsModule } from './modules/uploads/deskRoutes.ts'

const TRANSFER_WORKER = new URL('./start/transferWorker.ts', import.meta.url)

/** What waits for the staff. */
const queuesAt = (now: number): Queues => ({
  review: { table: 'glossary_entries', since: 'created_at', waits: entryStates().pending },
  'name-changes': { table: 'name_changes', since: 'created_at', waits: nameChangeStates().pending },
  messages: { table: 'contact_messages', since: 'created_at', waits: messageStates().unread },
  outbox: { table: 'outbox', since: 'dead_at', waits: mailStates().dead },
  members: { table: 'users', since: 'deletion_due_at', waits: memberStates(now).overdue },
})

/** Every module of the desk. Access comes from `role` in contract/desk.ts; see `guard.ts`. */
export async function registerModules(desk: App, deps: Deps): Promise<void> {
  sessionsModule(desk, deps)
  passkeysDeskModule(desk, deps)
  secondFactorDeskModule(desk, deps)
  contentDeskModule(desk, deps, { countUnnotified, restOffers })
  registrationDeskModule(desk, deps)
  downloadsDeskModule(desk, deps)
  rulesDeskModule(desk, deps)
  glossaryDeskModule(desk, deps)
  reviewModule(desk, deps)
  formattingDeskModule(desk, deps)
  nameChangesModule(desk, deps)
  membersModule(desk, deps, { departGroups, reclaimGroups, leaveEvents, listOrderDetails })
  groupsModule(desk, deps)
  messagesDeskModule(desk, deps)
  overviewModule(desk, deps, queuesAt)
  auditModule(desk, deps)
  await desk.register(scope('uploads', async (uploads) => uploadsModule(uploads, deps)))
  await desk.register(
    scope('transfer', async (files) => transferModule(files, deps, TRANSFER_WORKER)),
  )
}
