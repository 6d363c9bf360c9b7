import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RuleCategoryId, RuleEntryId } from '#contract/ids.ts'
import { rulesRoutes as routes } from '#contract/routes.ts'
import { type RuleFilters, rulesSchemas as schemas } from '#contract/schemas/rules.ts'
import type { RuleKind } from '#contract/sets.ts'
import type { Content } from '../../http/cache/cachedResponse.ts'
import { asJson, cachedJson, JSON_TYPE, sendCached } from '../../http/cache/sendCached.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { idFilter, isUnknown } from '../../http/idFilter.ts'
import { serve } from '../../http/serve.ts'
import { searchKey } from '../../text/keys.ts'
import { nearTitles, suggestionsHeader } from '../../text/nearTitles.ts'
import { presentVideo } from './present.ts'
import {
  isCategory,
  isEntry,
  listCategories,
  listQuickSubcategories,
  listSections,
  listSubcategories,
  listVideos,
} from './repository.ts'
import { type RuleSearch, ruleSearch } from './search.ts'

const sendFromCache = cachedJson('rules')

/** Rules of both kinds (behaviour 7). The same for all callers, so all of it is cached. */
export function rulesModule(open: App, deps: Deps): void {
  const searching = { ...deps, search: ruleSearch(deps) }
  serve(open, deps, routes.listRuleCategories, schemas.listRuleCategories, sendCategories)
  serve(open, deps, routes.listRuleSubcategories, schemas.listRuleSubcategories, sendSubcategories)
  serve(open, deps, routes.listRuleVideos, schemas.listRuleVideos, sendVideos)
  serve(open, deps, routes.listQuickSubcategories, schemas.listQuickSubcategories, sendQuickParts)
  serve(open, searching, routes.listRuleEntries, schemas.listRuleEntries, sendBasicEntries)
  serve(open, searching, routes.listQuickEntries, schemas.listQuickEntries, sendQuickEntries)
  serve(open, deps, routes.listRuleSubEntries, schemas.listRuleSubEntries, sendBasicSections)
  serve(open, deps, routes.listQuickSubEntries, schemas.listQuickSubEntries, sendQuickSections)
}

const sendCategories = (deps: Deps, request: FastifyRequest, reply: FastifyReply) =>
  sendFromCache(deps, request, reply, 'categories', () => listCategories(deps.db))

const sendVideos = (deps: Deps, request: FastifyRequest, reply: FastifyReply) =>
  sendFromCache(deps, request, reply, 'videos', async () =>
    (await listVideos(deps.db)).map(presentVideo),
  )

const sendQuickParts = (deps: Deps, request: FastifyRequest, reply: FastifyReply) =>
  sendFromCache(deps, request, reply, 'quick subcategories', () => listQuickSubcategories(deps.db))

function sendSubcategories(
  deps: Deps,
  request: FastifyRequest<{ Params: { categoryId: RuleCategoryId } }>,
  reply: FastifyReply,
) {
  const { categoryId } = request.params
  return sendFromCache(deps, request, reply, `subcategories ${categoryId}`, async () => {
    if (!(await isCategory(deps.db, categoryId))) throw errors.notFound()
    return listSubcategories(deps.db, categoryId)
  })
}

type ById = FastifyRequest<{ Params: { id: RuleEntryId } }>

const sendBasicSections = (deps: Deps, request: ById, reply: FastifyReply) =>
  sendSections(deps, 'basic', request, reply)

const sendQuickSections = (deps: Deps, request: ById, reply: FastifyReply) =>
  sendSections(deps, 'quick', request, reply)

function sendSections(deps: Deps, kind: RuleKind, request: ById, reply: FastifyReply) {
  const { id } = request.params
  return sendFromCache(deps, request, reply, `${kind} ${id}`, async () => {
    if (!(await isEntry(deps.db, kind, id))) throw errors.notFound()
    const sections = await listSections(deps.db, [id])
    return sections.map(({ entry_id: _entry, ...section }) => section)
  })
}

type Searching = Deps & { readonly search: RuleSearch }
type Filtered = FastifyRequest<{ Querystring: RuleFilters }>

const sendBasicEntries = (deps: Searching, request: Filtered, reply: FastifyReply) =>
  sendEntries(deps, 'basic', request, reply)

const sendQuickEntries = (deps: Searching, request: Filtered, reply: FastifyReply) =>
  sendEntries(deps, 'quick', request, reply)

async function sendEntries(
  { responseCache, search }: Searching,
  kind: RuleKind,
  request: Filtered,
  reply: FastifyReply,
) {
  const { query } = request
  const category = idFilter(query.category)
  const subcategory = idFilter(query.subcategory)
  const term = searchKey(query.search ?? '').trim()
  // Quick entries have no category, so the filter excludes all of them.
  const isNothing =
    isUnknown(category) || isUnknown(subcategory) || (kind === 'quick' && category !== null)
  const key = JSON.stringify(isNothing ? 'nothing' : [kind, category, subcategory, term])
  const make = async (): Promise<Content> => {
    if (isNothing) return asJson([])
    const found = await search.find(kind, { term, category, subcategory })
    const isMissed = found.count === 0 && term !== ''
    return {
      mediaType: JSON_TYPE,
      text: found.json,
      headers: isMissed ? suggestionsHeader(nearTitles(term, await search.titles(kind))) : {},
      compression: term === '' ? 'thorough' : 'quick',
    }
  }
  return sendCached(request, reply, await responseCache.get('rules', key, make))
}
