import type { MemberId } from '#contract/ids.ts'
import type { OrderDetails } from '#contract/profile.ts'
import type { HasDb } from '../../db/schema.ts'
import { assertFound, type Change } from '../../desk/audit.ts'
import { changeRoute, type DeskWork, type Sent } from '../../desk/changeRoute.ts'
import { presentOne, readRoutes } from '../../desk/crud.ts'
import { deskErrors } from '../../desk/errors.ts'
import { UNKNOWN_CLIENT } from '../../http/client.ts'
import type { App, Deps } from '../../http/deps.ts'
import { unusableHash } from '../../http/passwords.ts'
import { limited } from '../../http/serve.ts'
import type { Work, WorkOf } from '../../work/work.ts'
import { assertFree } from './credentials/freeEmail.ts'
import { stopWaitingChange } from './credentials/staffEmail.ts'
import { changeMember, members, type OneMember } from './deskMember.ts'
import { accountMails, notify } from './mails.ts'
import { renameUser } from './nameRepository.ts'
import { assertFreeName, nameObstacle, nameToStore } from './names.ts'
import { scheduleDeletion, withdrawDeletion } from './personal-data/deletion.ts'
import { insertExport } from './personal-data/exportRepository.ts'
import {
  assertDeactivated,
  assertMailable,
  assertNotActivated,
  assertNotDeactivated,
  assertOther,
  assertOtherName,
  assertStillSuperuser,
  emailToStore,
} from './policy.ts'
import { findUser, insertUser, lockSuperusers, spendLinks, type User } from './repository.ts'
import { resetSecondFactor } from './second-factor/setUp.ts'
import { recordEvent } from './security-log/eventRepository.ts'
import { deleteDeskSessionsOf } from './sessionRepository.ts'
import { shutOut } from './sessions/shutOut.ts'
import { accountState } from './state.ts'

/** Changes in other modules when an account changes, in the same transaction. */
export type Connections = {
  readonly departGroups: (w: Work, member: MemberId) => Promise<unknown>
  readonly reclaimGroups: (w: Work, member: MemberId) => Promise<unknown>
  readonly leaveEvents: (w: Work, member: MemberId) => Promise<void>
  readonly listOrderDetails: (w: HasDb, member: MemberId) => Promise<OrderDetails[]>
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
  async (w: DeskWork, { params: { id } }: OneMember) => {
    const [details] = await listOrderDetails(w, id as MemberId)
    assertFound(details)
    return { record: id, before: null, after: null, response: { id, ...details } }
  }

const deactivate =
  ({ departGroups, leaveEvents }: Connections) =>
  (w: DeskWork, { params }: OneMember) =>
    changeMember(w, params.id, 'account_deactivated', async (user) => {
      assertOther(user, w.actor.id)
      assertNotDeactivated(user)
      await departGroups(w, user.id)
      await leaveEvents(w, user.id)
      await stopWaitingChange(w, user)
      return { ...(await revokeSessions(w, user)), deactivated_at: w.now }
    })

const reactivate =
  ({ reclaimGroups }: Connections) =>
  (w: DeskWork, { params }: OneMember) =>
    changeMember(w, params.id, 'account_reactivated', async (user) => {
      assertDeactivated(user)
      await reclaimGroups(w, user.id)
      return { deactivated_at: null }
    })

const resendActivation = (w: DeskWork, { params }: OneMember) =>
  changeMember(w, params.id, null, async (user) => {
    assertNotActivated(user)
    w.mail(user.email, accountMails.of('activation', { user: user.id }))
    return { email: user.email }
  })

/** Serves a member whose activation mail never came. The mailbox is not proven, so the address gets a mail about it. */
const activate = (w: DeskWork, { params }: OneMember) =>
  changeMember(w, params.id, 'account_activated', async (user) => {
    assertNotActivated(user)
    await spendLinks(w, user.id, 'activation')
    await recordEvent(w, user.id, 'activated_by_staff', UNKNOWN_CLIENT)
    notify(w, user, { notice: 'account_activated' })
    return { activated_at: w.now }
  })

const rename = (w: WorkOf<DeskWork>, { params, body }: Sent<'members', 'rename'>) =>
  changeMember(w, params.id, null, async (user) => {
    assertOther(user, w.actor.id)
    const name = nameToStore(body.username)
    assertOtherName(user, name)
    assertFreeName(await nameObstacle(w, name, user.id))
    await renameUser(w, user, name)
    w.publish([user.id], { kind: 'name_change' })
    const names = { old_name: user.username, name: name.username, reason: body.reason.trim() }
    w.mail([user.id], accountMails.of('name-changed', names))
    return name
  })

const endAllSessions = (w: DeskWork, { params }: OneMember) =>
  changeMember(w, params.id, 'sessions_ended', (user) => revokeSessions(w, user))

const setRole = (w: WorkOf<DeskWork>, { params, body: { role } }: Sent<'members', 'setRole'>) =>
  changeMember(w, params.id, 'role_changed', async (user) => {
    assertOther(user, w.actor.id)
    if (role === 'player') await deleteDeskSessionsOf(w, user.id)
    return { role }
  })

/** Serves a member who has lost a phone. */
const resetFactor = (w: DeskWork, { params }: OneMember) =>
  changeMember(w, params.id, 'second_step_reset', async (user) => {
    assertOther(user, w.actor.id)
    if (!(await resetSecondFactor(w, user))) throw deskErrors.wrongState('no_second_factor')
    return { token_version: user.token_version + 1 }
  })

/** The mail about the archive goes to the member, who alone can download it. */
const requestExport = (w: DeskWork, { params }: OneMember) =>
  changeMember(w, params.id, 'export_requested', async (user) => {
    if (accountState(user) !== 'active') throw deskErrors.wrongState('archive_needs_account')
    await insertExport(w, user.id)
    return { email: user.email }
  })

const requestDeletion = (w: DeskWork, { params }: OneMember) =>
  changeMember(w, params.id, 'deletion_requested', async (user) => {
    assertOther(user, w.actor.id)
    if (user.deletion_due_at !== null) throw deskErrors.wrongState('deletion_due')
    return { deletion_due_at: await scheduleDeletion(w, user) }
  })

const keepAccount = (w: DeskWork, { params }: OneMember) =>
  changeMember(w, params.id, 'deletion_withdrawn', async (user) => {
    if (!(await withdrawDeletion(w, user))) throw deskErrors.wrongState('deletion_not_due')
    return { deletion_due_at: null }
  })

/** Revokes sessions of the site and of the desk; access tokens are invalid from the next request on. */
async function revokeSessions(w: DeskWork, user: User) {
  await shutOut(w, user.id)
  return { token_version: user.token_version + 1 }
}

/** Makes an account without a password: its member sets one by the mailed link, which activates it. */
async function inviteMember(
  w: WorkOf<DeskWork>,
  { body }: Sent<'members', 'create'>,
): Promise<Change> {
  assertStillSuperuser(await lockSuperusers(w), w.actor.id)
  const user = { ...nameToStore(body.username), ...emailToStore(body.email) }
  await assertFree(w, user)
  await assertMailable(w, w.jwtSecret, user.email_key)
  const added = await insertUser(w, {
    ...user,
    password_hash: unusableHash(),
    role: 'player',
    created_at: w.now,
    invited_at: w.now,
  })
  const row = added && (await findUser(w, added.id))
  // A concurrent request took the username or the email address.
  if (row === undefined) throw deskErrors.alreadyThere()
  w.mail(row.email, accountMails.of('activation', { user: row.id }))
  const record = await presentOne(members, w, row)
  return { record: row.id, before: null, after: record, response: record }
}
