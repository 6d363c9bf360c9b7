import type { FastifyReply, FastifyRequest } from 'fastify'
import type {
  QuickSubcategoryId,
  RuleCategoryId,
  RuleEntryId,
  RuleSubcategoryId,
} from '#contract/ids.ts'
import { rulesRoutes } from '#contract/routes.ts'
import { type RuleFilters, rulesSchemas } from '#contract/schemas/rules.ts'
import type { App, Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { idFilter } from '../../idFilter.ts'
import { nearTitles, suggestionsHeader } from '../../nearTitles.ts'
import { asJson, sendAnswer } from '../../plugins/cachedAnswers.ts'
import { at } from '../../plugins/serve.ts'
import { searchKey } from '../../text.ts'
import { presentBasic, presentQuick, presentVideo } from './present.ts'
import { rulesRepository } from './repository.ts'

type Kind = 'basic' | 'quick'

/** The Rules table (SPEC 7). The same for everybody. */
export function rulesModule(open: App, deps: Deps): void {
  const { db, answers } = deps
  const rules = rulesRepository(deps)

  const cached = async (
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    make: () => Promise<unknown>,
  ) => sendAnswer(request, reply, await answers.get('rules', key, async () => asJson(await make())))

  /** What visitors type is endless and not worth keeping; everything else is. */
  async function listed<Entry>(
    request: FastifyRequest<{ Querystring: RuleFilters }>,
    reply: FastifyReply,
    kind: Kind,
    find: (term: string) => Promise<Entry[]>,
  ) {
    const { category, subcategory, search = '' } = request.query
    const term = searchKey(search).trim()
    if (term === '')
      return cached(request, reply, JSON.stringify([kind, category, subcategory]), () => find(''))
    const found = await find(term)
    if (found.length === 0)
      reply.headers(suggestionsHeader(nearTitles(term, await rules.titles(db, kind))))
    return found
  }

  const subEntries = (
    request: FastifyRequest<{ Params: { id: RuleEntryId } }>,
    reply: FastifyReply,
    kind: Kind,
  ) =>
    cached(request, reply, `${kind} ${request.params.id}`, async () => {
      if (!(await rules.hasEntry(db, kind, request.params.id))) throw errors.notFound()
      return rules.subEntries(db, request.params.id)
    })

  open.route({
    ...at(rulesRoutes.listRuleCategories),
    schema: rulesSchemas.listRuleCategories,
    handler: (request, reply) => cached(request, reply, 'categories', () => rules.categories(db)),
  })

  open.route({
    ...at(rulesRoutes.listRuleSubcategories),
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
    ...at(rulesRoutes.listRuleVideos),
    schema: rulesSchemas.listRuleVideos,
    handler: (request, reply) =>
      cached(request, reply, 'videos', async () => (await rules.videos(db)).map(presentVideo)),
  })

  open.route({
    ...at(rulesRoutes.listQuickSubcategories),
    schema: rulesSchemas.listQuickSubcategories,
    handler: (request, reply) =>
      cached(request, reply, 'quick subcategories', () => rules.quickSubcategories(db)),
  })

  open.route({
    ...at(rulesRoutes.listRuleEntries),
    schema: rulesSchemas.listRuleEntries,
    handler: (request, reply) =>
      listed(request, reply, 'basic', async (term) => {
        const category = idFilter<RuleCategoryId>(request.query.category)
        const subcategory = idFilter<RuleSubcategoryId>(request.query.subcategory)
        return (await rules.basicEntries(db, { term, category, subcategory })).map(presentBasic)
      }),
  })

  open.route({
    ...at(rulesRoutes.listQuickEntries),
    schema: rulesSchemas.listQuickEntries,
    handler: (request, reply) =>
      listed(request, reply, 'quick', async (term) => {
        // Quick entries have no category, so none of them is in one that is asked for.
        if (idFilter(request.query.category) !== null) return []
        const subcategory = idFilter<QuickSubcategoryId>(request.query.subcategory)
        return (await rules.quickEntries(db, { term, subcategory })).map(presentQuick)
      }),
  })

  open.route({
    ...at(rulesRoutes.listRuleSubEntries),
    schema: rulesSchemas.listRuleSubEntries,
    handler: (request, reply) => subEntries(request, reply, 'basic'),
  })

  open.route({
    ...at(rulesRoutes.listQuickSubEntries),
    schema: rulesSchemas.listQuickSubEntries,
    handler: (request, reply) => subEntries(request, reply, 'quick'),
  })
}
