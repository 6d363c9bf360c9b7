import { clientsClaim } from 'workbox-core'
import { PrecacheController } from 'workbox-precaching/PrecacheController.js'
import { PrecacheRoute } from 'workbox-precaching/PrecacheRoute.js'
import { registerRoute } from 'workbox-routing'
import { SHELL_PATH } from '#contract/offline.ts'
import { KIT } from '#contract/pages.ts'
import { isDraftStamp } from '#shared/kit.ts'
import { apiBaseUrl } from '#src/platform/env.ts'
import { SKIP_WAITING } from '../names.ts'
import { isDownload, isPage, mayHaveCopy } from '../publicCalls.ts'
import {
  drawings,
  pageOrShell,
  savedFile,
  savedPicture,
  seenOrSaved,
  texts,
  wholeFiles,
} from './caches.ts'

declare const self: ServiceWorkerGlobalScope & {
  /** Written by the server in front of this script where the site has a kit. */
  readonly kitStamp?: string
}
/** Replaced by the build: the files of this version. */
declare const PRECACHED: readonly { url: string; revision: string | null }[]

const base = apiBaseUrl()
const isOfDraft = (url: URL): boolean => isDraftStamp(url.searchParams.get(KIT) ?? '')
const files = new PrecacheController({ plugins: [wholeFiles] })
files.addToCacheList(
  PRECACHED.map(({ url, revision }) => ({
    url,
    revision: revision && `${revision}${self.kitStamp ?? ''}`,
  })),
)

self.addEventListener('install', (event) => void files.install(event))

// Files of the last version stay while other open pages may need them; the next activation removes them.
self.addEventListener('activate', (event) => {
  event.waitUntil(
    self.clients
      .matchAll({ type: 'window', includeUncontrolled: true })
      .then((pages) => (pages.length > 1 ? undefined : files.activate(event))),
  )
})
clientsClaim()

// Only a click of the reader activates a waiting version.
self.addEventListener('message', ({ data }) => {
  if (data === SKIP_WAITING) void self.skipWaiting()
})

/*
 * A request that matches no route goes to the network as if there were no worker: every change of data, every request
 * with a token but for public lists, ranges of videos, event streams, feeds, legal texts and the API's own pages.
 */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isOfDraft(url),
  // A draft of the kit changes under the same URLs, and its pages alone may be framed by the desk.
  ({ request }) => fetch(request),
)
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin &&
    request.method === 'GET' &&
    request.mode === 'navigate' &&
    isPage(url.pathname) &&
    !url.searchParams.has('preview'),
  pageOrShell(() => files.matchPrecache(SHELL_PATH)),
)
// Texts belong to the version of the page, not to that of the worker: network first.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/locales/'),
  texts(({ url }) => files.matchPrecache(url.pathname)),
)
registerRoute(new PrecacheRoute(files, { cleanURLs: false, directoryIndex: '' }))
// A page that is still open may need files of an earlier version.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /^\/(assets|fonts)\//.test(url.pathname),
  async ({ request }) => (await caches.match(request)) ?? fetch(request),
)
registerRoute(({ request }) => mayHaveCopy(request, base), seenOrSaved(base))
registerRoute(({ request }) => request.mode !== 'navigate' && isDownload(request, base), savedFile)
registerRoute(
  ({ request, url, sameOrigin }) =>
    sameOrigin && request.destination === 'image' && /^\/(images|icons)\//.test(url.pathname),
  drawings((path) => files.matchPrecache(path)),
)
registerRoute(
  ({ request, url }) =>
    request.destination === 'image' &&
    !request.headers.has('range') &&
    url.href.startsWith(`${base}/files/`),
  savedPicture,
)
