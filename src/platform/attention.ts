/** Whether the visitor can see the page, and the browser has a network. */
export const isAttended = (): boolean =>
  document.visibilityState === 'visible' && navigator.onLine !== false

/** Calls back when `isAttended` may have changed. Returns a function that stops it. */
export function onAttention(callback: () => void): () => void {
  document.addEventListener('visibilitychange', callback)
  window.addEventListener('online', callback)
  window.addEventListener('offline', callback)
  return () => {
    document.removeEventListener('visibilitychange', callback)
    window.removeEventListener('online', callback)
    window.removeEventListener('offline', callback)
  }
}

/** Resolves when the visitor can see the page and there is a network, or when it is aborted. */
export function whenAttended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isAttended() && !signal.aborted) return
      stop()
      signal.removeEventListener('abort', look)
      resolve()
    }
    const stop = onAttention(look)
    signal.addEventListener('abort', look)
    look()
  })
}
