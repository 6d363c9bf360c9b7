import type { FastifyReply, FastifyRequest } from 'fastify'
import type { GlossaryEntryId, GlossaryTypeId } from '#contract/ids.ts'
import { glossaryRoutes as routes } from '#contract/routes.ts'
import { type GlossaryFilters, glossarySchemas as schemas } from '#contract/schemas/glossary.ts'
import { type TrigramLists, trigramLists } from '../../db/trigramLists.ts'
import { asJson, cachedJson, sendCached } from '../../http/cache/sendCached.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { listEntries, VARY } from './listing.ts'
import { cacheKey, listQuery } from './listQuery.ts'
import { assertVisible } from './policy.ts'
import { presentSections } from './present.ts'
import { findEntryAccess, isType, listSections, listSubtypes, listTypes } from './repository.ts'

const sendFromCache = cachedJson('glossary')

/** Types and sub-types (behaviour 7). */
export function glossaryTypesModule(open: App, deps: Deps): void {
  const { listGlossaryTypes, listGlossarySubtypes, listSubtypesOfType } = schemas
  serve(open, deps, routes.listGlossaryTypes, listGlossaryTypes, sendTypes)
  serve(open, deps, routes.listGlossarySubtypes, listGlossarySubtypes, sendSubtypes)
  serve(open, deps, routes.listSubtypesOfType, listSubtypesOfType, sendSubtypesOf)
}

/** Entries and their sections, for visitors and for members, who may ask for their own (ruling 33). */
export function glossaryModule(optional: App, deps: Deps): void {
  const { listGlossaryEntries, listGlossarySubEntries } = schemas
  const searching = { ...deps, trigrams: trigramLists() }
  serve(optional, searching, routes.listGlossaryEntries, listGlossaryEntries, sendEntries)
  serve(optional, deps, routes.listGlossarySubEntries, listGlossarySubEntries, sendSections)
}

const sendTypes = (deps: Deps, request: FastifyRequest, reply: FastifyReply) =>
  sendFromCache(deps, request, reply, 'types', async () => {
    const results = await listTypes(deps.db)
    return { count: results.length, results }
  })

const sendSubtypes = (deps: Deps, request: FastifyRequest, reply: FastifyReply) =>
  sendFromCache(deps, request, reply, 'subtypes', async () => ({
    results: await listSubtypes(deps.db, null),
  }))

function sendSubtypesOf(
  deps: Deps,
  request: FastifyRequest<{ Params: { typeId: GlossaryTypeId } }>,
  reply: FastifyReply,
) {
  const { typeId } = request.params
  return sendFromCache(deps, request, reply, `subtypes ${typeId}`, async () => {
    if (!(await isType(deps.db, typeId))) throw errors.notFound()
    return { subtypes: await listSubtypes(deps.db, typeId) }
  })
}

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
