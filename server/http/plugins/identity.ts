import type { FastifyRequest } from 'fastify'
import { STEP_UP_HEADER } from '#contract/errors.ts'
import type { MemberId } from '#contract/ids.ts'
import { errors } from '../errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set in the member scope; invalid elsewhere. */
    memberId: MemberId
    /** Set in the optional scope: null without a token. */
    viewerId: MemberId | null
    /** The session of the access token; set where `memberId` is. */
    sessionFamily: string
    /** Expiry of the access token, epoch milliseconds; set where `memberId` is. */
    tokenExpiresAt: number
  }
  interface FastifyContextConfig {
    /** A sensitive call; see `requireStepUp`. */
    stepUp?: true
    /** Read-only tokens may send it. */
    reads?: true
  }
}

/** A member and the session (`refresh_tokens.family`) of the access token. */
export type Caller = { readonly id: MemberId; readonly family: string }
type Admitted = Caller & { readonly expiresAt: number; readonly isReadOnly?: true }
/** The caller of a token; null when it is invalid, expired or ended. */
export type WhoIs = (token: string) => Promise<Admitted | null>

const bearerOf = ({ headers }: FastifyRequest): string | null =>
  /^Bearer ([^\s]+)$/i.exec(headers.authorization ?? '')?.[1] ?? null

export const requireMember =
  (whoIs: WhoIs) =>
  async (request: FastifyRequest): Promise<void> => {
    // The code differs from that of an invalid token: without a token there is nothing to refresh.
    if (request.headers.authorization === undefined) throw errors.notAuthenticated()
    const token = bearerOf(request)
    const caller = token === null ? null : await whoIs(token)
    if (caller === null) throw errors.tokenNotValid()
    if (caller.isReadOnly && !request.routeOptions.config.reads) throw errors.readOnlyToken()
    request.memberId = caller.id
    request.sessionFamily = caller.family
    request.tokenExpiresAt = caller.expiresAt
  }

/** Calls with `stepUp` in the contract need a step-up token of the same session. Register after `requireMember`. */
export const requireStepUp =
  (isValid: (token: string, caller: Caller) => boolean) =>
  async ({ headers, memberId, sessionFamily, routeOptions }: FastifyRequest): Promise<void> => {
    if (routeOptions.config.stepUp !== true) return
    const token = headers[STEP_UP_HEADER]
    const caller = { id: memberId, family: sessionFamily }
    if (typeof token !== 'string' || !isValid(token, caller)) throw errors.stepUpRequired()
  }

/** A hook for the optional scope: a token is optional, an invalid one is refused (ruling 33). */
export const admitViewer =
  (whoIs: WhoIs) =>
  async (request: FastifyRequest): Promise<void> => {
    if (request.headers.authorization === undefined) {
      request.viewerId = null
      return
    }
    await requireMember(whoIs)(request)
    request.viewerId = request.memberId
  }
