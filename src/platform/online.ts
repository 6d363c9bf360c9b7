import { serverResponds } from './serverResponds.ts'

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

function become(next: Connection): void {
  if (next.isLost === connection.isLost && next.copyAt === connection.copyAt) return
  connection = next
  for (const listener of listeners) listener()
}

/** Whether the page shows what the device has: browsers that have a network may still not reach the server. */
export const isAlone = (): boolean => isOffline() || connection.isLost || connection.copyAt !== null

export const oldestCopy = (): number | null => connection.copyAt

/** The server has responded to a call. */
export function noteResponse(): void {
  clearTimeout(looking)
  looking = undefined
  become(WELL)
}

/** A call got a copy. */
export function noteCopy(at: number): void {
  become({ ...connection, copyAt: Math.min(at, connection.copyAt ?? at) })
  if (looking === undefined) look(LOOK_AGAIN_MS)
}

/** Repeats what got copies when the server is back; false while responses are still to come. */
let renew = (): boolean => true
export const onServerBack = (callback: () => boolean): void => {
  renew = callback
}

/** Browsers do not know when a server is back. */
const LOOK_AGAIN_MS = 5000
/** The timer of the next look; undefined unless there is one. */
let looking: ReturnType<typeof setTimeout> | undefined

/**
 * A call has failed. That alone proves nothing, because extensions block single calls: the server is asked until it
 * responds.
 */
export function noteFailure(): void {
  if (looking === undefined && !isOffline()) look(0)
}

function look(after: number): void {
  const timer = setTimeout(async () => {
    const responds = await serverResponds()
    // A call has been quicker.
    if (looking !== timer) return
    if (responds && renew()) return noteResponse()
    become({ ...connection, isLost: !responds })
    look(LOOK_AGAIN_MS)
  }, after)
  looking = timer
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
