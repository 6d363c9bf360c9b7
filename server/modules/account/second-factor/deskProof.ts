import type { FastifyRequest } from 'fastify'
import { readRoute } from '../../../desk/changeRoute.ts'
import { deskErrors } from '../../../desk/errors.ts'
import type { App, Deps } from '../../../http/deps.ts'
import { errors } from '../../../http/errors.ts'
import type { Work } from '../../../work/work.ts'
import { makeCeremonies, requestOptions, verifyUse } from '../passkeys/ceremonies.ts'
import { hasPasskeys } from '../passkeys/passkeyRepository.ts'
import { ownerOf } from '../passkeys/siteRoutes.ts'
import { findUser, lockUser } from '../repository.ts'
import { ACT_REFUSALS, makeSecondStep } from './secondStep.ts'

/** Uses the second step up, in the transaction of the change. @throws Refusal 403 */
export type Prove = (w: Work) => Promise<void>
/** A code of the app or a recovery code, or the response of a passkey. */
type Proof = { readonly code?: string; readonly response?: object }

/**
 * A fresh second step for one call at the desk: the session may be hours old, and left open. It is part of the call, so
 * that a refused change uses no code up.
 */
export function proofModule(desk: App, deps: Deps) {
  const { db } = deps
  const ceremonies = makeCeremonies(deps)
  const isOffered = ceremonies.party.deskOrigin !== null
  const secondStep = makeSecondStep(desk, deps, 'desk proof', ACT_REFUSALS)
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
          ? await verifyUse(ceremonies, 'desk step-up', user.id, response)
          : null
        return change(async (w) => {
          if (proof === null || (await ownerOf(w, ceremonies, proof)) === null)
            throw errors.passkeyRefused(403)
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
