import { performance } from 'node:perf_hooks'
import { Gauge, Histogram, type Registry } from 'prom-client'

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
