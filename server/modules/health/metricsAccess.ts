import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Settings } from '../../config/env.ts'
import { isFromOwnMachine } from '../../http/ownMachine.ts'

type Access = Pick<Settings, 'metricsOpen' | 'metricsToken' | 'isProduction'>

/**
 * True with the token, if one is set; for everyone, if metrics are open; otherwise for this machine. A local proxy may
 * connect from it, too, without forwarding headers and with its own host name: production requires one of the two
 * settings.
 */
export function mayReadMetrics(
  { metricsOpen, metricsToken, isProduction }: Access,
  request: Pick<FastifyRequest, 'headers' | 'socket'>,
): boolean {
  if (metricsOpen) return true
  if (metricsToken !== undefined)
    return isSame(request.headers.authorization, `Bearer ${metricsToken}`)
  return !isProduction && isFromOwnMachine(request)
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Compares in constant time. */
const isSame = (given: string | undefined, secret: string): boolean =>
  timingSafeEqual(digest(given ?? ''), digest(secret))
