import type { FastifyReply, FastifyRequest } from 'fastify'
import { glossaryRoutes } from '#contract/routes.ts'
import { glossarySchemas } from '#contract/schemas/glossary.ts'
import type { Content } from '../../http/cache/cachedResponse.ts'
import { asJson, sendCached } from '../../http/cache/sendCached.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { routeOf } from '../../http/serve.ts'
import { FOR_ALL, listEntries } from './listing.ts'
import { cacheKey, listQuery } from './listQuery.ts'
import { listRepository } from './listRepository.ts'
import { assertVisible } from './policy.ts'
import { presentSections } from './present.ts'
import { glossaryRepository } from './repository.ts'

/** Types and sub-types (behaviour 7). */
export function glossaryTypesModule(open: App, deps: Deps): void {
  const { db, responseCache } = deps
  const glossary = glossaryRepository(deps)
  const cached = async (
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    make: () => Promise<unknown>,
  ) =>
    sendCached(
      request,
      reply,
      await responseCache.get('glossary', key, async () => asJson(await make())),
    )

  open.route({
    ...routeOf(glossaryRoutes.listGlossaryTypes),
    schema: glossarySchemas.listGlossaryTypes,
    handler: (request, reply) =>
      cached(request, reply, 'types', async () => {
        const results = await glossary.types(db)
        return { count: results.length, results }
      }),
  })

  open.route({
    ...routeOf(glossaryRoutes.listGlossarySubtypes),
    schema: glossarySchemas.listGlossarySubtypes,
    handler: (request, reply) =>
      cached(request, reply, 'subtypes', async () => ({
        results: await glossary.subtypes(db, null),
      })),
  })

  open.route({
    ...routeOf(glossaryRoutes.listSubtypesOfType),
    schema: glossarySchemas.listSubtypesOfType,
    handler: (request, reply) => {
      const { typeId } = request.params
      return cached(request, reply, `subtypes ${typeId}`, async () => {
        if (!(await glossary.hasType(db, typeId))) throw errors.notFound()
        return { subtypes: await glossary.subtypes(db, typeId) }
      })
    },
  })
}

/** Entries and their sections, for visitors and for members, who may ask for their own (ruling 33). */
export function glossaryModule(optional: App, deps: Deps): void {
  const { db, responseCache } = deps
  const glossary = glossaryRepository(deps)
  const list = listRepository(deps)

  optional.route({
    ...routeOf(glossaryRoutes.listGlossaryEntries),
    schema: glossarySchemas.listGlossaryEntries,
    handler: async (request, reply) => {
      const asked = listQuery(request.query, request.viewerId, request.routeOptions.url ?? '')
      const make = () => listEntries(list, db, asked)
      // One author's list is nobody else's, and a single entry is found faster than a kept answer is made.
      const { author, id } = asked.filters
      if (author !== null || id !== null) return sendOnce(reply, await make())
      const key = JSON.stringify(['list', cacheKey(asked)])
      return sendCached(request, reply, await responseCache.get('glossary', key, make))
    },
  })

  optional.route({
    ...routeOf(glossaryRoutes.listGlossarySubEntries),
    schema: glossarySchemas.listGlossarySubEntries,
    handler: async (request, reply) => {
      const { id } = request.params
      const entry = await glossary.entry(db, id)
      assertVisible(entry, request.viewerId)
      const sections = async () => presentSections(id, await glossary.sections(db, id))
      if (entry.approved_at === null) return sections()
      const make = async () => ({ ...asJson(await sections()), headers: FOR_ALL })
      return sendCached(request, reply, await responseCache.get('glossary', `sections ${id}`, make))
    },
  })
}

const sendOnce = (reply: FastifyReply, { mediaType, text, headers = {} }: Content) =>
  reply.headers(headers).type(mediaType).send(text)
