import { currentUrl } from './url.ts'

/** Whether the server responds at all. HEAD bypasses the service worker and the cache. */
export const serverResponds = (): Promise<boolean> =>
  fetch(currentUrl(), { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
