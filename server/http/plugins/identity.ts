import type { FastifyRequest } from 'fastify'
import type { MemberId } from '#contract/ids.ts'
import { errors } from '../errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set in the member scope; invalid elsewhere. */
    memberId: MemberId
    /** Set in the optional scope: null without a token. */
    viewerId: MemberId | null
  }
}

/** The member of a token; null when it is invalid, expired or ended. */
export type WhoIs = (token: string) => Promise<MemberId | null>

const bearerOf = ({ headers }: FastifyRequest): string | null =>
  /^Bearer ([^\s]+)$/i.exec(headers.authorization ?? '')?.[1] ?? null

export const requireMember =
  (whoIs: WhoIs) =>
  async (request: FastifyRequest): Promise<void> => {
    // Another code than for an invalid token: without a token there is nothing to refresh.
    if (request.headers.authorization === undefined) throw errors.notAuthenticated()
    const token = bearerOf(request)
    const id = token === null ? null : await whoIs(token)
    if (id === null) throw errors.tokenNotValid()
    request.memberId = id
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
