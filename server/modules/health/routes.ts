import { sql } from 'kysely'
import { Counter, collectDefaultMetrics, Registry } from 'prom-client'
import type { App, Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'

const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Live, ready (the database answers) and, for the machine itself only unless opened, metrics. */
export function healthModule(api: App, { db, settings }: Deps): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const answered = new Counter({
    name: 'http_requests_total',
    help: 'Answers by method and status',
    labelNames: ['method', 'status'],
    registers: [registry],
  })
  api.addHook('onResponse', async (request, reply) => {
    answered.inc({ method: request.method, status: reply.statusCode })
  })

  const hidden = { schema: { hide: true } }
  api.get('/health', hidden, async () => ({ status: 'live' }))
  api.get('/ready', hidden, async (_request, reply) => {
    try {
      await sql`select 1`.execute(db)
      return { status: 'ready' }
    } catch {
      return reply.status(503).send({ status: 'not ready' })
    }
  })
  api.get('/metrics', hidden, async (request, reply) => {
    if (!settings.metricsOpen && !LOOPBACK.has(request.socket.remoteAddress ?? ''))
      throw errors.notFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
