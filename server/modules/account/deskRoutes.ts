import type { MemberId } from '#contract/ids.ts'
import type { OrderDetails } from '#contract/schemas/profile.ts'
import { publish } from '../../db/liveEvents.ts'
import type { Db } from '../../db/schema.ts'
import { assertFound } from '../../desk/audit.ts'
import { type ChangeContext, changeRoute, type Sent } from '../../desk/changeRoute.ts'
import { readRoutes } from '../../desk/crud.ts'
import { deskErrors } from '../../desk/errors.ts'
import { UNKNOWN_CLIENT } from '../../http/client.ts'
import type { App, Deps } from '../../http/deps.ts'
import { limited } from '../../http/serve.ts'
import { nameChangedMail } from '../../mail/jobs.ts'
import { enqueue } from '../../mail/outbox.ts'
import { stopWaitingChange } from './credentials/staffEmail.ts'
import { changeMember, members, type OneMember } from './deskMember.ts'
import { inviteMember } from './deskNewMember.ts'
import { activationMail, securityNotice } from './mails.ts'
import { renameUser } from './nameRepository.ts'
import { assertFreeName, nameObstacle, nameToStore } from './names.ts'
import { scheduleDeletion, withdrawDeletion } from './personal-data/deletion.ts'
import { insertExport } from './personal-data/exportRepository.ts'
import {
  assertDeactivated,
  assertNotActivated,
  assertNotDeactivated,
  assertOther,
  assertOtherName,
} from './policy.ts'
import { spendLinks, type User } from './repository.ts'
import { resetSecondFactor } from './second-factor/setUp.ts'
import { recordEvent } from './security-log/eventRepository.ts'
import { deleteDeskSessionsOf } from './sessionRepository.ts'
import { shutOut } from './sessions/shutOut.ts'
import { accountState } from './state.ts'

/** Changes in other modules when an account changes, in the same transaction. */
export type Connections = {
  readonly departGroups: (tx: Db, member: MemberId, now: number) => Promise<unknown>
  readonly reclaimGroups: (tx: Db, member: MemberId, now: number) => Promise<unknown>
  readonly leaveEvents: (tx: Db, member: MemberId, now: number) => Promise<void>
  readonly listOrderDetails: (db: Db, member: MemberId) => Promise<OrderDetails[]>
}

export function membersModule(desk: App, deps: Deps, connections: Connections): void {
  // The glossary marks entries of staff.
  const options = { clears: ['glossary'] } as const
  readRoutes(desk, deps, members)
  const details = showOrderDetails(connections)
  changeRoute(desk, deps, 'members', 'orderDetails', details, { config: limited(120, 10) })
  changeRoute(desk, deps, 'members', 'deactivate', deactivate(connections), options)
  changeRoute(desk, deps, 'members', 'reactivate', reactivate(connections), options)
  changeRoute(desk, deps, 'members', 'create', inviteMember, { status: 201 })
  changeRoute(desk, deps, 'members', 'resendActivation', resendActivation, options)
  changeRoute(desk, deps, 'members', 'activate', activate, options)
  changeRoute(desk, deps, 'members', 'rename', rename, options)
  changeRoute(desk, deps, 'members', 'endSessions', endAllSessions, options)
  changeRoute(desk, deps, 'members', 'setRole', setRole, options)
  changeRoute(desk, deps, 'members', 'resetSecondFactor', resetFactor, options)
  changeRoute(desk, deps, 'members', 'requestExport', requestExport)
  changeRoute(desk, deps, 'members', 'requestDeletion', requestDeletion)
  changeRoute(desk, deps, 'members', 'withdrawDeletion', keepAccount)
}

/** Changes nothing, but the audit log records who has read them. */
const showOrderDetails =
  ({ listOrderDetails }: Connections) =>
  async ({ tx }: ChangeContext, { params: { id } }: OneMember) => {
    const [details] = await listOrderDetails(tx, id as MemberId)
    assertFound(details)
    return { record: id, before: null, after: null, response: { id, ...details } }
  }

const deactivate =
  ({ departGroups, leaveEvents }: Connections) =>
  (context: ChangeContext, { params }: OneMember) =>
    changeMember(context, params.id, 'account_deactivated', async (user) => {
      assertOther(user, context.actor.id)
      assertNotDeactivated(user)
      await departGroups(context.tx, user.id, context.now)
      await leaveEvents(context.tx, user.id, context.now)
      await stopWaitingChange(context.tx, user, context.now)
      return { ...(await revokeSessions(context, user)), deactivated_at: context.now }
    })

const reactivate =
  ({ reclaimGroups }: Connections) =>
  (context: ChangeContext, { params }: OneMember) =>
    changeMember(context, params.id, 'account_reactivated', async (user) => {
      assertDeactivated(user)
      await reclaimGroups(context.tx, user.id, context.now)
      return { deactivated_at: null }
    })

const resendActivation = (context: ChangeContext, { params }: OneMember) =>
  changeMember(context, params.id, null, async (user) => {
    assertNotActivated(user)
    await enqueue(context.tx, activationMail(user), context.now)
    return { email: user.email }
  })

/** Serves a member whose activation mail never came. The mailbox is not proven, so the address gets a mail about it. */
const activate = (context: ChangeContext, { params }: OneMember) =>
  changeMember(context, params.id, 'account_activated', async (user) => {
    const { tx, now } = context
    assertNotActivated(user)
    await spendLinks(tx, user.id, 'activation', now)
    await recordEvent(tx, user.id, 'activated_by_staff', UNKNOWN_CLIENT, now)
    await enqueue(tx, securityNotice(user, 'account_activated'), now)
    return { activated_at: now }
  })

const rename = (context: ChangeContext, { params, body }: Sent<'members', 'rename'>) =>
  changeMember(context, params.id, null, async (user) => {
    const { tx, now, actor } = context
    assertOther(user, actor.id)
    const name = nameToStore(body.username)
    assertOtherName(user, name)
    assertFreeName(await nameObstacle(tx, name, now, user.id))
    await renameUser(tx, user, name, now)
    await publish(tx, [user.id], { kind: 'name_change' }, now)
    const names = { old_name: user.username, name: name.username }
    await enqueue(tx, nameChangedMail(user, names, body.reason.trim()), now)
    return name
  })

const endAllSessions = (context: ChangeContext, { params }: OneMember) =>
  changeMember(context, params.id, 'sessions_ended', (user) => revokeSessions(context, user))

const setRole = (context: ChangeContext, { params, body: { role } }: Sent<'members', 'setRole'>) =>
  changeMember(context, params.id, 'role_changed', async (user) => {
    assertOther(user, context.actor.id)
    if (role === 'player') await deleteDeskSessionsOf(context.tx, user.id)
    return { role }
  })

/** Serves a member who has lost a phone. */
const resetFactor = (context: ChangeContext, { params }: OneMember) =>
  changeMember(context, params.id, 'second_step_reset', async (user) => {
    const { tx, now, actor } = context
    assertOther(user, actor.id)
    if (!(await resetSecondFactor(tx, user, now))) throw deskErrors.wrongState('no_second_factor')
    return { token_version: user.token_version + 1 }
  })

/** The mail about the archive goes to the member, who alone can download it. */
const requestExport = (context: ChangeContext, { params }: OneMember) =>
  changeMember(context, params.id, 'export_requested', async (user) => {
    if (accountState(user) !== 'active') throw deskErrors.wrongState('archive_needs_account')
    await insertExport(context.tx, user.id, context.now)
    return { email: user.email }
  })

const requestDeletion = (context: ChangeContext, { params }: OneMember) =>
  changeMember(context, params.id, 'deletion_requested', async (user) => {
    const { tx, now, actor } = context
    assertOther(user, actor.id)
    if (user.deletion_due_at !== null) throw deskErrors.wrongState('deletion_due')
    return { deletion_due_at: await scheduleDeletion(tx, user, now) }
  })

const keepAccount = (context: ChangeContext, { params }: OneMember) =>
  changeMember(context, params.id, 'deletion_withdrawn', async (user) => {
    if (!(await withdrawDeletion(context.tx, user, context.now)))
      throw deskErrors.wrongState('deletion_not_due')
    return { deletion_due_at: null }
  })

/** Revokes sessions of the site and of the desk; access tokens are invalid from the next request on. */
async function revokeSessions({ tx, now }: ChangeContext, user: User) {
  await shutOut(tx, user.id, now)
  return { token_version: user.token_version + 1 }
}
