import { glossaryCalls } from '#contract/glossary.ts'
import { PAGE_LIMIT_MAX } from '#contract/lists.ts'
import { rulesCalls } from '#contract/rules.ts'
import type { Fetched } from './fetchList.ts'

/** Most entries saved of one list; the rest is left out. */
const KEPT_ENTRIES_MAX = 3000

export type Entry = {
  readonly id: number
  image?: unknown
  pictures?: unknown
  thumbnails?: unknown
}
type Responses = Record<string, unknown>
type Get = (path: string) => Promise<Fetched>

/** Responses that are fetched first: the lists and their filters. The sections of each entry follow. */
export type Plan = {
  readonly responses: Responses
  /** The lists of entries, by the path of their call. */
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
  const keep = async (path: string) => (responses[path] = (await get(path)).data)
  for (const { id } of rowsOf(await keep(listRuleCategories.path)))
    await keep(withId(listRuleSubcategories.path, id))
  await keep(listQuickSubcategories.path)
  const lists: Record<string, Entry[]> = {}
  for (const { path } of [listRuleEntries, listQuickEntries])
    lists[path] = rowsOf((await get(path)).data).slice(0, KEPT_ENTRIES_MAX)
  return { responses, lists }
}

/** Requests the newest first: entries have no time on the wire by which a browser could sort them. */
const NEWEST = `?${new URLSearchParams({ sort: 'Newest First', limit: String(PAGE_LIMIT_MAX) }).toString()}`

export async function planGlossary(get: Get): Promise<Plan> {
  const { listGlossaryTypes, listGlossarySubtypes, listSubtypesOfType } = glossaryCalls
  const { path } = glossaryCalls.listGlossaryEntries
  const responses: Responses = {}
  const keep = async (one: string) => (responses[one] = (await get(one)).data)
  const types = (await keep(listGlossaryTypes.path)) as { results?: unknown } | undefined
  for (const { id } of rowsOf(types?.results)) await keep(withId(listSubtypesOfType.path, id))
  await keep(listGlossarySubtypes.path)
  const entries = new Map<number, Entry>()
  for (let next: string | null = path + NEWEST; next !== null; ) {
    const page: Fetched = await get(next)
    const known = entries.size
    for (const entry of rowsOf(page.data)) entries.set(entry.id, entry)
    // A server that repeats a page must not cause an endless loop.
    const isAtEnd = entries.size === known || entries.size >= KEPT_ENTRIES_MAX
    next = isAtEnd ? null : page.next
  }
  return { responses, lists: { [path]: [...entries.values()].slice(0, KEPT_ENTRIES_MAX) } }
}
