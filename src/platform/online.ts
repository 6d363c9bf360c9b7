/** True if the browser knows that it has no network; false also if that is unknown. */
export const isOffline = (): boolean => navigator.onLine === false

/** Calls back when the network is lost or restored; returns a function that stops it. */
export function onConnectionChange(callback: () => void): () => void {
  window.addEventListener('online', callback)
  window.addEventListener('offline', callback)
  return () => {
    window.removeEventListener('online', callback)
    window.removeEventListener('offline', callback)
  }
}
