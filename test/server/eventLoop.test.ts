import { setImmediate } from 'node:timers/promises'
import { Registry } from 'prom-client'
import { measureEventLoop } from '#server/http/plugins/metrics.ts'

const valueAt = (text: string, line: string): number => {
  const found = text.split('\n').find((each) => each.startsWith(`${line} `))
  return Number(found?.slice(line.length))
}

/** Waits until due timers have run: at most one phase of immediates comes before them. */
async function nextTurn(): Promise<void> {
  await setImmediate()
  await setImmediate()
}

function block(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

test('a block of the event loop is in the bucket of its length, and in the busy share of its time', async () => {
  const registry = new Registry()
  const stop = measureEventLoop(registry)
  try {
    await registry.metrics()
    block(130)
    await nextTurn()
    const text = await registry.metrics()
    const upTo = (seconds: string) =>
      valueAt(text, `nodejs_eventloop_delay_seconds_bucket{le="${seconds}"}`)
    expect(upTo('+Inf') - upTo('0.1')).toBe(1)
    expect(valueAt(text, 'nodejs_eventloop_utilization_ratio')).toBeGreaterThan(0.9)
  } finally {
    stop()
  }
})
