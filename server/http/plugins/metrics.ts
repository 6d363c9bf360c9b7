import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { App } from '../deps.ts'
import { measureEventLoop } from './eventLoop.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Its responses last as long as the client wants: their durations are not measured. */
    lasts?: true
  }
  interface FastifyInstance {
    readonly metrics: Registry
  }
}

/** Counts and times every response, and the event loop. Register before any route. */
export function measure(app: App): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const stop = measureEventLoop(registry)
  app.addHook('onClose', async () => stop())
  const responses = new Counter({
    name: 'http_requests_total',
    help: 'Responses by method and status',
    labelNames: ['method', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the last byte of its response, by route',
    labelNames: ['method', 'route'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 1, 3, 10],
    registers: [registry],
  })
  app.decorate('metrics', registry)
  app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
    responses.inc({ method, status: reply.statusCode })
    if (routeOptions.config?.lasts) return
    // The pattern of the route, not the URL: callers must not create labels.
    durations.observe({ method, route: routeOptions.url ?? 'none' }, reply.elapsedTime / 1000)
  })
}
