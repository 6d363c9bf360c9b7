export type HistoryMove = (event: PopStateEvent) => void

/** Window listeners are called in the order of registration, capturing or not. Returns the call that stops. */
export function onHistoryMove(callback: HistoryMove): () => void {
  window.addEventListener('popstate', callback)
  return () => window.removeEventListener('popstate', callback)
}
