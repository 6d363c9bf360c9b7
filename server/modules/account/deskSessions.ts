import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DeskLogin, DeskSession } from '#contract/account.ts'
import { DESK_API_BASE } from '#contract/desk.ts'
import type { SetUpStep, StaffRole } from '#contract/sets.ts'
import { HOUR_MS } from '../../config/time.ts'
import type { Read } from '../../db/rows.ts'
import { auditedChange } from '../../desk/audit.ts'
import { changeRoute, type DeskWork, deskRouteOf, readRoute } from '../../desk/changeRoute.ts'
import { DESK_COOKIE } from '../../desk/guard.ts'
import { clientOf, isFromOwnMachine } from '../../http/client.ts'
import { type App, type Deps, limited } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { secretText, sha256 } from '../../text/secrets.ts'
import { iso } from '../../text/time.ts'
import { reading, type Work } from '../../work/work.ts'
import {
  makeCeremonies,
  ownerOf,
  relyingPartyOf,
  requestOptions,
  verifyUse,
} from './passkeys/ceremonies.ts'
import { hasPasskeys } from './passkeys/passkeyRepository.ts'
import { findUser, hasStaff, type User } from './repository.ts'
import { LOGIN_REFUSALS, makeSecondStep, type SecondStep } from './second-factor/secondStep.ts'
import { recordEvent } from './security-log/eventRepository.ts'
import { BROWSER_COOKIE, BROWSER_COOKIE_S, noteBrowser } from './sessions/loggedIn.ts'
import { deleteDeskSession, insertDeskSession } from './sessions/repository.ts'
import { isOfDemo, makeSignIn, type SignIn } from './signIn.ts'
import { isActive } from './state.ts'

/** Log in with the accounts of the site; the session is the desk's own and means nothing to the site. */
export function sessionsRoutes(desk: App, deps: Deps): void {
  const signIn = makeSignIn(desk, deps, {
    name: 'desk login',
    mayEnter: isActiveStaff,
    refusal: errors.noActiveAccount,
  })
  const secondStep = makeSecondStep(desk, deps, { name: 'desk login', ...LOGIN_REFUSALS })
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
    const presented = await presentSession(reading(deps), null, NO_SESSION)
    if (await hasStaff(deps)) return presented
    return { ...presented, not_set_up: isFromOwnMachine(request) ? 'here' : 'elsewhere' }
  }
  const { user_id, username, role } = session
  return presentSession(reading(deps), { id: user_id, username, role }, session)
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
    openSession(deps, { request, actor: verified, action: 'logIn' }, async (w) => {
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

/** Hours until a desk session expires, used or not. */
export const DESK_SESSION_HOURS = 8

/* Sessions of the desk, for any kind of login. */

const LIFETIME_MS = DESK_SESSION_HOURS * HOUR_MS

type Staff = User & { readonly role: StaffRole }
const isActiveStaff = (user: User): user is Staff => isActive(user) && user.role !== 'player'

type Session = {
  readonly csrf: string | null
  readonly expires_at: number | null
  readonly needs_second_factor_since: number | null
  readonly mail_code_expires_at: number | null
  readonly mail_confirmed_at: number | null
}
const NO_SET_UP = {
  needs_second_factor_since: null,
  mail_code_expires_at: null,
  mail_confirmed_at: null,
}
const NO_SESSION: Session = { csrf: null, expires_at: null, ...NO_SET_UP }

const presentSession = async (
  w: Read & Pick<Deps, 'settings'>,
  user: Pick<Staff, 'id' | 'username' | 'role'> | null,
  session: Session,
): Promise<DeskSession> => {
  const { csrf, expires_at, needs_second_factor_since } = session
  const { hasName, deskOrigin } = relyingPartyOf(w.settings)
  const isWaiting = user !== null && needs_second_factor_since !== null
  return {
    user: user && { id: user.id, username: user.username, role: user.role },
    csrf,
    expires_at: iso(expires_at),
    needs_second_factor: needs_second_factor_since !== null,
    set_up: isWaiting ? stepOf(w, session, await hasPasskeys(w, user.id)) : null,
    passkeys: hasName && deskOrigin !== null,
    ...(hasName && deskOrigin !== null && { passkey_origin: deskOrigin }),
    not_set_up: null,
  }
}

function stepOf({ now }: Read, session: Session, hasPasskey: boolean): SetUpStep {
  if (hasPasskey) return 'passkey'
  if (session.mail_confirmed_at !== null) return 'app'
  return (session.mail_code_expires_at ?? 0) > now ? 'code' : 'send'
}

type Entered = { readonly user: Staff; readonly isComplete: boolean }
type Login = {
  readonly request: FastifyRequest
  readonly actor: Staff
  readonly action: 'logIn' | 'logInWithPasskey'
}
type Opened = { readonly secret: string; readonly browser: string; readonly response: DeskSession }

/** @param enter checks the account in the transaction of the session */
async function openSession(
  deps: Deps,
  { request, actor, action }: Login,
  enter: (w: Work) => Promise<Entered>,
): Promise<Opened> {
  const secret = secretText()
  const what = { resource: 'session', action, log: request.log }
  let browser = ''
  const response = await auditedChange(deps, actor, what, async (w) => {
    const { user, isComplete } = await enter(w)
    browser = (await noteBrowser(w, request, { user, notice: 'new_browser_at_desk' })).mark
    await recordEvent(w, user.id, 'desk_logged_in', clientOf(request))
    const session = {
      csrf: secretText(),
      user_id: user.id,
      token_version: user.token_version,
      created_at: w.now,
      expires_at: w.now + LIFETIME_MS,
      ...NO_SET_UP,
      needs_second_factor_since: isComplete ? null : w.now,
    }
    await insertDeskSession(w, { ...session, hash: sha256(secret) })
    const after = { role: user.role }
    const presented = await presentSession(w, user, session)
    return { record: user.id, before: null, after, response: presented }
  })
  return { secret, browser, response }
}

const sendSession = (
  request: FastifyRequest,
  reply: FastifyReply,
  { secret, browser, response }: Opened,
) => {
  const secure = request.protocol === 'https'
  const options = { path: DESK_API_BASE, httpOnly: true, sameSite: 'strict', secure } as const
  return reply
    .setCookie(DESK_COOKIE, secret, { ...options, maxAge: LIFETIME_MS / 1000 })
    .setCookie(BROWSER_COOKIE, browser, { ...options, maxAge: BROWSER_COOKIE_S })
    .send(response)
}

/** A passkey is two factors by itself: its session is complete. */
export function passkeysDeskRoutes(desk: App, deps: Deps): void {
  const ceremonies = makeCeremonies(deps)
  const isOffered = ceremonies.party.deskOrigin !== null
  readRoute(desk, deps, 'session', 'startPasskey', async () => {
    if (!isOffered) throw errors.notFound()
    return requestOptions(ceremonies, 'desk login')
  })

  async function logInWithPasskey(request: FastifyRequest, reply: FastifyReply) {
    const { log, ip, body } = request
    const { response } = body as { readonly response: object }
    const proof = isOffered
      ? await verifyUse(ceremonies, { purpose: 'desk login' }, response)
      : null
    const owner = proof && (await findUser(deps, proof.passkey.user_id))
    if (!proof || !owner || !isActiveStaff(owner)) {
      const account = proof?.passkey.user_id ?? null
      deps.security.report(log, 'login_failed', { account, ip, route: 'desk passkey login' })
      throw errors.passkeyRefused(401)
    }
    const login = { request, actor: owner, action: 'logInWithPasskey' } as const
    const opened = await openSession(deps, login, async (w) => {
      const user = await ownerOf(w, proof)
      if (user === null || !isActiveStaff(user)) throw errors.passkeyRefused(401)
      return { user, isComplete: true }
    })
    return sendSession(request, reply, opened)
  }
  const route = deskRouteOf('session', 'logInWithPasskey')
  desk.route({
    ...route,
    config: { ...route.config, isAudited: true, ...limited(30, 1) },
    handler: logInWithPasskey,
  })
}
