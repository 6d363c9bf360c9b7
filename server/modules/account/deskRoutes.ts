import type { FastifyRequest } from 'fastify'
import type { MemberId } from '#contract/ids.ts'
import type { DeskMember } from '#contract/schemas/deskMembers.ts'
import type { OrderDetails } from '#contract/schemas/profile.ts'
import type { Role } from '../../db/schema/accounts.ts'
import type { Db } from '../../db/schema.ts'
import type { Actor } from '../../desk/actor.ts'
import { acting, assertThere, type Done } from '../../desk/auditedChange.ts'
import { actCall, type CallOf, deskCall } from '../../desk/changeRoute.ts'
import type { Row } from '../../desk/lists.ts'
import { makeResource } from '../../desk/resource.ts'
import type { App, Deps } from '../../http/deps.ts'
import type { SecurityEvent } from '../../http/securityLog.ts'
import { limited } from '../../http/serve.ts'
import { enqueue } from '../../mail/outbox.ts'
import { deleteDeskSessionsOf } from './deskSessionRepository.ts'
import { activationMail } from './mails.ts'
import {
  assertDeactivated,
  assertNotActivated,
  assertNotDeactivated,
  assertOther,
  assertStillSuperuser,
} from './policy.ts'
import { presentMember } from './present.ts'
import { lockSuperusers, memberStates, type User } from './repository.ts'
import { endSessions } from './sessionRepository.ts'

/** Changes that the security log reports. */
const EVENTS: Partial<Record<CallOf<'members'>, SecurityEvent>> = {
  deactivate: 'account_deactivated',
  reactivate: 'account_reactivated',
  endSessions: 'sessions_ended',
  setRole: 'role_changed',
}

const asUser = (row: Row) => row as unknown as User

/** What other modules do when an account changes, in the same transaction. */
type Connections = {
  readonly handOverGroups: (tx: Db, member: MemberId) => Promise<unknown>
  readonly reclaimGroups: (tx: Db, member: MemberId) => Promise<unknown>
  readonly listOrderDetails: (db: Db, member: MemberId) => Promise<OrderDetails[]>
}

/** Accounts; superusers only. */
export function membersModule(
  desk: App,
  deps: Deps,
  { handOverGroups, reclaimGroups, listOrderDetails }: Connections,
): void {
  const members = makeResource<never>(deps, 'members', {
    list: {
      table: 'users',
      sortable: ['username', 'email', 'role', 'created_at', 'activated_at', 'deactivated_at'],
      filterable: ['role'],
      searched: ['username', 'email'],
      states: memberStates,
      sort: ['id', 'desc'],
    },
    present: async (_db, rows) => rows.map((row) => presentMember(asUser(row))),
  })
  members.read(desk)

  const details = deskCall('members', 'orderDetails')
  desk.route({
    ...details,
    config: { ...details.config, ...limited(120, 10) },
    handler: async ({ params, deskUser, log }) => {
      const { id } = params as { id: MemberId }
      const what = { resource: 'members', action: 'orderDetails', log }
      return acting(deps, deskUser, what, async (tx) => {
        const [details] = await listOrderDetails(tx, id)
        assertThere(details)
        return { record: id, before: null, after: null, answer: { id, ...details } }
      })
    },
  })

  type Step = { tx: Db; now: number; who: Actor; user: User }
  const step = <Body = unknown>(
    call: CallOf<'members'>,
    decide: (at: Step, body: Body) => Promise<Row> | Row,
  ) =>
    actCall<'members', { id: MemberId }, Body>(desk, deps, 'members', call, {
      // The glossary marks entries of staff.
      clears: ['glossary'],
      act: async ({ tx, now, who, body, params, request }) => {
        assertStillSuperuser(await lockSuperusers(tx), who.id)
        const done = await members.change(tx, params.id, (row) =>
          decide({ tx, now, who, user: asUser(row) }, body),
        )
        return { ...done, afterwards: async () => reportStep(call, request, who, done) }
      },
    })

  function reportStep(
    call: CallOf<'members'>,
    { log, ip }: FastifyRequest,
    who: Actor,
    done: Done,
  ) {
    const event = EVENTS[call]
    const after = done.after as DeskMember
    const details = { account: after.id, by: who.id, role: after.role, ip }
    if (event !== undefined) deps.security.report(log, event, details)
  }

  /** Sessions of the site and of the desk; access tokens are invalid from the next request on. */
  async function endAllSessions(tx: Db, user: User, now: number): Promise<Row> {
    await endSessions(tx, user.id, now)
    await deleteDeskSessionsOf(tx, user.id)
    return { token_version: user.token_version + 1 }
  }

  step('deactivate', async ({ tx, now, who, user }) => {
    assertOther(user, who.id)
    assertNotDeactivated(user)
    await handOverGroups(tx, user.id)
    return { ...(await endAllSessions(tx, user, now)), deactivated_at: now }
  })
  step('reactivate', async ({ tx, user }) => {
    assertDeactivated(user)
    await reclaimGroups(tx, user.id)
    return { deactivated_at: null }
  })
  step('resendActivation', async ({ tx, now, user }) => {
    assertNotActivated(user)
    await enqueue(tx, activationMail(user), now)
    return { email: user.email }
  })
  step('endSessions', ({ tx, now, user }) => endAllSessions(tx, user, now))
  step<{ role: Role }>('setRole', async ({ tx, who, user }, { role }) => {
    assertOther(user, who.id)
    if (role === 'player') await deleteDeskSessionsOf(tx, user.id)
    return { role }
  })
}
