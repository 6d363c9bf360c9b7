import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DeskLogin, DeskSession } from '#contract/account.ts'
import { DESK_API_BASE } from '#contract/desk.ts'
import { changeRoute, type DeskWork, deskRouteOf, readRoute } from '../../desk/changeRoute.ts'
import { DESK_COOKIE } from '../../desk/guard.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { isFromOwnMachine } from '../../http/ownMachine.ts'
import { limited } from '../../http/serve.ts'
import { isOfDemo } from './demo.ts'
import {
  isActiveStaff,
  NO_SESSION,
  openSession,
  presentSession,
  type Staff,
  sendSession,
} from './openDeskSession.ts'
import { LOGIN_REFUSALS, makeSecondStep, type SecondStep } from './second-factor/secondStep.ts'
import { deleteDeskSession } from './sessionRepository.ts'
import { makeSignIn, type SignIn } from './signIn.ts'
import { hasStaff } from './staffRepository.ts'

/** Log in with the accounts of the site; the session is the desk's own and means nothing to the site. */
export function sessionsModule(desk: App, deps: Deps): void {
  const signIn = makeSignIn(desk, deps, {
    name: 'desk login',
    mayEnter: isActiveStaff,
    refusal: errors.noActiveAccount,
  })
  const secondStep = makeSecondStep(desk, deps, 'desk login', LOGIN_REFUSALS)
  const route = deskRouteOf('session', 'logIn')
  readRoute(desk, deps, 'session', 'current', currentSession)
  desk.route({
    ...route,
    config: { ...route.config, isAudited: true, ...limited(30, 1) },
    handler: (request, reply) => logIn({ deps, signIn, secondStep }, request, reply),
  })
  changeRoute(desk, deps, 'session', 'logOut', logOut)
  desk.addHook('onSend', clearEndedCookie)
}

async function currentSession(
  deps: Deps,
  _sent: unknown,
  request: FastifyRequest,
): Promise<DeskSession> {
  const { deskSession: session } = request
  if (session === null) {
    const presented = await presentSession(deps, deps, null, NO_SESSION)
    if (await hasStaff(deps)) return presented
    return { ...presented, not_set_up: isFromOwnMachine(request) ? 'here' : 'elsewhere' }
  }
  const { user_id, username, role } = session
  return presentSession(deps, deps, { id: user_id, username, role }, session)
}

type Entry = {
  readonly deps: Deps
  readonly signIn: SignIn<Staff>
  readonly secondStep: SecondStep
}

async function logIn(
  { deps, signIn, secondStep }: Entry,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { code, ...credentials } = request.body as DeskLogin
  const verified = await signIn.verify(request, credentials)
  const opened = await secondStep.guard(request, verified, () =>
    openSession(deps, request, { actor: verified, action: 'logIn' }, async (w) => {
      const user = await signIn.confirm(w, request, verified)
      const hasPassed = await secondStep.pass(w, request, user, code)
      return { user, isComplete: hasPassed || isOfDemo(deps.settings, user, credentials.password) }
    }),
  )
  return sendSession(request, reply, opened)
}

async function logOut(w: DeskWork) {
  if (w.request.deskSession !== null) await deleteDeskSession(w, w.request.deskSession.id)
  return { record: w.actor.id, before: null, after: null, response: {} }
}

async function clearEndedCookie(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  const isOver = request.cookies[DESK_COOKIE] !== undefined && reply.statusCode === 401
  const isLogout = request.method === 'DELETE' && request.routeOptions.url?.endsWith('/session')
  if (isOver || (isLogout && reply.statusCode === 200))
    reply.clearCookie(DESK_COOKIE, { path: DESK_API_BASE })
  return payload
}
