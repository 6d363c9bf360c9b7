import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { Settings } from '../../config/env.ts'
import { VERSION } from '../../config/version.ts'
import { isFromOwnMachine } from '../../http/client.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import type { Module } from '../face.ts'
import { ping } from './repository.ts'

export const health = {
  make: (): Module => ({ site: (deps) => ({ open: (open) => healthRoutes(open, deps) }) }),
}

type Access = Pick<Settings, 'metricsToken' | 'isProduction'>

/**
 * True with the token, if one is set; otherwise for this machine. A local proxy may
 * connect from it, too, without forwarding headers and with its own host name: production requires the
 * token.
 */
function mayReadMetrics(
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

/** Readiness probes have short timeouts: a database that hangs counts as an outage. */
const READY_TIMEOUT_MS = 2000

/** Live with the version, ready (the database responds) and, depending on the settings, metrics. */
function healthRoutes(api: App, { db, settings }: Deps): void {
  const hidden = { schema: { hide: true } }
  api.get('/health', hidden, async () => ({ status: 'live', version: VERSION }))

  api.get('/ready', hidden, async (request, reply) => {
    if (api.isClosing()) return reply.status(503).send({ status: 'stopping' })
    try {
      const isLate = setTimeout(READY_TIMEOUT_MS, true, { ref: false })
      if (await Promise.race([ping({ db }).then(() => false), isLate]))
        throw new Error(`no answer within ${READY_TIMEOUT_MS} ms`)
      return { status: 'ready' }
    } catch (error) {
      request.log.error({ err: error }, 'the database does not answer')
      return reply.status(503).send({ status: 'not ready' })
    }
  })

  api.get('/metrics', hidden, async (request, reply) => {
    if (!mayReadMetrics(settings, request)) throw errors.notFound()
    return reply.type(api.metrics.contentType).send(await api.metrics.metrics())
  })
}
