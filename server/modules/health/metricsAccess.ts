import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Settings } from '../../config/env.ts'
import { isFromOwnMachine } from '../../http/ownMachine.ts'

type Access = Pick<Settings, 'metricsToken' | 'isProduction'>

/**
 * True with the token, if one is set; otherwise for this machine. A local proxy may
 * connect from it, too, without forwarding headers and with its own host name: production requires the
 * token.
 */
export function mayReadMetrics(
  { metricsToken, isProduction }: Access,
  request: Pick<FastifyRequest, 'headers' | 'socket'>,
): boolean {
  if (metricsToken !== undefined)
    return isSame(request.headers.authorization, `Bearer ${metricsToken}`)
  return !isProduction && isFromOwnMachine(request)
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares in constant time. */
const isSame = (given: string | undefined, secret: string): boolean =>
  timingSafeEqual(digest(given ?? ''), digest(secret))
