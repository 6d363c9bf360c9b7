import { WORKER_PATH } from '#contract/offline.ts'
import { SKIP_WAITING } from './names.ts'

/** Interval of the checks for a new version while a page stays open. */
const LOOK_AGAIN_MS = 60 * 60_000

/** False in browsers without service workers, and in private windows of some. */
export const mayRegister = (): boolean =>
  globalThis.navigator?.serviceWorker !== undefined && globalThis.caches !== undefined

export const isRegistered = async (): Promise<boolean> =>
  (await navigator.serviceWorker.getRegistration('/')) !== undefined

/**
 * Registers the worker of all pages.
 * @param onWaiting called with a new version that waits for the last page of the old one to be closed
 * @returns a function that stops the checks
 */
export async function registerWorker(
  onWaiting: (worker: ServiceWorker) => void,
): Promise<() => void> {
  const { serviceWorker } = navigator
  // Read before the registration: the very first worker is no new version.
  const hadWorker = serviceWorker.controller !== null
  const registration = await serviceWorker.register(WORKER_PATH, {
    scope: '/',
    updateViaCache: 'none',
  })
  const look = () => {
    if (registration.waiting && (hadWorker || serviceWorker.controller))
      onWaiting(registration.waiting)
  }
  const follow = () => registration.installing?.addEventListener('statechange', look)
  let looked = Date.now()
  const lookAgain = () => {
    if (document.visibilityState !== 'visible' || Date.now() - looked < LOOK_AGAIN_MS) return
    looked = Date.now()
    registration.update().catch(() => undefined)
  }
  look()
  follow()
  registration.addEventListener('updatefound', follow)
  document.addEventListener('visibilitychange', lookAgain)
  return () => {
    registration.removeEventListener('updatefound', follow)
    document.removeEventListener('visibilitychange', lookAgain)
  }
}

/** Reloads the page with the new version. If the visitor stays at the browser's prompt, nothing has changed. */
export function reloadWith(worker: ServiceWorker): void {
  // Sent only when the page is really left, because its lazy parts are in the running version.
  window.addEventListener('pagehide', () => worker.postMessage(SKIP_WAITING), { once: true })
  window.location.reload()
}
