import { isOffline } from './online.ts'
import { savesData } from './savesData.ts'

/** URL of the worker that this server announces; null where it announces none. */
export const announcedWorker = (): string | null =>
  globalThis.document?.head
    .querySelector('link[rel="serviceworker"][data-offline]')
    ?.getAttribute('href') || null

/** Resolves with the first scrolling, or when the network is lost. */
const scrolledOrAlone = () =>
  new Promise<unknown>((resolve) => {
    window.addEventListener('scroll', resolve, { once: true })
    window.addEventListener('offline', resolve, { once: true })
  })

/** Resolves when the page is loaded and the browser has nothing to do; for a reader who saves data not before it is used. */
export async function afterLoad(): Promise<void> {
  if (savesData() && !isOffline()) await scrolledOrAlone()
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))
  await new Promise<unknown>((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(resolve, { timeout: 5000 })
    else setTimeout(resolve, 1000)
  })
}

/** Asks the browser not to remove what is kept; some browsers ask the reader. False where it may. */
export async function keepStorage(): Promise<boolean> {
  try {
    return await navigator.storage.persist()
  } catch {
    return false
  }
}
