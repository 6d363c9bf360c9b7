import type { FastifyReply, FastifyRequest } from 'fastify'
import { DESK_API_BASE, DESK_COOKIE, DESK_SESSION_HOURS } from '#contract/desk.ts'
import type { DeskLogin, DeskSession } from '#contract/schemas/deskAccount.ts'
import type { StaffRole } from '#contract/sets.ts'
import { HOUR_MS } from '../../config/time.ts'
import { auditedChange } from '../../desk/audit.ts'
import { type ChangeContext, changeRoute, deskRouteOf, readRoute } from '../../desk/changeRoute.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { limited } from '../../http/serve.ts'
import { secretText, sha256 } from '../../text/secrets.ts'
import { iso } from '../../text/time.ts'
import type { User } from './repository.ts'
import { deleteDeskSession, insertDeskSession } from './sessionRepository.ts'
import { makeSignIn, type SignIn } from './signIn.ts'
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
  const route = deskRouteOf('session', 'logIn')
  readRoute(desk, deps, 'session', 'current', currentSession)
  desk.route({
    ...route,
    config: { ...route.config, isAudited: true, ...limited(30, 1) },
    handler: (request, reply) => logIn(deps, signIn, request, reply),
  })
  changeRoute(desk, deps, 'session', 'logOut', logOut)
  desk.addHook('onSend', clearEndedCookie)
}

async function currentSession(
  _deps: Deps,
  _sent: unknown,
  { deskSession: session }: FastifyRequest,
): Promise<DeskSession> {
  if (session === null) return NO_SESSION
  const { user_id, username, role } = session
  return presentSession({ id: user_id, username, role }, session)
}

type Session = { readonly csrf: string; readonly expires_at: number }
const presentSession = (
  { id, username, role }: Pick<Staff, 'id' | 'username' | 'role'>,
  { csrf, expires_at }: Session,
): DeskSession => ({ user: { id, username, role }, csrf, expires_at: iso(expires_at) })

async function logIn(
  deps: Deps,
  signIn: SignIn<Staff>,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const verified = await signIn.verify(request, request.body as DeskLogin)
  const secret = secretText()
  const what = { resource: 'session', action: 'logIn', log: request.log }
  const response = await auditedChange(deps, verified, what, async (tx, now) => {
    const user = await signIn.confirm(tx, request, verified)
    const session = {
      csrf: secretText(),
      user_id: user.id,
      token_version: user.token_version,
      created_at: now,
      expires_at: now + LIFETIME_MS,
    }
    await insertDeskSession(tx, { ...session, hash: sha256(secret) })
    const after = { role: user.role }
    return { record: user.id, before: null, after, response: presentSession(user, session) }
  })
  return reply
    .setCookie(DESK_COOKIE, secret, {
      path: DESK_API_BASE,
      httpOnly: true,
      sameSite: 'strict',
      secure: request.protocol === 'https',
      maxAge: LIFETIME_MS / 1000,
    })
    .send(response)
}

async function logOut({ tx, actor, request }: ChangeContext) {
  if (request.deskSession !== null) await deleteDeskSession(tx, request.deskSession.id)
  return { record: actor.id, before: null, after: null, response: {} }
}

async function clearEndedCookie(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  const isOver = request.cookies[DESK_COOKIE] !== undefined && reply.statusCode === 401
  const isLogout = request.method === 'DELETE' && request.routeOptions.url?.endsWith('/session')
  if (isOver || (isLogout && reply.statusCode === 200))
    reply.clearCookie(DESK_COOKIE, { path: DESK_API_BASE })
  return payload
}
