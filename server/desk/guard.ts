import type { FastifyRequest } from 'fastify'
import { CSRF_HEADER, DESK_API_BASE, type DeskTable } from '#contract/desk.ts'
import { deskCalls } from '#contract/deskCalls.ts'
import type { MemberId } from '#contract/ids.ts'
import type { StaffRole } from '#contract/sets.ts'
import type { Read } from '../db/rows.ts'
import type { App, Deps } from '../http/deps.ts'
import { trustBody } from '../http/plugins/slowBodies.ts'
import { sha256 } from '../text/secrets.ts'
import { deskErrors } from './errors.ts'

export const DESK_COOKIE = 'discordia-desk'

export type DeskSession = {
  readonly id: number
  readonly user_id: MemberId
  readonly username: string
  readonly role: StaffRole
  readonly csrf: string
  readonly expires_at: number
  /** The account has no second step: only its set-up is allowed. */
  readonly needs_second_factor_since: number | null
  readonly mail_code_expires_at: number | null
  readonly mail_confirmed_at: number | null
}
export type FindDeskSession = (w: Read, hash: string) => Promise<DeskSession | null>

type DeskUser = Pick<DeskSession, 'username' | 'role'> & { readonly id: MemberId }

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined in open calls: do not read it there. */
    deskUser: DeskUser
    deskSession: DeskSession | null
  }
}

/** JSON bodies: room for the longest entry with all its sections. */
const STAFF_BODY_BYTES = 4 * 1024 * 1024

const rows = Object.values<DeskTable[string]>(deskCalls).flatMap((calls) => Object.values(calls))

/**
 * Access comes from `role` in contract/desk.ts; a route without one fails at start. The account is looked up at
 * every request: a lost role ends the session.
 */
export function guard(api: App, { db, clock }: Deps, findSession: FindDeskSession): void {
  api.decorateRequest('deskUser')
  api.decorateRequest('deskSession', null)

  api.addHook('onRoute', (route) => {
    const { method, url, config } = route
    const row = rows.find(
      (known) => known.method === method && `${DESK_API_BASE}${known.path}` === url,
    )
    const isReading = row?.method === 'GET'
    const isKnown = row !== undefined && config?.deskRole === row.role
    if (!isKnown || !(isReading || config?.isAudited))
      throw new Error(`${String(method)} ${url} has no role in the contract, or is not audited`)
    if (row.role !== 'open') route.bodyLimit ??= STAFF_BODY_BYTES
  })

  api.addHook('onRequest', async (request, reply) => {
    const secret = request.cookies[DESK_COOKIE]
    request.deskSession =
      secret === undefined ? null : await findSession({ db, now: clock() }, sha256(secret))
    const { deskRole } = request.routeOptions.config
    if (deskRole === 'open') {
      assertOwnPage(request)
      return
    }
    const { deskSession: session } = request
    if (session === null) throw deskErrors.noSession()
    if (session.needs_second_factor_since !== null && !isOfSetUp(request))
      throw deskErrors.secondFactorSetupRequired()
    request.deskUser = { id: session.user_id, username: session.username, role: session.role }
    // Rate limits count by account; see http/plugins/rateLimit.ts.
    request.memberId = session.user_id
    if (deskRole !== 'staff' && session.role !== 'superuser') throw deskErrors.forbidden()
    assertOwnPage(request)
    if (isChange(request) && request.headers[CSRF_HEADER] !== session.csrf)
      throw deskErrors.foreignPage()
    trustBody(request, reply)
  })
}

/** True for calls that a session may make before its account has a second step. */
const isOfSetUp = ({ routeOptions }: FastifyRequest): boolean =>
  [deskCalls.session.logOut, ...Object.values(deskCalls['second-factor'])].some(
    ({ path }) => `${DESK_API_BASE}${path}` === routeOptions.url,
  )

const isChange = ({ method }: FastifyRequest): boolean => method !== 'GET' && method !== 'HEAD'

/**
 * Only pages of this origin may change data. The cookie alone does not prove it: browsers send it from other
 * ports of the same host as well, such as the site's.
 */
function assertOwnPage(request: FastifyRequest): void {
  if (!isChange(request)) return
  const { origin } = request.headers
  const isOwn =
    origin === undefined || (URL.canParse(origin) && new URL(origin).host === request.host)
  const site = request.headers['sec-fetch-site']
  const isForeignSite = site !== undefined && site !== 'same-origin' && site !== 'none'
  if (!isOwn || isForeignSite || request.headers[CSRF_HEADER] === undefined)
    throw deskErrors.foreignPage()
}
