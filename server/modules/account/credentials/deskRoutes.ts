import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { StaffEmailBody } from '#contract/deskMember.ts'
import { auditedChange } from '../../../desk/audit.ts'
import { changeRoute, deskRouteOf, readRoute, type Sent } from '../../../desk/changeRoute.ts'
import { deskErrors } from '../../../desk/errors.ts'
import { type App, type Deps, limited } from '../../../http/deps.ts'
import { errors } from '../../../http/errors.ts'
import type { Work } from '../../../work/work.ts'
import { memberChange, type OneMember } from '../deskRoutes.ts'
import { makeCeremonies, ownerOf, requestOptions, verifyUse } from '../passkeys/ceremonies.ts'
import { hasPasskeys } from '../passkeys/passkeyRepository.ts'
import {
  assertMailable,
  assertNotDeactivated,
  assertOther,
  assertOtherAddress,
  emailToStore,
  notedReason,
} from '../policy.ts'
import { findUser, lockUser } from '../repository.ts'
import { ACT_REFUSALS, makeSecondStep } from '../second-factor/secondStep.ts'
import { findStaffChange } from './emailChangeRepository.ts'
import { isEmailTaken } from './freeEmail.ts'
import { requestStaffChange, stopWaitingChange } from './staffEmail.ts'

/** A superuser changes the address of a member who has lost the mailbox. It takes more than an open desk. */
export function memberEmailRoutes(desk: App, deps: Deps): void {
  const { withProof } = proofRoutes(desk, deps)
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
          changeEmail(Object.assign(w, { actor, request }), { ...sent, prove }),
        ),
      )
    },
  })
  changeRoute(desk, deps, 'members', 'stopEmail', stopEmail)
}

type Proven = OneMember & {
  readonly body: Static<typeof StaffEmailBody>
  readonly prove: Prove
}

const changeEmail = memberChange(
  'email_change_by_staff',
  async (w, user, { body, prove }: Proven) => {
    assertOther(user, w.actor.id)
    assertNotDeactivated(user)
    await prove(w)
    const wanted = emailToStore(body.email)
    const wish = { way: body.way, reason: notedReason(body) }
    assertOtherAddress(user, wanted)
    if ((await findStaffChange(w, user.id)) !== undefined) throw deskErrors.emailWaits()
    if (await isEmailTaken(w, wanted.email_key, user.id)) throw errors.emailExists()
    await assertMailable(w, w.jwtSecret, wanted.email_key)
    await requestStaffChange(w, user, { ...wanted, ...wish })
    return { email: user.email }
  },
)

const stopEmail = memberChange('email_change_stopped', async (w, user) => {
  if (!(await stopWaitingChange(w, user))) throw deskErrors.wrongState('no_email_change')
  return { email: user.email }
})

/** Uses the second step up, in the transaction of the change. @throws Refusal 403 */
type Prove = (w: Work) => Promise<void>
/** A code of the app or a recovery code, or the response of a passkey. */
type Proof = { readonly code?: string; readonly response?: object }

/**
 * A fresh second step for one call at the desk: the session may be hours old, and left open. It is part of the call, so
 * that a refused change uses no code up.
 */
function proofRoutes(desk: App, deps: Deps) {
  const { db } = deps
  const ceremonies = makeCeremonies(deps)
  const isOffered = ceremonies.party.deskOrigin !== null
  const secondStep = makeSecondStep(desk, deps, { name: 'desk proof', ...ACT_REFUSALS })
  readRoute(desk, deps, 'session', 'startStepUp', async (_deps, _sent, { deskUser }) => {
    if (!isOffered) throw errors.notFound()
    return requestOptions(ceremonies, 'desk step-up', deskUser.id)
  })

  return {
    async withProof<T>(
      request: FastifyRequest,
      { code, response }: Proof,
      change: (prove: Prove) => Promise<T>,
    ): Promise<T> {
      const user = await findUser({ db }, request.deskUser.id)
      if (user === undefined) throw deskErrors.noSession()
      if (response !== undefined) {
        const proof = isOffered
          ? await verifyUse(ceremonies, { purpose: 'desk step-up', member: user.id }, response)
          : null
        return change(async (w) => {
          if (proof === null || (await ownerOf(w, proof)) === null) throw errors.passkeyRefused(403)
        })
      }
      return secondStep.guard(request, user, () =>
        change(async (w) => {
          const owner = await lockUser(w, user.id)
          if (owner === undefined) throw deskErrors.noSession()
          if (await secondStep.pass(w, request, owner, code)) return
          throw (await hasPasskeys(w, owner.id)) ? errors.passkeyRequired() : errors.setUpAtDesk()
        }),
      )
    },
  }
}
