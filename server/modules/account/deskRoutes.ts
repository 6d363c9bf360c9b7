import type { DeskMember } from '#contract/deskMember.ts'
import type { MemberId } from '#contract/ids.ts'
import type { OrderDetails } from '#contract/profile.ts'
import type { HasDb, RowChange } from '../../db/rows.ts'
import { assertFound, type Change } from '../../desk/audit.ts'
import { changeRoute, type DeskWork, type Sent } from '../../desk/changeRoute.ts'
import { changeRow, presentOne, type Readable, readRoutes } from '../../desk/crud.ts'
import { deskErrors } from '../../desk/errors.ts'
import { UNKNOWN_CLIENT } from '../../http/client.ts'
import { type App, type Deps, limited } from '../../http/deps.ts'
import { unusableHash } from '../../http/passwords.ts'
import type { SecurityEvent } from '../../http/securityLog.ts'
import { iso } from '../../text/time.ts'
import type { Work, WorkOf } from '../../work/work.ts'
import { settleApplication } from './admission/repository.ts'
import { type EmailChange, staffChangesOf } from './credentials/emailChangeRepository.ts'
import { assertFree } from './credentials/freeEmail.ts'
import { stopWaitingChange } from './credentials/staffEmail.ts'
import { LOOK_UPS, lookUpMember } from './lookUp.ts'
import { accountMails, notify } from './mails.ts'
import { renameUser } from './nameRepository.ts'
import { assertFreeName, nameObstacle, nameToStore } from './names.ts'
import { countPasskeysOf } from './passkeys/passkeyRepository.ts'
import { isFormerMember, scheduleDeletion, withdrawDeletion } from './personal-data/eraser.ts'
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
import {
  findUser,
  insertUser,
  lockSuperusers,
  memberStates,
  spendLinks,
  type User,
} from './repository.ts'
import { listRestrictions } from './restrictionRepository.ts'
import { secondFactorsOf } from './second-factor/secondFactorRepository.ts'
import { resetSecondFactor } from './second-factor/secondStep.ts'
import { recordEvent } from './security-log/eventRepository.ts'
import { deleteDeskSessionsOf } from './sessions/repository.ts'
import { shutOut } from './sessions/shutOut.ts'
import { accountState } from './state.ts'

/** Changes in other modules when an account changes, in the same transaction. */
export type Connections = {
  readonly departGroups: (w: Work, member: MemberId) => Promise<unknown>
  readonly reclaimGroups: (w: Work, member: MemberId) => Promise<unknown>
  readonly leaveEvents: (w: Work, member: MemberId) => Promise<void>
  readonly stopLeading: (w: Work, member: MemberId) => Promise<void>
  readonly listOrderDetails: (w: HasDb, member: MemberId) => Promise<OrderDetails[]>
}

export function membersRoutes(desk: App, deps: Deps, connections: Connections): void {
  // The glossary marks entries of staff, and tables name their leaders.
  const options = { clears: ['glossary', 'contents'] } as const
  readRoutes(desk, deps, members)
  changeRoute(desk, deps, 'members', 'lookUp', lookUpMember, LOOK_UPS)
  const details = showOrderDetails(connections)
  changeRoute(desk, deps, 'members', 'orderDetails', details, { config: limited(120, 10) })
  changeRoute(desk, deps, 'members', 'deactivate', deactivate(connections), options)
  changeRoute(desk, deps, 'members', 'reactivate', reactivate(connections), options)
  changeRoute(desk, deps, 'members', 'create', inviteMember, { status: 201 })
  changeRoute(desk, deps, 'members', 'resendActivation', resendActivation, options)
  changeRoute(desk, deps, 'members', 'activate', activate, options)
  changeRoute(desk, deps, 'members', 'rename', rename, options)
  changeRoute(desk, deps, 'members', 'trust', trust)
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

/** Locks the superusers: call it before other locks. @throws Refusal for an actor who is none of them */
export const assertSuperuser = async (w: DeskWork): Promise<void> =>
  assertStillSuperuser(await lockSuperusers(w), w.actor.id)

/** Closes an account, which is locked. @throws Refusal */
export const closing =
  ({ departGroups, leaveEvents, stopLeading }: Connections) =>
  async (w: DeskWork, user: User): Promise<RowChange<'users'>> => {
    assertOther(user, w.actor.id)
    assertNotDeactivated(user)
    await departGroups(w, user.id)
    await leaveEvents(w, user.id)
    await stopLeading(w, user.id)
    await stopWaitingChange(w, user)
    return { ...(await revokeSessions(w, user)), deactivated_at: w.now }
  }

/** Opens it again. @throws Refusal */
export const reopening =
  ({ reclaimGroups }: Pick<Connections, 'reclaimGroups'>) =>
  async (w: DeskWork, user: User): Promise<RowChange<'users'>> => {
    assertDeactivated(user)
    await reclaimGroups(w, user.id)
    return { deactivated_at: null }
  }

const deactivate = (connections: Connections) =>
  memberChange('account_deactivated', closing(connections))

const reactivate = (connections: Connections) =>
  memberChange('account_reactivated', reopening(connections))

const resendActivation = memberChange(null, async (w, user) => {
  assertNotActivated(user)
  w.mail(user.email, accountMails.of('activation', { user: user.id }))
  return { email: user.email }
})

/** Serves a member whose activation mail never came. The mailbox is not proven, so the address gets a mail about it. */
const activate = memberChange('account_activated', async (w, user) => {
  assertNotActivated(user)
  await spendLinks(w, user.id, 'activation')
  await settleApplication(w, user.id, w.actor.id as MemberId)
  await recordEvent(w, user.id, 'activated_by_staff', UNKNOWN_CLIENT)
  notify(w, user, { notice: 'account_activated' })
  return { activated_at: w.now }
})

const rename = memberChange(null, async (w, user, { body }: Sent<'members', 'rename'>) => {
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

const trust = memberChange(null, async (w, user) => {
  assertOther(user, w.actor.id)
  return { distrusted_at: null }
})

const endAllSessions = memberChange('sessions_ended', revokeSessions)

const setRole = memberChange(
  'role_changed',
  async (w, user, { body: { role } }: Sent<'members', 'setRole'>) => {
    assertOther(user, w.actor.id)
    if (role === 'player') await deleteDeskSessionsOf(w, user.id)
    return { role }
  },
)

/** Serves a member who has lost a phone. */
const resetFactor = memberChange('second_step_reset', async (w, user) => {
  assertOther(user, w.actor.id)
  if (!(await resetSecondFactor(w, user))) throw deskErrors.wrongState('no_second_factor')
  return { token_version: user.token_version + 1 }
})

/** The mail about the archive goes to the member, who alone can download it. */
const requestExport = memberChange('export_requested', async (w, user) => {
  if (accountState(user) !== 'active') throw deskErrors.wrongState('archive_needs_account')
  await insertExport(w, user.id)
  return { email: user.email }
})

const requestDeletion = memberChange('deletion_requested', async (w, user) => {
  assertOther(user, w.actor.id)
  if (user.deletion_due_at !== null) throw deskErrors.wrongState('deletion_due')
  return { deletion_due_at: await scheduleDeletion(w, user) }
})

const keepAccount = memberChange('deletion_withdrawn', async (w, user) => {
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

export type OneMember = { readonly params: { readonly id: number } }

const members: Readable<'members', 'users'> = {
  resource: 'members',
  table: 'users',
  list: {
    sortable: ['username', 'email', 'role', 'created_at', 'activated_at', 'deactivated_at'],
    foldedForms: { username: 'username_key', email: 'email_key' },
    filterable: ['role'],
    searched: ['username', 'email'],
    states: memberStates,
    sort: ['id', 'desc'],
  },
  present: async (w, rows) => {
    const ids = rows.map(({ id }) => id)
    const since = await secondFactorsOf(w, ids)
    const passkeys = await countPasskeysOf(w, ids)
    const changes = await staffChangesOf(w, ids)
    const restrictions = await listRestrictions(w, ids)
    return rows.map((row) =>
      presentMember(row, {
        second_factor_at: since.get(row.id) ?? null,
        passkeys: passkeys.get(row.id) ?? 0,
        email_change: changes.get(row.id),
        restrictions: restrictions.filter(({ user_id }) => user_id === row.id),
      }),
    )
  },
}

/** A handler that changes one account. @param event null: no entry in the security log */
export function memberChange<S extends OneMember = OneMember>(
  event: SecurityEvent | null,
  decide: (w: DeskWork, user: User, sent: S) => Promise<RowChange<'users'>>,
) {
  return async (w: DeskWork, sent: S): Promise<Change> => {
    await assertSuperuser(w)
    const change = await changeRow(w, members, sent.params.id, (user) => {
      if (isFormerMember(user)) throw deskErrors.wrongState('stand_in')
      return decide(w, user, sent)
    })
    w.afterwards(async () => {
      const { role } = change.response
      const details = { account: change.response.id, by: w.actor.id, role, ip: w.request.ip }
      if (event !== null) w.security.report(w.request.log, event, details)
    })
    return change
  }
}

type About = {
  readonly second_factor_at: number | null
  readonly passkeys: number
  /** The change of email address that staff requested and that is not confirmed yet. */
  readonly email_change: EmailChange | undefined
  readonly restrictions: Awaited<ReturnType<typeof listRestrictions>>
}

const presentMember = (
  user: User,
  { second_factor_at, passkeys, email_change, restrictions }: About,
): DeskMember => ({
  id: user.id,
  username: user.username,
  email: user.email,
  role: user.role,
  created_at: iso(user.created_at),
  activated_at: iso(user.activated_at),
  deactivated_at: iso(user.deactivated_at),
  state: accountState(user),
  second_factor_at: iso(second_factor_at),
  passkeys,
  deletion_due_at: iso(user.deletion_due_at),
  invited_at: iso(user.invited_at),
  ...(user.language !== null && { language: user.language }),
  email_change: email_change === undefined ? null : presentChange(email_change),
  distrusted_at: iso(user.distrusted_at),
  restrictions: restrictions.map(({ kind, until, reason }) => ({
    kind,
    until: iso(until),
    reason,
  })),
})

const presentChange = ({ new_email, reason, requested_at, due_at, expires_at }: EmailChange) => ({
  new_email,
  reason,
  requested_at: iso(requested_at),
  due_at: iso(due_at),
  expires_at: iso(expires_at),
})
