import type { RouteHandlerCallbackOptions } from 'workbox-core/types.js'
import { ExpirationPlugin } from 'workbox-expiration'
import { NetworkFirst, NetworkOnly, StaleWhileRevalidate } from 'workbox-strategies'

import { KEPT_PICTURES, SEEN_ANSWERS, SEEN_PICTURES } from '../names.ts'

/** Responses of public calls that were made anyway: number, bytes of one, age. */
const SEEN_ANSWERS_MAX = 120
const SEEN_ANSWER_BYTES_MAX = 500_000
const SEEN_ANSWER_SECONDS = 14 * 86_400
/** Drawings and icons of the site that were seen. */
const SEEN_PICTURES_MAX = 150
/** A page that has not come by then is drawn from what is kept. */
const PAGE_SECONDS_MAX = 5

type Kept = (options: RouteHandlerCallbackOptions) => Promise<Response | undefined>

/** From the network; after some seconds, or without one, the plain page, which draws itself. No page is stored. */
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

/** Only whole responses of a bounded size. */
const whole = {
  cacheWillUpdate: async ({ response }: { response: Response }) =>
    response.status === 200 && (await sizeOf(response)) <= SEEN_ANSWER_BYTES_MAX ? response : null,
}

const sizeOf = async (response: Response): Promise<number> =>
  (await response.clone().arrayBuffer()).byteLength

/**
 * From the network; without one, what an earlier call of the same URL has got. Not the other way round: a reader who has
 * a network sees what there is now.
 */
export const seenAnswers = new NetworkFirst({
  cacheName: SEEN_ANSWERS,
  plugins: [
    whole,
    new ExpirationPlugin({
      maxEntries: SEEN_ANSWERS_MAX,
      maxAgeSeconds: SEEN_ANSWER_SECONDS,
      purgeOnQuotaError: true,
    }),
  ],
})

/** The site's own drawings: shown at once, renewed behind. */
const seenPictures = new StaleWhileRevalidate({
  cacheName: SEEN_PICTURES,
  plugins: [
    whole,
    new ExpirationPlugin({ maxEntries: SEEN_PICTURES_MAX, purgeOnQuotaError: true }),
  ],
})

/** Which width and format a page asks for depends on its window; without a network any will do. */
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

/** An uploaded file never changes under its name. Others than the kept ones are not stored: some are a member's own. */
export async function keptPicture({ request }: RouteHandlerCallbackOptions): Promise<Response> {
  const cache = await caches.open(KEPT_PICTURES)
  return (await cache.match(request.url)) ?? fetch(request)
}
