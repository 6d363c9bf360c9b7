/** True if the browser knows that it has no network; false also if that is unknown. */
export const isOffline = (): boolean => navigator.onLine === false

/** What the calls of this page say about the connection. */
type Connection = {
  /** Whether a call has failed, and the server does not respond. */
  readonly isLost: boolean
  /** Time of storing of the oldest copy on the page; null unless it has some, 0 if that is unknown. */
  readonly copyAt: number | null
}
const WELL: Connection = { isLost: false, copyAt: null }
let connection = WELL
const listeners = new Set<() => void>()

export function become(change: Partial<Connection>): void {
  const next = { ...connection, ...change }
  if (next.isLost === connection.isLost && next.copyAt === connection.copyAt) return
  connection = next
  for (const listener of listeners) listener()
}

/** Whether the page shows what the device has: browsers that have a network may still not reach the server. */
export const isAlone = (): boolean => isOffline() || connection.isLost || connection.copyAt !== null

export const oldestCopy = (): number | null => connection.copyAt

let stopLooking = (): void => undefined
/** `stop` ends what waits for the server to respond. */
export const lookForServer = (stop: () => void): void => {
  stopLooking = stop
}

/** The server has responded to a call. */
export function noteResponse(): void {
  stopLooking()
  become(WELL)
}

/** Calls back when the network is lost or restored; returns a function that stops it. */
export function onConnectionChange(callback: () => void): () => void {
  listeners.add(callback)
  window.addEventListener('online', callback)
  window.addEventListener('offline', callback)
  return () => {
    listeners.delete(callback)
    window.removeEventListener('online', callback)
    window.removeEventListener('offline', callback)
  }
}
