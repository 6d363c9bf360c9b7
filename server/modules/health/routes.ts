import { setTimeout } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { App, Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { ask } from './repository.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Who asks for readiness gives up soon: a database that hangs is one that is away. Milliseconds. */
const READY_WITHIN = 2000

/** Live, ready (the database answers) and, for the machine itself only unless opened, metrics. */
export function healthModule(api: App, { db, settings }: Deps): void {
  const hidden = { schema: { hide: true } }
  api.get('/health', hidden, async () => ({ status: 'live' }))

  api.get('/ready', hidden, async (request, reply) => {
    if (api.isClosing()) return reply.status(503).send({ status: 'stopping' })
    try {
      const answered = ask(db).then(() => true)
      const isReady = await Promise.race([
        answered,
        setTimeout(READY_WITHIN, false, { ref: false }),
      ])
      if (!isReady) throw new Error(`no answer within ${READY_WITHIN} ms`)
      return { status: 'ready' }
    } catch (error) {
      request.log.error({ err: error }, 'the database does not answer')
      return reply.status(503).send({ status: 'not ready' })
    }
  })

  api.get('/metrics', hidden, async (request, reply) => {
    if (!settings.metricsOpen && !isFromThisMachine(request)) throw errors.notFound()
    return reply.type(api.metrics.contentType).send(await api.metrics.metrics())
  })
}

/** A proxy on this machine also comes from here, but says for whom. */
function isFromThisMachine({ headers, socket }: FastifyRequest): boolean {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  return !isForwarded && LOOPBACK.has(socket.remoteAddress ?? '')
}
