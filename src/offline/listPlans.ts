import { glossaryCalls } from '#contract/glossary.ts'
import { PAGE_LIMIT_MAX } from '#contract/lists.ts'
import { rulesCalls } from '#contract/rules.ts'
import { apiBaseUrl } from '#src/platform/env.ts'
import { hasData, isRefusal } from './fitting.ts'
import { FILLING, NOT_SEEN } from './names.ts'

/** Most entries saved of one list; the rest is left out. */
const SAVED_ENTRIES_MAX = 3000

export type Entry = {
  readonly id: number
  image?: unknown
  pictures?: unknown
  thumbnails?: unknown
}
type Responses = Record<string, unknown>
type Get = (path: string) => Promise<Fetched>

/** Responses that are fetched first: the lists and their filters. The sections of each entry follow. */
type Plan = {
  readonly responses: Responses
  readonly lists: Readonly<Record<string, Entry[]>>
}

const withId = (path: string, id: number): string => path.replace(/:\w+/, String(id))

export const sectionsPath = (list: string, id: number): string => `${list}${id}/sub-entries/`

const rowsOf = (data: unknown): Entry[] =>
  (Array.isArray(data) ? (data as Entry[]) : []).filter((row) => Number.isInteger(row?.id))

export async function planRules(get: Get): Promise<Plan> {
  const { listRuleCategories, listRuleSubcategories, listQuickSubcategories } = rulesCalls
  const { listRuleEntries, listQuickEntries } = rulesCalls
  const responses: Responses = {}
  const add = async (path: string) => (responses[path] = (await get(path)).data)
  for (const { id } of rowsOf(await add(listRuleCategories.path)))
    await add(withId(listRuleSubcategories.path, id))
  await add(listQuickSubcategories.path)
  const lists: Record<string, Entry[]> = {}
  for (const { path } of [listRuleEntries, listQuickEntries])
    lists[path] = rowsOf((await get(path)).data).slice(0, SAVED_ENTRIES_MAX)
  return { responses, lists }
}

/** Requests the newest first: entries have no time on the wire by which a browser could sort them. */
const NEWEST = `?${new URLSearchParams({ sort: 'Newest First', limit: String(PAGE_LIMIT_MAX) }).toString()}`

export async function planGlossary(get: Get): Promise<Plan> {
  const { listGlossaryTypes, listGlossarySubtypes, listSubtypesOfType } = glossaryCalls
  const { path } = glossaryCalls.listGlossaryEntries
  const responses: Responses = {}
  const add = async (one: string) => (responses[one] = (await get(one)).data)
  const types = (await add(listGlossaryTypes.path)) as { results?: unknown } | undefined
  for (const { id } of rowsOf(types?.results)) await add(withId(listSubtypesOfType.path, id))
  await add(listGlossarySubtypes.path)
  const entries = new Map<number, Entry>()
  for (let next: string | null = path + NEWEST; next !== null; ) {
    const page: Fetched = await get(next)
    const known = entries.size
    for (const entry of rowsOf(page.data)) entries.set(entry.id, entry)
    // A server that repeats a page must not cause an endless loop.
    const isAtEnd = entries.size === known || entries.size >= SAVED_ENTRIES_MAX
    next = isAtEnd ? null : page.next
  }
  return { responses, lists: { [path]: [...entries.values()].slice(0, SAVED_ENTRIES_MAX) } }
}

/** How long the responses of an interrupted fetch are reused. */
const RESUMED_MS = 60 * 60_000

/** Why saving has failed. `cancelled`: by the reader. */
export type SaveFailure = 'network' | 'quota' | 'cancelled'

export class SaveError extends Error {
  readonly failure: SaveFailure
  constructor(failure: SaveFailure) {
    super(failure)
    this.failure = failure
  }
}

/** Turns an error of storing or fetching into a reason that a reader can understand. */
export function saveErrorOf(error: unknown): SaveError {
  if (error instanceof SaveError) return error
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (name === 'AbortError') return new SaveError('cancelled')
  return new SaveError(name === 'QuotaExceededError' ? 'quota' : 'network')
}

export type Options = { readonly language: string; readonly signal: AbortSignal }

/** `data` is undefined if the resource is gone. */
type Fetched = { readonly data: unknown; readonly next: string | null }

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
    if (!(await isWhole(response))) throw new SaveError('network')
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
