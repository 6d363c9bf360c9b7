import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ContentId } from '#contract/ids.ts'
import { contentRoutes as routes } from '#contract/routes.ts'
import {
  type ContentDetail,
  type ContentItem,
  contentSchemas as schemas,
} from '#contract/schemas/content.ts'
import { asJson, sendCached } from '../../http/cache/sendCached.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { serve } from '../../http/serve.ts'
import { feedsModule } from './feedRoutes.ts'
import { presentDetail, presentItem } from './present.ts'
import { PREVIEW_PARAM, previewTokens } from './previewToken.ts'
import { nextToRead } from './readingOrder.ts'
import {
  type ContentRow,
  findArticle,
  findPublished,
  listByIds,
  listEvents,
  listLatest,
  listNews,
  listReadingOrder,
  nextChange,
} from './repository.ts'

/** The landing page shows the first three; other clients of the API may want a few more. */
const LATEST = 10
/** The news page shows one as Next Article and three as More Articles. */
const NEXT = 8

/** News and events (behaviour 7). The same for all callers, so all of it is cached. */
export function contentModule(open: App, deps: Deps): void {
  feedsModule(open, deps)
  serve(open, deps, routes.listNews, schemas.listNews, sendNews)
  serve(open, deps, routes.listEvents, schemas.listEvents, sendEvents)
  serve(open, deps, routes.listLatest, schemas.listLatest, sendLatest)
  serve(open, deps, routes.getNews, schemas.getNews, sendNewsArticle)
  serve(open, deps, routes.getEvent, schemas.getEvent, sendEvent)
  serve(open, deps, routes.listNext, schemas.listNext, sendNext)
}

const sendNews = (deps: Deps, request: FastifyRequest, reply: FastifyReply) =>
  sendFromCache(deps, request, reply, 'news', async (now) =>
    (await listNews(deps.db, now)).map(presentItem),
  )

const sendEvents = (deps: Deps, request: FastifyRequest, reply: FastifyReply) =>
  sendFromCache(deps, request, reply, 'events', async (now) =>
    (await listEvents(deps.db, now)).map(presentItem),
  )

const sendLatest = (deps: Deps, request: FastifyRequest, reply: FastifyReply) =>
  sendFromCache(deps, request, reply, 'latest', async (now) =>
    (await listLatest(deps.db, now, LATEST)).map(presentItem),
  )

type ById = FastifyRequest<{ Params: { id: ContentId } }>

const sendNewsArticle = (deps: Deps, request: ById, reply: FastifyReply) =>
  sendDetail(deps, 'news', request, reply)

const sendEvent = (deps: Deps, request: ById, reply: FastifyReply) =>
  sendDetail(deps, 'event', request, reply)

async function sendDetail(
  deps: Deps,
  kind: ContentRow['kind'],
  request: ById,
  reply: FastifyReply,
) {
  const { id } = request.params
  const draft = await previewedArticle(deps, request)
  if (draft?.kind === kind) return presentDetail(draft, deps.clock())
  return sendFromCache(deps, request, reply, `${kind} ${id}`, async (now) => {
    const row = await findPublished(deps.db, id, kind, now)
    if (row === undefined) throw errors.notFound()
    return presentDetail(row, now)
  })
}

async function sendNext(deps: Deps, request: ById, reply: FastifyReply) {
  const { id } = request.params
  const draft = await previewedArticle(deps, request)
  if (draft !== null) return itemsAfter(deps, draft, deps.clock())
  return sendFromCache(deps, request, reply, `next ${id}`, async (now) => {
    const row = await findPublished(deps.db, id, null, now)
    if (row === undefined) throw errors.notFound()
    return itemsAfter(deps, row, now)
  })
}

async function itemsAfter({ db }: Deps, row: ContentRow, now: number): Promise<ContentItem[]> {
  const { id, kind, publish_at, starts_at } = row
  const timestamp = (kind === 'news' ? publish_at : starts_at) ?? 0
  const ids = nextToRead(await listReadingOrder(db, now), { id, kind, timestamp }, NEXT)
  const rows = await listByIds(db, ids)
  return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)).map(presentItem)
}

/** The article that the preview token of the request is for, as if it was published now; null without a valid one. */
async function previewedArticle(
  { db, clock, jwtSecret }: Deps,
  { query, params }: ById,
): Promise<ContentRow | null> {
  const token = new Map<string, unknown>(Object.entries(query ?? {})).get(PREVIEW_PARAM)
  if (token === undefined) return null
  if (previewTokens(jwtSecret).previewOf(token, clock())?.id !== params.id) return null
  const row = await findArticle(db, params.id)
  return row === undefined ? null : { ...row, publish_at: row.publish_at ?? clock() }
}

/** Cached until the next article appears or the next event ends. */
async function sendFromCache(
  { db, clock, responseCache }: Deps,
  request: FastifyRequest,
  reply: FastifyReply,
  key: string,
  make: (now: number) => Promise<ContentDetail | ContentItem[]>,
) {
  const response = await responseCache.get('contents', key, async () => {
    const now = clock()
    return { ...asJson(await make(now)), until: await nextChange(db, now) }
  })
  return sendCached(request, reply, response)
}
