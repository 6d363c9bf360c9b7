import { performance } from 'node:perf_hooks'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { App } from '../deps.ts'

const SAMPLE_EVERY_MS = 20

/**
 * Measures the delay of timers on the thread that serves all requests, and the share of time for which that thread
 * works. The percentiles of prom-client's own metrics cannot be added up over processes or time, lose what another
 * scraper has read, and contain their resolution of 10 ms.
 * @returns the end of the measurement
 */
export function measureEventLoop(registry: Registry): () => void {
  const delays = new Histogram({
    name: 'nodejs_eventloop_delay_seconds',
    help: `Delay of a timer that is due every ${SAMPLE_EVERY_MS} ms`,
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5],
    registers: [registry],
  })
  let previous = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    delays.observe(Math.max(0, now - previous - SAMPLE_EVERY_MS) / 1000)
    previous = now
  }, SAMPLE_EVERY_MS).unref()

  let last = performance.eventLoopUtilization()
  new Gauge({
    name: 'nodejs_eventloop_utilization_ratio',
    help: 'Share of the time since the last scrape that the event loop was busy, from 0 to 1',
    registers: [registry],
    collect() {
      const now = performance.eventLoopUtilization()
      this.set(performance.eventLoopUtilization(now, last).utilization)
      last = now
    },
  })
  return () => clearInterval(timer)
}

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
