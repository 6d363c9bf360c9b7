import { isOffline } from './online.ts'
import { announces } from './pageFeatures.ts'
import { savesData } from './savesData.ts'

/** Whether this device can keep something: the server of the page has a worker for it. */
export const mayKeep = (): boolean => globalThis.document !== undefined && announces('offline')

/** Resolves at the first scroll, or when the network is lost. */
const scrolledOrAlone = () =>
  new Promise<unknown>((resolve) => {
    window.addEventListener('scroll', resolve, { once: true })
    window.addEventListener('offline', resolve, { once: true })
  })

/** Resolves when the page is loaded and the browser is idle; with data saving on, not before the page is used. */
export async function afterLoad(): Promise<void> {
  if (savesData() && !isOffline()) await scrolledOrAlone()
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }))
  await new Promise<unknown>((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(resolve, { timeout: 5000 })
    else setTimeout(resolve, 1000)
  })
}

/** Asks the browser not to evict saved data; some browsers prompt the reader. False if it may evict them. */
export async function keepStorage(): Promise<boolean> {
  try {
    return await navigator.storage.persist()
  } catch {
    return false
  }
}
