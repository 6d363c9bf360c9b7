/** Events that show that the visitor uses the page. */
const FIRST_SIGNS = ['pointerdown', 'keydown', 'focusin'] as const
/** Longest wait: a picture may never arrive. */
const LIMIT_MS = 4000

/** Calls back once the first contentful paint is on the screen, which is later than the end of its frame. */
function afterContentfulPaint(callback: () => void): void {
  if (!globalThis.PerformanceObserver?.supportedEntryTypes?.includes('paint')) {
    callback()
    return
  }
  const observer = new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return
    observer.disconnect()
    callback()
  })
  observer.observe({ type: 'paint', buffered: true })
}

/**
 * Calls back once the page and its pictures are loaded and painted and the browser is idle, or at the visitor's first
 * input.
 */
export function afterFirstView(callback: () => unknown): void {
  let hasStarted = false
  const start = () => {
    if (hasStarted) return
    hasStarted = true
    callback()
  }
  for (const sign of FIRST_SIGNS)
    window.addEventListener(sign, start, { once: true, capture: true, passive: true })
  setTimeout(start, LIMIT_MS)
  const whenIdle = () => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) window.requestIdleCallback(start)
    else setTimeout(start, 100)
  }
  const afterLoad = () => afterContentfulPaint(whenIdle)
  if (document.readyState === 'complete') afterLoad()
  else window.addEventListener('load', afterLoad, { once: true })
}
