import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ContentId } from '#contract/ids.ts'
import { contentRoutes } from '#contract/routes.ts'
import { type ContentItem, contentSchemas } from '#contract/schemas/content.ts'
import { asJson, sendCached } from '../../http/cache/sendCached.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { routeOf } from '../../http/serve.ts'
import { feedsModule } from './feedRoutes.ts'
import { presentEvent, presentItem, presentNews } from './present.ts'
import { PREVIEW_PARAM, previewTokens } from './previewToken.ts'
import { nextToRead } from './readingOrder.ts'
import { type ContentRow, contentRepository as contents } from './repository.ts'

/** The landing page shows the first three; other readers of the API may want a few more. */
const LATEST = 10
/** The news page shows one as Next Article and three as More Articles. */
const NEXT = 8

/** News and events of the Public content table (behaviour 7). The same for everybody, so all of it is cached. */
export function contentModule(open: App, deps: Deps): void {
  const { db, clock, responseCache } = deps
  feedsModule(open, deps)

  const { previewOf } = previewTokens(deps.jwtSecret)

  /** The item that the request has a permission to see before it is published, as if it appeared now. */
  async function previewed({ query, params }: FastifyRequest): Promise<ContentRow | null> {
    const token = (query as Record<string, unknown>)[PREVIEW_PARAM]
    if (token === undefined) return null
    const { id } = params as { id: ContentId }
    if (previewOf(token, clock())?.id !== id) return null
    const row = await contents.any(db, id)
    return row === undefined ? null : { ...row, publish_at: row.publish_at ?? clock() }
  }

  /** Kept until the next item appears or ends, so that it is there, and gone, in its minute. */
  const cached = async (
    request: FastifyRequest,
    reply: FastifyReply,
    key: string,
    make: (now: number) => Promise<ContentItem | ContentItem[]>,
  ) => {
    const answer = await responseCache.get('contents', key, async () => {
      const now = clock()
      return { ...asJson(await make(now)), until: await contents.nextTurn(db, now) }
    })
    return sendCached(request, reply, answer)
  }

  open.route({
    ...routeOf(contentRoutes.listNews),
    schema: contentSchemas.listNews,
    handler: (request, reply) =>
      cached(request, reply, 'news', async (now) =>
        (await contents.listNews(db, now)).map(presentItem),
      ),
  })

  open.route({
    ...routeOf(contentRoutes.listEvents),
    schema: contentSchemas.listEvents,
    handler: (request, reply) =>
      cached(request, reply, 'events', async (now) =>
        (await contents.listEvents(db, now)).map(presentItem),
      ),
  })

  open.route({
    ...routeOf(contentRoutes.listLatest),
    schema: contentSchemas.listLatest,
    handler: (request, reply) =>
      cached(request, reply, 'latest', async (now) =>
        (await contents.listLatest(db, now, LATEST)).map(presentItem),
      ),
  })

  open.route({
    ...routeOf(contentRoutes.getNews),
    schema: contentSchemas.getNews,
    handler: async (request, reply) => {
      const draft = await previewed(request)
      if (draft?.kind === 'news') return presentNews(draft)
      return cached(request, reply, `news ${request.params.id}`, async (now) => {
        const row = await contents.publishedOfKind(db, 'news', request.params.id, now)
        if (row === undefined) throw errors.notFound()
        return presentNews(row)
      })
    },
  })

  open.route({
    ...routeOf(contentRoutes.getEvent),
    schema: contentSchemas.getEvent,
    handler: async (request, reply) => {
      const draft = await previewed(request)
      if (draft?.kind === 'event') return presentEvent(draft, clock())
      return cached(request, reply, `event ${request.params.id}`, async (now) => {
        const row = await contents.publishedOfKind(db, 'event', request.params.id, now)
        if (row === undefined) throw errors.notFound()
        return presentEvent(row, now)
      })
    },
  })

  open.route({
    ...routeOf(contentRoutes.listNext),
    schema: contentSchemas.listNext,
    handler: async (request, reply) => {
      const draft = await previewed(request)
      if (draft !== null) return following(draft, clock())
      return cached(request, reply, `next ${request.params.id}`, async (now) => {
        const item = await contents.published(db, request.params.id, now)
        if (item === undefined) throw errors.notFound()
        return following(item, now)
      })
    },
  })

  async function following({ id, kind, publish_at, starts_at }: ContentRow, now: number) {
    const at = (kind === 'news' ? publish_at : starts_at) ?? 0
    const ids = nextToRead(await contents.places(db, now), { id, kind, at }, NEXT)
    const rows = ids.length === 0 ? [] : await contents.byIds(db, ids)
    return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)).map(presentItem)
  }
}
