import type { FastifyReply, FastifyRequest } from 'fastify'
import { deskRouteOf, readRoute } from '../../../desk/changeRoute.ts'
import type { App, Deps } from '../../../http/deps.ts'
import { errors } from '../../../http/errors.ts'
import { limited } from '../../../http/serve.ts'
import { isActiveStaff, openSession, sendSession } from '../deskSessions.ts'
import { findUser } from '../repository.ts'
import { makeCeremonies, requestOptions, verifyUse } from './ceremonies.ts'
import { ownerOf } from './siteRoutes.ts'

/** A passkey is two factors by itself: its session is complete. */
export function passkeysDeskModule(desk: App, deps: Deps): void {
  const ceremonies = makeCeremonies(deps)
  const isOffered = ceremonies.party.deskOrigin !== null
  readRoute(desk, deps, 'session', 'startPasskey', async () => {
    if (!isOffered) throw errors.notFound()
    return requestOptions(ceremonies, 'desk login', null)
  })

  async function logInWithPasskey(request: FastifyRequest, reply: FastifyReply) {
    const { log, ip, body } = request
    const { response } = body as { readonly response: object }
    const proof = isOffered ? await verifyUse(ceremonies, 'desk login', null, response) : null
    const owner = proof && (await findUser(deps, proof.passkey.user_id))
    if (!proof || !owner || !isActiveStaff(owner)) {
      const account = proof?.passkey.user_id ?? null
      deps.security.report(log, 'login_failed', { account, ip, route: 'desk passkey login' })
      throw errors.passkeyRefused(401)
    }
    const opened = await openSession(
      deps,
      request,
      { actor: owner, action: 'logInWithPasskey' },
      async (w) => {
        const user = await ownerOf(w, proof)
        if (user === null || !isActiveStaff(user)) throw errors.passkeyRefused(401)
        return { user, isComplete: true }
      },
    )
    return sendSession(request, reply, opened)
  }
  const route = deskRouteOf('session', 'logInWithPasskey')
  desk.route({
    ...route,
    config: { ...route.config, isAudited: true, ...limited(30, 1) },
    handler: logInWithPasskey,
  })
}
