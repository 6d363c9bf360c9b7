import type { FastifyReply, FastifyRequest } from 'fastify'
import { type GlossaryFilters, glossaryCalls } from '#contract/glossary.ts'
import type { GlossaryEntryId, GlossaryTypeId } from '#contract/ids.ts'
import { TOTAL_CAP, TOTAL_HEADER } from '#contract/lists.ts'
import type { TextFormat } from '#contract/sets.ts'
import { type IsMentioned, markMentioned, treesOf } from '../../db/linkedTexts.ts'
import { hasRow } from '../../db/rows.ts'
import type { Db, HasDb } from '../../db/schema.ts'
import { API_BASE } from '../../http/apiBase.ts'
import {
  type CachedResponse,
  type Content,
  cachedResponse,
} from '../../http/cache/cachedResponse.ts'
import { asJson, cachedJson, JSON_TYPE, sendCached, sending } from '../../http/cache/sendCached.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { pageReads } from '../../http/pageAnswers.ts'
import { mainLanguage } from '../../text/contentLanguage.ts'
import { suggestionsHeader } from '../../text/nearTitles.ts'
import { routesOn } from '../../work/calls.ts'
import { cacheKey, type ListQuery, listQuery } from './listQuery.ts'
import { assertVisible } from './policy.ts'
import { presentSections } from './present.ts'
import { findEntryAccess, listSections, listSubtypes, listTypes } from './repository.ts'
import { listEntries, searchEntries } from './search.ts'

const fromCache = cachedJson('glossary')

export function glossaryTypesModule(open: App, deps: Deps): void {
  const route = routesOn(open, deps, glossaryCalls)
  route('listGlossaryTypes', sending(readTypes))
  route('listGlossarySubtypes', sending(readSubtypes))
  route('listSubtypesOfType', sending(readSubtypesOf))
}

/** Entries and their sections, for visitors and for members, who may list their own (ruling 33). */
export function glossaryModule(optional: App, deps: Searching): void {
  const route = routesOn(optional, deps, glossaryCalls)
  route('listGlossaryEntries', sendEntries)
  route('listGlossarySubEntries', sendSections)
}

const readTypes = fromCache(
  () => 'types',
  async ({ db }: Deps) => {
    const results = await listTypes({ db })
    return { count: results.length, results }
  },
)

const readSubtypes = fromCache(
  () => 'subtypes',
  async ({ db }: Deps) => ({ results: await listSubtypes({ db }, null) }),
)

type OfType = { readonly params: { readonly typeId: GlossaryTypeId } }

const readSubtypesOf = fromCache(
  ({ params }: OfType) => `subtypes ${params.typeId}`,
  async ({ db }: Deps, { params: { typeId: id } }) => {
    if (!(await hasRow(db, 'glossary_types', { id }))) throw errors.notFound()
    return { subtypes: await listSubtypes({ db }, id) }
  },
)

export type Searching = Deps & {
  readonly isMentioned: IsMentioned
}

async function sendEntries(
  deps: Searching,
  request: FastifyRequest<{ Querystring: GlossaryFilters }>,
  reply: FastifyReply,
) {
  const query = listQuery(request.query, request.viewerId, request.routeOptions.url ?? '')
  if (!isUncached(query)) return sendCached(request, reply, await readList(deps, query))
  const {
    mediaType,
    text,
    headers = {},
  } = await listContent({ db: dbFor(deps, request) }, deps.settings, query)
  return reply.headers(headers).type(mediaType).send(text)
}

/** The primary serves members, who see their own writes at once. */
const dbFor = ({ db, publicReads }: Deps, { viewerId }: FastifyRequest): Db =>
  viewerId === null ? publicReads.db : db

/** The list of one author is for one caller, and finding a single entry costs less than caching it. */
const isUncached = ({ filters }: ListQuery): boolean =>
  filters.author !== null || filters.id !== null

const readList = (deps: Searching, query: ListQuery) =>
  deps.responseCache.get('glossary', JSON.stringify(['list', cacheKey(query)]), () =>
    listContent(deps.publicReads, deps.settings, query),
  )

type ById = { readonly params: { readonly id: GlossaryEntryId } }

async function sendSections(deps: Searching, request: ById & FastifyRequest, reply: FastifyReply) {
  const { id } = request.params
  const entry = await findEntryAccess({ db: dbFor(deps, request) }, id)
  assertVisible(entry, request.viewerId)
  if (entry.approved_at === null) return sectionsOf(deps, deps, entry)
  return sendCached(request, reply, await readApprovedSections(deps, entry))
}

type Formatted = { readonly id: GlossaryEntryId; readonly format: TextFormat }

const sectionsOf = async ({ clock, isMentioned }: Searching, w: HasDb, entry: Formatted) =>
  markMentioned(
    presentSections(
      entry,
      await listSections(w, entry.id),
      await treesOf(w.db, 'glossary', [entry.id]),
    ),
    await isMentioned(w.db, 'glossary', entry.id, clock()),
  )

const readApprovedSections = (deps: Searching, entry: Formatted) =>
  deps.responseCache.get('glossary', `sections ${entry.id} ${entry.format}`, async () => ({
    ...asJson(await sectionsOf(deps, deps.publicReads, entry)),
    headers: VARY,
  }))

/** Reads the sections for a visitor. */
async function readSections(deps: Searching, { params: { id } }: ById): Promise<CachedResponse> {
  const entry = await findEntryAccess(deps, id)
  assertVisible(entry, null)
  return readApprovedSections(deps, entry)
}

/**
 * Reads the list for a visitor.
 * @param path of the list, for the URL of its next page
 */
const readEntries =
  (path: string) =>
  async (deps: Searching, { query: wanted }: { readonly query: GlossaryFilters }) => {
    const query = listQuery(wanted, null, path)
    if (!isUncached(query)) return readList(deps, query)
    return cachedResponse(await listContent(deps, deps.settings, query), undefined, () => {})
  }

export const glossaryReads = (deps: Searching) =>
  pageReads(deps, glossaryCalls, {
    listGlossaryTypes: readTypes,
    listGlossarySubtypes: readSubtypes,
    listSubtypesOfType: readSubtypesOf,
    listGlossaryEntries: readEntries(`${API_BASE}${glossaryCalls.listGlossaryEntries.path}`),
    listGlossarySubEntries: readSections,
  })

/** Authors get another response for the same URL. */
const VARY = { vary: 'accept-encoding, authorization' } as const

/** The list as JSON, with headers for further pages and near titles. */
async function listContent(
  w: HasDb,
  settings: Deps['settings'],
  { filters, order, after, limit, urlAfter }: ListQuery,
): Promise<Content> {
  const list = filters.term === '' ? listEntries : searchEntries
  const main = mainLanguage(settings)
  const { text, total, next, near } = await list(w, { filters, order, after, limit, main })
  return {
    mediaType: JSON_TYPE,
    text,
    compression: filters.term === '' ? 'thorough' : 'quick',
    headers: {
      [TOTAL_HEADER]: total > TOTAL_CAP ? `${TOTAL_CAP}+` : String(total),
      ...VARY,
      ...(next && urlAfter && { link: `<${urlAfter(next)}>; rel="next"` }),
      ...suggestionsHeader(near),
    },
  }
}
