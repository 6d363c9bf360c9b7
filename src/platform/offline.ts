import { listen } from './listen.ts'
import { announces } from './page.ts'

/** Whether responses may be stored on this device: the server of the page offers a worker. */
export const maySaveOffline = (): boolean =>
  globalThis.document !== undefined && announces('offline')

/** Resolves at the first scroll, or when the network is lost. */
const scrolledOrOffline = () =>
  new Promise<unknown>((resolve) => {
    window.addEventListener('scroll', resolve, { once: true })
    window.addEventListener('offline', resolve, { once: true })
  })

/** Resolves when the page is loaded and the browser is idle; with data saving on, not before the page is used. */
export async function afterLoad(): Promise<void> {
  if (savesData() && !isOffline()) await scrolledOrOffline()
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))
  await new Promise<unknown>((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(resolve, { timeout: 5000 })
    else setTimeout(resolve, 1000)
  })
}

/** Asks the browser not to evict saved data; some browsers prompt the reader. False if it may evict them. */
export async function persistStorage(): Promise<boolean> {
  try {
    return await navigator.storage.persist()
  } catch {
    return false
  }
}

type Connection = { saveData?: boolean }

/** Whether the visitor wants less traffic, by the browser's Save-Data or a system preference. */
export const savesData = (): boolean =>
  (navigator as Navigator & { connection?: Connection }).connection?.saveData === true ||
  window.matchMedia('(prefers-reduced-data: reduce)').matches

/** True if the browser knows that it has no network; false also if that is unknown. */
export const isOffline = (): boolean => navigator.onLine === false

/** What the calls of this page say about the connection. */
type ServerConnection = {
  /** Whether a call has failed, and the server does not respond. */
  readonly isLost: boolean
  /** Time of storing of the oldest copy on the page; null unless it has some, 0 if that is unknown. */
  readonly copyAt: number | null
}
const WELL: ServerConnection = { isLost: false, copyAt: null }
let connection = WELL
const listeners = new Set<() => void>()

export function become(change: Partial<ServerConnection>): void {
  const next = { ...connection, ...change }
  if (next.isLost === connection.isLost && next.copyAt === connection.copyAt) return
  connection = next
  for (const listener of listeners) listener()
}

/** Whether there is no network, or the server does not respond, or the page shows a stored copy. */
export const isDisconnected = (): boolean =>
  isOffline() || connection.isLost || connection.copyAt !== null

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
  const stop = listen(window, { online: callback, offline: callback })
  return () => {
    listeners.delete(callback)
    stop()
  }
}
