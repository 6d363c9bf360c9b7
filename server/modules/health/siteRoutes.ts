import { setTimeout } from 'node:timers/promises'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { mayReadMetrics } from './metricsAccess.ts'
import { ask } from './repository.ts'

/** Who asks for readiness gives up soon: a database that hangs is one that is away. Milliseconds. */
const READY_WITHIN = 2000

/** Live, ready (the database answers) and, for whom the settings name, metrics. */
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
    if (!mayReadMetrics(settings, request)) throw errors.notFound()
    return reply.type(api.metrics.contentType).send(await api.metrics.metrics())
  })
}
