import type { Page } from 'playwright-core'

declare global {
  interface Window {
    /** Durations of events since `watchEvents`, in milliseconds. */
    benchEvents?: number[]
  }
}

/** The shortest duration that browsers report. */
const SHORTEST_MS = 16

/** Starts recording events; call it before the page loads. */
export const watchEvents = (page: Page): Promise<unknown> =>
  page.addInitScript((durationThreshold) => {
    const durations: number[] = []
    window.benchEvents = durations
    new PerformanceObserver((list) => {
      // Pointer movements are reported too; they are not interactions.
      for (const entry of list.getEntries() as PerformanceEventTiming[])
        if (entry.interactionId > 0) durations.push(entry.duration)
    }).observe({ type: 'event', durationThreshold, buffered: true } as PerformanceObserverInit)
  }, SHORTEST_MS)

/**
 * The longest time from an event to the next painted frame during an interaction, in milliseconds.
 * @param outcome waits until the interaction is done
 */
export async function slowestEvent(
  page: Page,
  interact: () => Promise<unknown>,
  outcome: () => Promise<unknown>,
): Promise<number> {
  await painted(page)
  await page.evaluate(() => window.benchEvents?.splice(0))
  await interact()
  await outcome()
  await painted(page)
  const durations = await page.evaluate(() => window.benchEvents ?? [])
  return Math.max(SHORTEST_MS, ...durations)
}

/** Waits for two painted frames and idle time; then earlier events have been reported. */
const painted = (page: Page): Promise<unknown> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => requestIdleCallback(() => resolve())),
        ),
      ),
  )
