import { DESK_API_BASE, DESK_COOKIE, DESK_SESSION_HOURS } from '#contract/desk.ts'
import type { DeskLogin, DeskSession } from '#contract/schemas/deskAccount.ts'
import type { StaffRole } from '#contract/sets.ts'
import { HOUR_MS } from '../../config/time.ts'
import { auditedChange } from '../../desk/audit.ts'
import { changeRoute, deskRouteOf } from '../../desk/changeRoute.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { limited } from '../../http/serve.ts'
import { secretText, sha256 } from '../../text/secrets.ts'
import { deleteDeskSession, insertDeskSession } from './deskSessionRepository.ts'
import type { User } from './repository.ts'
import { makeSignIn } from './signIn.ts'
import { isActive } from './state.ts'

const LIFETIME_MS = DESK_SESSION_HOURS * HOUR_MS
const NO_SESSION: DeskSession = { user: null, csrf: null, expires_at: null }

type Staff = User & { readonly role: StaffRole }
const isActiveStaff = (user: User): user is Staff => isActive(user) && user.role !== 'player'

/** Log in with the accounts of the site; the session is the desk's own and means nothing to the site. */
export function sessionsModule(desk: App, deps: Deps): void {
  const signIn = makeSignIn(desk, deps, {
    name: 'desk login',
    mayEnter: isActiveStaff,
    refusal: errors.noActiveAccount,
  })

  desk.route({
    ...deskRouteOf('session', 'current'),
    handler: async ({ deskSession: session }) =>
      session === null
        ? NO_SESSION
        : {
            user: { id: session.user_id, username: session.username, role: session.role },
            csrf: session.csrf,
            expires_at: new Date(session.expires_at).toISOString(),
          },
  })

  const logIn = deskRouteOf('session', 'logIn')
  desk.route({
    ...logIn,
    config: { ...logIn.config, isAudited: true, ...limited(30, 1) },
    handler: async (request, reply) => {
      const known = await signIn.verify(request, request.body as DeskLogin)
      const secret = secretText()
      const actor = { id: known.id, username: known.username }
      const response = await auditedChange(
        deps,
        actor,
        { resource: 'session', action: 'logIn', log: request.log },
        async (tx, now) => {
          const user = await signIn.confirm(tx, request, known)
          const session = {
            csrf: secretText(),
            user_id: user.id,
            token_version: user.token_version,
            created_at: now,
            expires_at: now + LIFETIME_MS,
          }
          await insertDeskSession(tx, { ...session, hash: sha256(secret) })
          const response: DeskSession = {
            user: { id: user.id, username: user.username, role: user.role },
            csrf: session.csrf,
            expires_at: new Date(session.expires_at).toISOString(),
          }
          return { record: user.id, before: null, after: { role: user.role }, response }
        },
      )
      return reply
        .setCookie(DESK_COOKIE, secret, {
          path: DESK_API_BASE,
          httpOnly: true,
          sameSite: 'strict',
          secure: request.protocol === 'https',
          maxAge: LIFETIME_MS / 1000,
        })
        .send(response)
    },
  })

  changeRoute(desk, deps, 'session', 'logOut', async ({ tx, actor, request }) => {
    if (request.deskSession !== null) await deleteDeskSession(tx, request.deskSession.id)
    return { record: actor.id, before: null, after: null, response: {} }
  })

  desk.addHook('onSend', async (request, reply, payload) => {
    const isOver = request.cookies[DESK_COOKIE] !== undefined && reply.statusCode === 401
    const isLogout = request.method === 'DELETE' && request.routeOptions.url?.endsWith('/session')
    if (isOver || (isLogout && reply.statusCode === 200))
      reply.clearCookie(DESK_COOKIE, { path: DESK_API_BASE })
    return payload
  })
}
