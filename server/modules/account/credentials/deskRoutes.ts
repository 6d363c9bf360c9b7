import type { Static } from 'typebox'
import type { StaffEmailBody } from '#contract/deskMember.ts'
import { auditedChange } from '../../../desk/audit.ts'
import { changeRoute, type DeskWork, deskRouteOf, type Sent } from '../../../desk/changeRoute.ts'
import { deskErrors } from '../../../desk/errors.ts'
import type { App, Deps } from '../../../http/deps.ts'
import { errors } from '../../../http/errors.ts'
import { limited } from '../../../http/serve.ts'
import { changeMember, type OneMember } from '../deskMember.ts'
import {
  assertMailable,
  assertNotDeactivated,
  assertOther,
  assertOtherAddress,
  emailToStore,
  notedReason,
} from '../policy.ts'
import { type Prove, proofModule } from '../second-factor/deskProof.ts'
import { findStaffChange } from './emailChangeRepository.ts'
import { isEmailTaken } from './freeEmail.ts'
import { requestStaffChange, stopWaitingChange } from './staffEmail.ts'

/** A superuser changes the address of a member who has lost the mailbox. It takes more than an open desk. */
export function memberEmailModule(desk: App, deps: Deps): void {
  const { withProof } = proofModule(desk, deps)
  const route = deskRouteOf('members', 'changeEmail')
  desk.route({
    ...route,
    config: { ...route.config, isAudited: true, ...limited(20, 60) },
    handler: (request) => {
      const { params, body, deskUser: actor, log } = request
      const sent = { params, body } as Sent<'members', 'changeEmail'>
      const what = { resource: 'members', action: 'changeEmail', log }
      return withProof(request, sent.body, (prove) =>
        auditedChange(deps, actor, what, (w) =>
          changeEmail(Object.assign(w, { actor, request }), sent, prove),
        ),
      )
    },
  })
  changeRoute(desk, deps, 'members', 'stopEmail', stopEmail)
}

const changeEmail = (
  w: DeskWork,
  { params, body }: { params: OneMember['params']; body: Static<typeof StaffEmailBody> },
  prove: Prove,
) =>
  changeMember(w, params.id, 'email_change_by_staff', async (user) => {
    assertOther(user, w.actor.id)
    assertNotDeactivated(user)
    await prove(w)
    const wanted = emailToStore(body.email)
    const wish = { way: body.way, reason: notedReason(body) }
    assertOtherAddress(user, wanted)
    if ((await findStaffChange(w, user.id)) !== undefined) throw deskErrors.emailWaits()
    if (await isEmailTaken(w, wanted.email_key, user.id)) throw errors.emailExists()
    await assertMailable(w, w.jwtSecret, wanted.email_key)
    await requestStaffChange(w, user, wanted, wish)
    return { email: user.email }
  })

const stopEmail = (w: DeskWork, { params }: OneMember) =>
  changeMember(w, params.id, 'email_change_stopped', async (user) => {
    if (!(await stopWaitingChange(w, user))) throw deskErrors.wrongState('no_email_change')
    return { email: user.email }
  })
