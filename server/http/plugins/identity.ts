import type { FastifyRequest } from 'fastify'
import type { MemberId } from '#contract/ids.ts'
import { errors } from '../errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set inside the member scope; reading it elsewhere is a mistake. */
    memberId: MemberId
    /** Set inside the optional scope: null for a visitor without a token. */
    viewerId: MemberId | null
  }
}

/** Whose token is this? Null for one that is bad, expired or ended. */
export type WhoIs = (token: string) => Promise<MemberId | null>

const bearerOf = ({ headers }: FastifyRequest): string | null =>
  /^Bearer ([^\s]+)$/i.exec(headers.authorization ?? '')?.[1] ?? null

/** Everything in a scope with this hook needs a member; the address plays no part. */
export const requireMember =
  (whoIs: WhoIs) =>
  async (request: FastifyRequest): Promise<void> => {
    // A client that sent no token has nothing to refresh: the code must differ from that of a bad token.
    if (request.headers.authorization === undefined) throw errors.notAuthenticated()
    const token = bearerOf(request)
    const id = token === null ? null : await whoIs(token)
    if (id === null) throw errors.tokenNotValid()
    request.memberId = id
  }

/** No header: a visitor. A header must hold a good token, or the caller is told so (ruling 33). */
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
