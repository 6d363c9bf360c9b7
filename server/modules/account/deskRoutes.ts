import type { MemberId } from '#contract/ids.ts'
import { assertFound, auditedChange, type Change } from '../../desk/audit.ts'
import { type ChangeContext, changeRoute, deskRouteOf, type Sent } from '../../desk/changeRoute.ts'
import { changeRow, type Readable, readRoutes } from '../../desk/crud.ts'
import type { RowChange, RowOf } from '../../desk/rows.ts'
import { endDeskSessionsOf } from '../../desk/sessionRepository.ts'
import { lockSuperusers } from '../../desk/superusers.ts'
import type { App, Deps } from '../../http/deps.ts'
import { limited } from '../../http/plugins/serve.ts'
import type { SecurityEvent } from '../../http/securityLog.ts'
import { enqueue } from '../../mail/outbox.ts'
import { handoverRepository } from '../groups/handoverRepository.ts'
import {
  assertDeactivated,
  assertNotActivated,
  assertNotDeactivated,
  assertOther,
  assertStillSuperuser,
} from './deskPolicy.ts'
import { presentMember } from './deskPresent.ts'
import { memberStates, membersRepository } from './deskRepository.ts'
import { activationMail } from './mails.ts'
import { sessionRepository } from './repository.ts'

type Row = RowOf<'users'>
type OneMember = { readonly params: { readonly id: number } }

/** Accounts; superusers only. */
export function membersModule(desk: App, deps: Deps): void {
  // Who is staff shows at the entries of the glossary.
  const options = { clears: ['glossary'] } as const
  const details = deskRouteOf('members', 'orderDetails')
  readRoutes(desk, deps, members)
  desk.route({
    ...details,
    config: { ...details.config, ...limited(120, 10) },
    handler: ({ params, deskUser, log }) => {
      const { id } = params as { id: MemberId }
      const what = { resource: 'members', action: 'orderDetails', log }
      return auditedChange(deps, deskUser, what, async (tx) => {
        const response = await membersRepository.orderDetails(tx, id)
        assertFound(response)
        return { record: id, before: null, after: null, response }
      })
    },
  })
  changeRoute(desk, deps, 'members', 'deactivate', deactivate, options)
  changeRoute(desk, deps, 'members', 'reactivate', reactivate, options)
  changeRoute(desk, deps, 'members', 'resendActivation', resendActivation, options)
  changeRoute(desk, deps, 'members', 'endSessions', endSessions, options)
  changeRoute(desk, deps, 'members', 'setRole', setRole, options)
}

const members: Readable<'members', 'users'> = {
  resource: 'members',
  table: 'users',
  list: {
    sortable: ['username', 'email', 'role', 'created_at', 'activated_at', 'deactivated_at'],
    filterable: ['role'],
    searched: ['username', 'email'],
    states: memberStates,
    sort: ['id', 'desc'],
  },
  present: async (_db, rows) => rows.map(presentMember),
}

const deactivate = (context: ChangeContext, { params }: OneMember) =>
  changeMember(context, params.id, 'account_deactivated', async (user) => {
    assertOther(user, context.actor.id)
    assertNotDeactivated(user)
    await handoverRepository(context.deps).handOn(context.tx, user.id)
    return { ...(await revokeSessions(context, user)), deactivated_at: context.now }
  })

const reactivate = (context: ChangeContext, { params }: OneMember) =>
  changeMember(context, params.id, 'account_reactivated', async (user) => {
    assertDeactivated(user)
    await handoverRepository(context.deps).takeUp(context.tx, user.id)
    return { deactivated_at: null }
  })

const resendActivation = (context: ChangeContext, { params }: OneMember) =>
  changeMember(context, params.id, null, async (user) => {
    assertNotActivated(user)
    await enqueue(context.tx, activationMail(user), context.now)
    return { email: user.email }
  })

const endSessions = (context: ChangeContext, { params }: OneMember) =>
  changeMember(context, params.id, 'sessions_ended', (user) => revokeSessions(context, user))

const setRole = (context: ChangeContext, { params, body: { role } }: Sent<'members', 'setRole'>) =>
  changeMember(context, params.id, 'role_changed', async (user) => {
    assertOther(user, context.actor.id)
    if (role === 'player') await endDeskSessionsOf(context.tx, user.id)
    return { role }
  })

/** @param event null: not for the security log */
async function changeMember(
  context: ChangeContext,
  id: number,
  event: SecurityEvent | null,
  decide: (user: Row) => Promise<RowChange<'users'>>,
): Promise<Change> {
  const { deps, tx, actor, request } = context
  assertStillSuperuser(await lockSuperusers(tx), actor.id)
  const change = await changeRow(context, members, id, decide)
  const afterwards = async () => {
    const { role } = change.response
    const details = { account: change.response.id, by: actor.id, role, ip: request.ip }
    if (event !== null) deps.security.report(request.log, event, details)
  }
  return { ...change, afterwards }
}

/** On the site and at the desk, from the next request on. */
async function revokeSessions({ deps, tx, now }: ChangeContext, user: Row) {
  await sessionRepository(deps).endAll(tx, user.id, now)
  await endDeskSessionsOf(tx, user.id)
  return { token_version: user.token_version + 1 }
}
