import { apiBaseUrl } from '#src/platform/env.ts'
import { hasData, isRefusal } from './fitting.ts'
import { FILLING, NOT_SEEN } from './names.ts'

/** How long the responses of an interrupted fetch are reused. */
const RESUMED_MS = 60 * 60_000

/** Why saving has failed. `cancelled`: by the reader. */
export type KeepFailure = 'network' | 'quota' | 'cancelled'

export class KeepError extends Error {
  readonly failure: KeepFailure
  constructor(failure: KeepFailure) {
    super(failure)
    this.failure = failure
  }
}

/** Turns an error of storing or fetching into a reason that a reader can understand. */
export function keepErrorOf(error: unknown): KeepError {
  if (error instanceof KeepError) return error
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (name === 'AbortError') return new KeepError('cancelled')
  return new KeepError(name === 'QuotaExceededError' ? 'quota' : 'network')
}

export type Options = { readonly language: string; readonly signal: AbortSignal }

/** `data` is undefined if the resource is gone. */
export type Fetched = { readonly data: unknown; readonly next: string | null }

/**
 * Fetches public calls without a token. Responses are stored until the list is complete, so that an interrupted fetch
 * resumes where it has stopped.
 */
export async function openFetcher(name: string, { language, signal }: Options) {
  const cache = await caches.open(`${FILLING}-${name}`)
  await dropOld(cache)
  return async (path: string): Promise<Fetched> => {
    const url = apiBaseUrl() + path
    const isWhole = (response: Response) => hasData(response, path.replace(/\?.*/, ''))
    const earlier = await cache.match(url)
    if (earlier && (await isWhole(earlier))) return read(earlier)
    signal.throwIfAborted()
    const response = await fetch(url, {
      headers: { 'Accept-Language': language },
      credentials: 'omit',
      cache: NOT_SEEN,
      signal,
    })
    if (response.status === 404 && (await isRefusal(response)))
      return { data: undefined, next: null }
    if (!(await isWhole(response))) throw new KeepError('network')
    await cache.put(url, response.clone())
    return read(response)
  }
}

const read = async (response: Response): Promise<Fetched> => ({
  data: (await response.json()) as unknown,
  next: nextPath(response.headers.get('Link')),
})

/** Path and query below the API base of the next page. */
function nextPath(link: string | null): string | null {
  const target = /<([^>]*)>[^<]*;\s*rel="?next"?/i.exec(link ?? '')?.[1]
  if (target === undefined) return null
  const base = apiBaseUrl()
  const { href } = new URL(target, `${base}/`)
  return href.startsWith(`${base}/`) ? href.slice(base.length) : null
}

const STARTED = '/filling/started'

async function dropOld(cache: Cache): Promise<void> {
  const started = Number(await (await cache.match(STARTED))?.text())
  if (Date.now() - started < RESUMED_MS) return
  for (const request of await cache.keys()) await cache.delete(request)
  await cache.put(STARTED, new Response(String(Date.now())))
}

export const endFetch = (name: string): Promise<boolean> => caches.delete(`${FILLING}-${name}`)
