export type HistoryMove = (event: PopStateEvent) => void

/**
 * Calls back for moves in the history of the tab. Listeners of the window are called in the order in which they came,
 * capturing or not. Returns the call that stops.
 */
export function onHistoryMove(callback: HistoryMove): () => void {
  window.addEventListener('popstate', callback)
  return () => window.removeEventListener('popstate', callback)
}
