/** Whether the browser knows that it has no network; false also means that nobody knows. */
export const isOffline = (): boolean => navigator.onLine === false

/** Calls back when the browser loses or finds its network; returns the call that stops. */
export function onConnectionChange(callback: () => void): () => void {
  window.addEventListener('online', callback)
  window.addEventListener('offline', callback)
  return () => {
    window.removeEventListener('online', callback)
    window.removeEventListener('offline', callback)
  }
}
