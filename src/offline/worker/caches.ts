import type { RouteHandlerCallbackOptions } from 'workbox-core/types.js'
import { ExpirationPlugin } from 'workbox-expiration'
import { NetworkFirst, NetworkOnly, StaleWhileRevalidate } from 'workbox-strategies'

import { KEPT_PICTURES, SEEN_PICTURES, SEEN_RESPONSES } from '../names.ts'

/** Limits of the cache of public responses: number, bytes of one, age. */
const SEEN_RESPONSES_MAX = 120
const SEEN_RESPONSE_BYTES_MAX = 500_000
const SEEN_RESPONSE_SECONDS = 14 * 86_400
/** Most drawings and icons of the site in the cache. */
const SEEN_PICTURES_MAX = 150
/** Longest wait for a page from the network before the stored shell is used. */
const PAGE_SECONDS_MAX = 5

type Kept = (options: RouteHandlerCallbackOptions) => Promise<Response | undefined>

/** Network first; after some seconds, or offline, the shell, which renders any page. No page is stored. */
export const pageOrShell = (shell: Kept) => onlyFromNetwork(shell, PAGE_SECONDS_MAX)
export const texts = (kept: Kept) => onlyFromNetwork(kept)

function onlyFromNetwork(kept: Kept, seconds?: number) {
  const network = new NetworkOnly(seconds === undefined ? {} : { networkTimeoutSeconds: seconds })
  return async (options: RouteHandlerCallbackOptions): Promise<Response> => {
    try {
      return await network.handle(options)
    } catch (error) {
      const response = await kept(options)
      if (response) return response
      throw error
    }
  }
}

/** Stores only whole responses of a bounded size. */
const whole = {
  cacheWillUpdate: async ({ response }: { response: Response }) =>
    response.status === 200 && (await sizeOf(response)) <= SEEN_RESPONSE_BYTES_MAX
      ? response
      : null,
}

const sizeOf = async (response: Response): Promise<number> =>
  (await response.clone().arrayBuffer()).byteLength

/**
 * Network first; offline, the stored response of the same URL. A reader with a network must see the current state.
 */
export const seenResponses = new NetworkFirst({
  cacheName: SEEN_RESPONSES,
  plugins: [
    whole,
    new ExpirationPlugin({
      maxEntries: SEEN_RESPONSES_MAX,
      maxAgeSeconds: SEEN_RESPONSE_SECONDS,
      purgeOnQuotaError: true,
    }),
  ],
})

/** The site's own drawings: served from the cache and revalidated in the background. */
const seenPictures = new StaleWhileRevalidate({
  cacheName: SEEN_PICTURES,
  plugins: [
    whole,
    new ExpirationPlugin({ maxEntries: SEEN_PICTURES_MAX, purgeOnQuotaError: true }),
  ],
})

/** Serves any stored width and format offline; which one a page requests depends on its window. */
export const drawings =
  (kept: (path: string) => Promise<Response | undefined>) =>
  async (options: RouteHandlerCallbackOptions): Promise<Response> => {
    try {
      return await seenPictures.handle(options)
    } catch (error) {
      const { pathname } = options.url
      const response = await kept(pathname.replace(/(-tall)?-\d+\.(avif|webp)$/, '-480.avif'))
      if (response) return response
      throw error
    }
  }

/** Serves saved pictures from the cache, as uploads never change. Others are not stored: some are private. */
export async function keptPicture({ request }: RouteHandlerCallbackOptions): Promise<Response> {
  const cache = await caches.open(KEPT_PICTURES)
  return (await cache.match(request.url)) ?? fetch(request)
}
