import { setImmediate } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { GlossaryEntryId, GlossaryTypeId } from '#contract/ids.ts'
import { TOTAL_CAP, UNPAGED_MAX } from '#contract/limits.ts'
import { LOOKUP_HEADER, TOTAL_HEADER } from '#contract/lists.ts'
import { glossaryRoutes } from '#contract/routes.ts'
import { type GlossaryFilters, glossarySchemas } from '#contract/schemas/glossary.ts'
import { hasRow } from '../../db/rows.ts'
import type { Db } from '../../db/schema.ts'
import { TrigramLists } from '../../db/trigramLists.ts'
import type { Content } from '../../http/cache/cachedResponse.ts'
import { asJson, cachedJson, JSON_TYPE, sendCached } from '../../http/cache/sendCached.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { routesOn } from '../../http/serve.ts'
import { nearTitles, suggestionsHeader } from '../../text/nearTitles.ts'
import { cacheKey, type ListQuery, listQuery } from './listQuery.ts'
import { assertVisible } from './policy.ts'
import { presentEntry, presentSections } from './present.ts'
import { findEntryAccess, listSections, listSubtypes, listTypes } from './repository.ts'
import { countEntries, listPage, listTitles, textFilter } from './search.ts'

const fromCache = cachedJson('glossary')

export function glossaryTypesModule(open: App, deps: Deps): void {
  const route = routesOn(open, deps, glossaryRoutes, glossarySchemas)
  route('listGlossaryTypes', sendTypes)
  route('listGlossarySubtypes', sendSubtypes)
  route('listSubtypesOfType', sendSubtypesOf)
}

/** Entries and their sections, for visitors and for members, who may list their own (ruling 33). */
export function glossaryModule(optional: App, deps: Deps): void {
  const searching = { ...deps, trigrams: new TrigramLists() }
  const route = routesOn(optional, searching, glossaryRoutes, glossarySchemas)
  route('listGlossaryEntries', sendEntries)
  route('listGlossarySubEntries', sendSections)
}

const sendTypes = fromCache(
  () => 'types',
  async ({ db }: Deps) => {
    const results = await listTypes(db)
    return { count: results.length, results }
  },
)

const sendSubtypes = fromCache(
  () => 'subtypes',
  async ({ db }: Deps) => ({ results: await listSubtypes(db, null) }),
)

type OfType = FastifyRequest<{ Params: { typeId: GlossaryTypeId } }>

const sendSubtypesOf = fromCache(
  ({ params }: OfType) => `subtypes ${params.typeId}`,
  async ({ db }: Deps, { params: { typeId: id } }) => {
    if (!(await hasRow(db, 'glossary_types', { id }))) throw errors.notFound()
    return { subtypes: await listSubtypes(db, id) }
  },
)

async function sendEntries(
  { db, responseCache, trigrams }: Deps & { readonly trigrams: TrigramLists },
  request: FastifyRequest<{ Querystring: GlossaryFilters }>,
  reply: FastifyReply,
) {
  const query = listQuery(request.query, request.viewerId, request.routeOptions.url ?? '')
  const make = () => listEntries(db, trigrams, query)
  // Not cached: the list of one author is for one caller, and finding a single entry costs less than caching it.
  if (query.filters.author !== null || query.filters.id !== null) {
    const { mediaType, text, headers = {} } = await make()
    return reply.headers(headers).type(mediaType).send(text)
  }
  const key = JSON.stringify(['list', cacheKey(query)])
  return sendCached(request, reply, await responseCache.get('glossary', key, make))
}

async function sendSections(
  { db, responseCache }: Deps,
  request: FastifyRequest<{ Params: { id: GlossaryEntryId } }>,
  reply: FastifyReply,
) {
  const { id } = request.params
  const entry = await findEntryAccess(db, id)
  assertVisible(entry, request.viewerId)
  const sections = async () => presentSections(id, await listSections(db, id))
  if (entry.approved_at === null) return sections()
  const make = async () => ({ ...asJson(await sections()), headers: VARY })
  return sendCached(request, reply, await responseCache.get('glossary', `sections ${id}`, make))
}

/** Authors get another response for the same URL. */
const VARY = { vary: 'accept-encoding, authorization' } as const

/** Entries of one step; other requests are served between two steps. */
const CHUNK = 250

/** The list as JSON, with headers for further pages and near titles. */
async function listEntries(
  db: Db,
  trigrams: TrigramLists,
  { filters, order, after, limit = UNPAGED_MAX, urlAfter }: ListQuery,
): Promise<Content> {
  const text = await textFilter(db, trigrams, filters, order)
  const parts: string[] = []
  let [shown, last, hasMore] = [0, after, true]
  while (hasMore && shown < limit) {
    const size = Math.min(CHUNK, limit - shown)
    const found = await listPage(db, filters, text, order, last, size + 1)
    const page = found.slice(0, size)
    parts.push(...page.map((row) => JSON.stringify(presentEntry(row))))
    hasMore = found.length > size
    shown += page.length
    const end = page.at(-1)
    last = end ? { key: end.key, id: end.id } : last
    if (hasMore && shown < limit) await setImmediate()
  }
  const isWhole = after === null && !hasMore
  const total = isWhole ? shown : await countEntries(db, filters, text)
  const isMissed = isWhole && shown === 0 && filters.term !== ''
  const near = isMissed ? nearTitles(filters.term, await listTitles(db, filters)) : []
  return {
    mediaType: JSON_TYPE,
    text: `[${parts.join(',')}]`,
    compression: filters.term === '' ? 'thorough' : 'quick',
    headers: {
      [TOTAL_HEADER]: total > TOTAL_CAP ? `${TOTAL_CAP}+` : String(total),
      [LOOKUP_HEADER]: 'entry',
      ...VARY,
      ...(hasMore && last && urlAfter && { link: `<${urlAfter(last)}>; rel="next"` }),
      ...suggestionsHeader(near),
    },
  }
}
