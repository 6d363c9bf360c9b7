/** What a visitor does first with a page. */
const FIRST_SIGNS = ['pointerdown', 'keydown', 'focusin'] as const
/** A picture may never arrive. */
const LIMIT_MS = 4000

/** Calls back once the page and its pictures are loaded and the browser is idle, or at the first sign of the visitor. */
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
  const afterLoad = () => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) window.requestIdleCallback(start)
    else setTimeout(start, 100)
  }
  if (document.readyState === 'complete') afterLoad()
  else window.addEventListener('load', afterLoad, { once: true })
}
