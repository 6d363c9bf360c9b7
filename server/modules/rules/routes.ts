import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RuleEntryId } from '#contract/ids.ts'
import { rulesRoutes } from '#contract/routes.ts'
import { type RuleFilters, rulesSchemas } from '#contract/schemas/rules.ts'
import type { Content } from '../../http/cache/cachedResponse.ts'
import { asJson, JSON_TYPE, sendCached } from '../../http/cache/sendCached.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { idFilter, isUnknown } from '../../http/idFilter.ts'
import { routeOf } from '../../http/serve.ts'
import { searchKey } from '../../text/keys.ts'
import { nearTitles, suggestionsHeader } from '../../text/nearTitles.ts'
import { presentVideo } from './present.ts'
import { type RuleKind, rulesRepository } from './repository.ts'
import { ruleSearch } from './search.ts'

/** The Rules table (behaviour 7). The same for everybody. */
export function rulesModule(open: App, deps: Deps): void {
  const { db, responseCache } = deps
  const rules = rulesRepository(deps)
  const search = ruleSearch(deps)

  const cached = async (
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    make: () => Promise<unknown>,
  ) =>
    sendCached(
      request,
      reply,
      await responseCache.get('rules', key, async () => asJson(await make())),
    )

  async function listed(
    request: FastifyRequest<{ Querystring: RuleFilters }>,
    reply: FastifyReply,
    kind: RuleKind,
  ) {
    const { query } = request
    const category = idFilter(query.category)
    const subcategory = idFilter(query.subcategory)
    const term = searchKey(query.search ?? '').trim()
    // Quick entries have no category, so none of them is in one that is asked for.
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

  const subEntries = (
    request: FastifyRequest<{ Params: { id: RuleEntryId } }>,
    reply: FastifyReply,
    kind: RuleKind,
  ) =>
    cached(request, reply, `${kind} ${request.params.id}`, async () => {
      if (!(await rules.hasEntry(db, kind, request.params.id))) throw errors.notFound()
      return rules.subEntries(db, request.params.id)
    })

  open.route({
    ...routeOf(rulesRoutes.listRuleCategories),
    schema: rulesSchemas.listRuleCategories,
    handler: (request, reply) => cached(request, reply, 'categories', () => rules.categories(db)),
  })

  open.route({
    ...routeOf(rulesRoutes.listRuleSubcategories),
    schema: rulesSchemas.listRuleSubcategories,
    handler: (request, reply) => {
      const { categoryId } = request.params
      return cached(request, reply, `subcategories ${categoryId}`, async () => {
        if (!(await rules.hasCategory(db, categoryId))) throw errors.notFound()
        return rules.subcategories(db, categoryId)
      })
    },
  })

  open.route({
    ...routeOf(rulesRoutes.listRuleVideos),
    schema: rulesSchemas.listRuleVideos,
    handler: (request, reply) =>
      cached(request, reply, 'videos', async () => (await rules.videos(db)).map(presentVideo)),
  })

  open.route({
    ...routeOf(rulesRoutes.listQuickSubcategories),
    schema: rulesSchemas.listQuickSubcategories,
    handler: (request, reply) =>
      cached(request, reply, 'quick subcategories', () => rules.quickSubcategories(db)),
  })

  open.route({
    ...routeOf(rulesRoutes.listRuleEntries),
    schema: rulesSchemas.listRuleEntries,
    handler: (request, reply) => listed(request, reply, 'basic'),
  })

  open.route({
    ...routeOf(rulesRoutes.listQuickEntries),
    schema: rulesSchemas.listQuickEntries,
    handler: (request, reply) => listed(request, reply, 'quick'),
  })

  open.route({
    ...routeOf(rulesRoutes.listRuleSubEntries),
    schema: rulesSchemas.listRuleSubEntries,
    handler: (request, reply) => subEntries(request, reply, 'basic'),
  })

  open.route({
    ...routeOf(rulesRoutes.listQuickSubEntries),
    schema: rulesSchemas.listQuickSubEntries,
    handler: (request, reply) => subEntries(request, reply, 'quick'),
  })
}
