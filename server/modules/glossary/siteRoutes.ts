import type { FastifyReply, FastifyRequest } from 'fastify'
import { ID_MAX, TEXT_MAX } from '#contract/fields.ts'
import {
  GLOSSARY_SORTS,
  type GlossaryFilters,
  type GlossarySort,
  glossaryCalls,
} from '#contract/glossary.ts'
import type { GlossaryEntryId, GlossarySubtypeId, GlossaryTypeId, MemberId } from '#contract/ids.ts'
import { TOTAL_CAP, TOTAL_HEADER } from '#contract/lists.ts'
import { entryPath, GLOSSARY_PAGE } from '#contract/publicPages.ts'
import type { TextFormat } from '#contract/sets.ts'
import { describedBy } from '#shared/pageTags.ts'
import { termKey } from '#shared/search.ts'
import { type IsMentioned, richSections, treesOf } from '../../db/linkedTexts.ts'
import { type Db, type HasDb, hasRow } from '../../db/rows.ts'
import { API_BASE } from '../../http/apiBase.ts'
import {
  type CachedResponse,
  type Content,
  cachedResponse,
} from '../../http/cache/cachedResponse.ts'
import { asJson, cachedJson, JSON_TYPE, sendCached, sending } from '../../http/cache/sendCached.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { idFilter, isUnknown } from '../../http/idFilter.ts'
import { pageReads } from '../../http/pageAnswers.ts'
import { headMarkup, linkPicture } from '../../http/pageTags.ts'
import { type HeadOf, keptHead } from '../../http/plugins/pageHead.ts'
import { languageOf, mainLanguage } from '../../text/contentLanguage.ts'
import { plainText } from '../../text/light.ts'
import { suggestionsHeader } from '../../text/nearTitles.ts'
import { reading, routesOn } from '../../work/work.ts'
import { assertVisible } from './policy.ts'
import {
  type Asked,
  type Cursor,
  type EntryFilters,
  findEntryAccess,
  findForPageHead,
  listSections,
  listSubtypes,
  listTypes,
  type Order,
} from './repository.ts'
import { listEntries, searchEntries } from './search.ts'

const fromCache = cachedJson('glossary')

export function glossaryTypesRoutes(open: App, deps: Deps): void {
  const route = routesOn(open, deps, glossaryCalls)
  route('listGlossaryTypes', sending(readTypes))
  route('listGlossarySubtypes', sending(readSubtypes))
  route('listSubtypesOfType', sending(readSubtypesOf))
}

/** Entries and their sections, for visitors and for members, who may list their own (ruling 33). */
export function glossaryRoutes(optional: App, deps: Searching): void {
  const route = routesOn(optional, deps, glossaryCalls)
  route('listGlossaryEntries', sendEntries)
  route('listGlossarySubEntries', sendSections)
}

const readTypes = fromCache(
  () => 'types',
  async (deps: Deps) => {
    const results = await listTypes(deps)
    return { count: results.length, results }
  },
)

const readSubtypes = fromCache(
  () => 'subtypes',
  async (deps: Deps) => ({ results: await listSubtypes(deps, null) }),
)

type OfType = { readonly params: { readonly typeId: GlossaryTypeId } }

const readSubtypesOf = fromCache(
  ({ params }: OfType) => `subtypes ${params.typeId}`,
  async (deps: Deps, { params: { typeId: id } }) => {
    if (!(await hasRow(deps.db, 'glossary_types', { id }))) throw errors.notFound()
    return { subtypes: await listSubtypes(deps, id) }
  },
)

type Searching = Deps & { readonly isMentioned: IsMentioned }

async function sendEntries(
  deps: Searching,
  request: FastifyRequest<{ Querystring: GlossaryFilters }>,
  reply: FastifyReply,
) {
  const query = listQuery(request.query, request.viewerId, request.routeOptions.url ?? '')
  if (!isUncached(query)) return sendCached(request, reply, await readList(deps, query))
  const content = await listContent({ db: dbFor(deps, request) }, deps.settings, query)
  const { mediaType, text, headers = {} } = content
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

async function sectionsOf({ clock, isMentioned }: Searching, w: HasDb, entry: Formatted) {
  const { id } = entry
  return richSections(
    (await listSections(w, id)).map((section) => ({ ...section, glossary_entry: id })),
    {
      ...entry,
      treeOf: await treesOf(w, 'glossary', [id]),
      mentioned: await isMentioned(reading({ db: w.db, clock }), { kind: 'glossary', id }),
    },
  )
}

const readApprovedSections = (deps: Searching, entry: Formatted) =>
  deps.responseCache.get('glossary', `sections ${entry.id} ${entry.format}`, async () => ({
    ...asJson(await sectionsOf(deps, deps.publicReads, entry)),
    headers: VARY,
  }))

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

const ORDERS: Readonly<Record<GlossarySort, Order>> = {
  'Newest First': { column: 'created_at', direction: 'desc' },
  'Oldest First': { column: 'created_at', direction: 'asc' },
  Alphabetical: { column: 'title_key', direction: 'asc' },
}

/** An unknown label is alphabetical (ruling 37). */
function orderOf(label: string | undefined): Order {
  const sort = GLOSSARY_SORTS.find((known) => known === label)
  return ORDERS[sort ?? 'Alphabetical']
}

const sortOf = (order: Order): GlossarySort | null =>
  GLOSSARY_SORTS.find((label) => ORDERS[label] === order && label !== 'Alphabetical') ?? null

/** Opaque to clients. */
const encodeCursor = (order: Order, { key, id }: Cursor): string =>
  Buffer.from(JSON.stringify([order.column, key, id])).toString('base64url')

/** @throws Refusal `invalid` for a cursor of another order */
function decodeCursor(order: Order, text: string): Cursor {
  const [column, key, id] = parsed(text)
  const isKey =
    order.column === 'title_key'
      ? typeof key === 'string' && key.isWellFormed() && !key.includes('\0')
      : Number.isSafeInteger(key)
  const isId = Number.isInteger(id) && Number(id) >= 0 && Number(id) <= ID_MAX
  if (column !== order.column || !isKey || !isId) throw errors.invalid('cursor')
  return { key: key as Cursor['key'], id: id as GlossaryEntryId }
}

function parsed(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    return Array.isArray(value) ? value : []
  } catch {
    return []
  }
}

/** Two requests with the same meaning have equal queries. */
type ListQuery = Asked & {
  /** Undefined: all entries, up to `UNPAGED_MAX`. */
  readonly limit: number | undefined
  /** URL of the page after a cursor; null when it is too long for a header. */
  readonly urlAfter: ((cursor: Cursor) => string) | null
}

/**
 * Characters of a URL without its cursor, which adds at most 1,000. Percent-encoding may take nine characters for
 * one, and common proxies allow 4 kB for all headers of a response.
 */
const URL_MAX = 1200

/** Flags come as text (ruling 39). */
const isOn = (flag: string | undefined): boolean => flag?.toLowerCase() === 'true'

/** @throws Refusal `invalid` for a cursor of another order */
function listQuery(
  { limit, cursor, ...given }: GlossaryFilters,
  viewerId: MemberId | null,
  path: string,
): ListQuery {
  const order = orderOf(given.sort)
  const filters: EntryFilters = {
    id: idFilter<GlossaryEntryId>(given.entry),
    // The flag has no effect without a token.
    author: isOn(given.showMyEntries) ? viewerId : null,
    isUserMade: isOn(given.showUserEntries),
    type: idFilter<GlossaryTypeId>(given.type),
    subtype: idFilter<GlossarySubtypeId>(given.subtype),
    term: termKey(given.search ?? ''),
  }
  const asked = {
    entry: filters.id,
    search: filters.term || null,
    type: filters.type,
    subtype: filters.subtype,
    showUserEntries: filters.isUserMade || null,
    showMyEntries: filters.author === null ? null : true,
    sort: sortOf(order),
    limit: limit ?? null,
  }
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(asked))
    if (value !== null) params.set(name, String(value))
  const url = `${path}?${params.toString()}`
  // A list with a longer URL is sent as a whole: to clients it looks like one with a single page.
  const hasPages = url.length <= URL_MAX && filters.term.length <= TEXT_MAX
  return {
    filters,
    order,
    after: cursor === undefined ? null : decodeCursor(order, cursor),
    limit: hasPages ? limit : undefined,
    urlAfter: hasPages ? (last) => `${url}&cursor=${encodeCursor(order, last)}` : null,
  }
}

/** Equal for all requests with the same response. */
const cacheKey = ({ filters, order, after, limit }: ListQuery): unknown =>
  isUnknown(filters.type) || isUnknown(filters.subtype)
    ? 'nothing'
    : [
        filters.term,
        filters.type,
        filters.subtype,
        filters.isUserMade,
        order.column,
        order.direction,
        limit,
        after?.key,
        after?.id,
      ]

/** The head of the glossary page with `?entry=ID` for an approved entry; null for another id, as without one. */
export const entryHead =
  (deps: Deps): HeadOf =>
  async (url) => {
    const { path, query } = url
    if (!GLOSSARY_PAGE.test(path)) return null
    const id = idFilter<GlossaryEntryId>(query.get('entry') ?? undefined)
    if (id === null || isUnknown(id)) return null
    const head = await keptHead(deps, url, {
      area: 'glossary',
      id,
      make: async (site) => {
        const entry = await findForPageHead(deps, id)
        if (entry === undefined) throw errors.notFound()
        const words = plainText(entry.format, entry.description || entry.opening || '')
        return headMarkup(site, {
          title: entry.title,
          description: describedBy(entry.title, [words]),
          path: entryPath(id),
          type: 'article',
          picture: linkPicture(site.publicUrl, entry.picture),
          ...languageOf(entry.language, mainLanguage(site.kit)),
        })
      },
    })
    return head?.status === 404 ? null : head
  }
