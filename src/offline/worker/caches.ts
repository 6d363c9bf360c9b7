import type { RouteHandlerCallbackOptions, WorkboxPlugin } from 'workbox-core/types.js'
import { ExpirationPlugin } from 'workbox-expiration'
import { StaleWhileRevalidate } from 'workbox-strategies'
import { Strategy } from 'workbox-strategies/Strategy.js'
import type { StrategyHandler } from 'workbox-strategies/StrategyHandler.js'
import { hasData, hasTexts, isFile, isOurPage, isRefusal, isSavable } from '../fitting.ts'
import { type Late, writeCopyMark } from '../lateResponse.ts'
import { SAVED_FILES, SAVED_PICTURES, SEEN_RESPONSES } from '../names.ts'
import { isCacheable } from '../publicCalls.ts'
import { forgetSaved } from '../savedDocuments.ts'
import { savedCopy } from '../savedResponse.ts'

declare const self: ServiceWorkerGlobalScope

const SEEN_PICTURES = 'seen-pictures'

/** Limits of the cache of public responses: number, bytes of one, age. */
const SEEN_RESPONSES_MAX = 120
const SEEN_RESPONSE_BYTES_MAX = 500_000
const SEEN_RESPONSE_SECONDS = 14 * 86_400
/** Most drawings and icons of the site in the cache. */
const SEEN_PICTURES_MAX = 150
/** Longest wait for the network where there is a copy. */
const NETWORK_MS_MAX = 3000

type Options = RouteHandlerCallbackOptions
type FindCopy = (options: Options) => Promise<Response | undefined>
type Fits = (response: Response) => boolean | Promise<boolean>

/**
 * The response of the network if it is what was asked for and comes in time, else the copy. Without a copy the call
 * waits, and gets whatever comes.
 * @param late gets the promise of a response that was too late; it is null if that is not what was asked for
 */
async function networkOrCopy(
  network: Promise<Response>,
  fits: Fits,
  copy: (isLate: boolean) => Promise<Response | undefined>,
  late: (fitting: Promise<Response | null>) => void = () => undefined,
): Promise<Response> {
  const fitting = network.then(
    async (response) => ((await fits(response)) ? response : null),
    () => null,
  )
  const inTime = await Promise.race([fitting, timeIsUp()])
  if (inTime) return inTime
  const isLate = inTime === undefined
  const found = await copy(isLate)
  if (!found) return network
  if (isLate) late(fitting)
  return found
}

const timeIsUp = () =>
  new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), NETWORK_MS_MAX))

/** Pages: the shell, which renders any of them, is the copy. No page is stored. A redirect is followed by the browser. */
export const pageOrShell = (shell: FindCopy) => (options: Options) =>
  networkOrCopy(
    fetch(options.request),
    (response) => response.type === 'opaqueredirect' || isOurPage(response),
    () => shell(options),
  )

export const texts = (copy: FindCopy) => (options: Options) =>
  networkOrCopy(fetch(options.request), hasTexts, () => copy(options))

/** Downloads: only those that the reader has saved have a copy. */
export const savedFile = ({ request }: Options) =>
  networkOrCopy(
    fetch(request),
    (response) => isSavable(response) || isRefusal(response),
    () => caches.match(request.url, { cacheName: SAVED_FILES }),
  )

/** Stores only whole files of the site; a single one that is not fails the installation of a version. */
export const wholeFiles: WorkboxPlugin = {
  cacheWillUpdate: async ({ request, response }) =>
    (await isFile(response, request.url)) ? response : null,
}

/** Stores only responses of a bounded size. */
const bounded: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) =>
    (await sizeOf(response)) <= SEEN_RESPONSE_BYTES_MAX ? response : null,
}

const sizeOf = async (response: Response): Promise<number> =>
  (await response.clone().arrayBuffer()).byteLength

/**
 * Reads of public data: network first, because a reader with a network must see the current state; else the last
 * response to the same URL, or what the saved lists respond. A response that is too late goes to the page by a message.
 */
class SeenOrSaved extends Strategy {
  readonly #base: string

  constructor(base: string) {
    const expiration = new ExpirationPlugin({
      maxEntries: SEEN_RESPONSES_MAX,
      maxAgeSeconds: SEEN_RESPONSE_SECONDS,
      purgeOnQuotaError: true,
    })
    super({ cacheName: SEEN_RESPONSES, plugins: [bounded, expiration] })
    this.#base = base
  }

  protected override _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const { pathname, origin, searchParams } = new URL(request.url)
    const path = `${origin}${pathname}`.slice(this.#base.length)
    const mayStore = isCacheable(request, this.#base)
    const fits = async (response: Response) => {
      if (!(await hasData(response, path))) return isRefusal(response)
      if (mayStore) void handler.waitUntil(handler.cachePut(request, marked(response, false)))
      return true
    }
    const copy = async (isLate: boolean) => {
      const seen = mayStore ? await handler.cacheMatch(request) : undefined
      if (seen && (await hasData(seen, path))) return marked(seen, isLate)
      forgetSaved()
      const saved = await savedCopy(path, queryOf(searchParams))
      return saved && marked(Response.json(saved.data), isLate, saved.at)
    }
    const { event } = handler
    const late = (fitting: Promise<Response | null>) =>
      void handler.waitUntil(
        fitting.then((response) => response && tell(event, request.url, response)),
      )
    return networkOrCopy(handler.fetch(request), fits, copy, late)
  }
}

export const seenOrSaved = (base: string) => new SeenOrSaved(base)

/** The query of a URL, with the values that the pages' own calls have. */
const queryOf = (params: URLSearchParams) =>
  Object.fromEntries([...params].map(([name, value]) => [name, value === 'true' || value]))

/** A copy of a response that names the time of its storing. */
function marked(response: Response, isLate: boolean, at?: number): Response {
  const { body, headers } = response.clone()
  const copy = new Response(body, { headers })
  writeCopyMark(copy.headers, { isLate, at })
  return copy
}

async function tell(event: ExtendableEvent, url: string, response: Response): Promise<void> {
  const page = event instanceof FetchEvent ? await self.clients.get(event.clientId) : undefined
  const late: Late = { url, headers: [...response.headers], text: await response.clone().text() }
  page?.postMessage({ late })
}

/** The site's own drawings: served from the cache and revalidated in the background. */
const seenPictures = new StaleWhileRevalidate({
  cacheName: SEEN_PICTURES,
  plugins: [
    wholeFiles,
    bounded,
    new ExpirationPlugin({ maxEntries: SEEN_PICTURES_MAX, purgeOnQuotaError: true }),
  ],
})

/** Serves any stored width and format offline; which one a page requests depends on its window. */
export const drawings =
  (copyOf: (path: string) => Promise<Response | undefined>) =>
  (options: Options): Promise<Response> => {
    const { href, pathname } = options.url
    return networkOrCopy(
      seenPictures.handle(options),
      (response) => isFile(response, href),
      () => copyOf(pathname.replace(/(-tall)?-\d+\.(avif|webp)$/, '-480.avif')),
    )
  }

/** Serves saved pictures from the cache, as uploads never change. Others are not stored: some are private. */
export async function savedPicture({ request }: Options): Promise<Response> {
  const cache = await caches.open(SAVED_PICTURES)
  return (await cache.match(request.url)) ?? fetch(request)
}
