import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ContentItem, contentCalls } from '#contract/content.ts'
import type { ContentId } from '#contract/ids.ts'
import { byId, ErrorBody, fileResponse } from '#contract/shapes.ts'
import { treesOf } from '../../db/linkedTexts.ts'
import type { HasDb, Read } from '../../db/schema.ts'
import type { CachedResponse, Content } from '../../http/cache/cachedResponse.ts'
import { asJson, listAsJson, sendCached, sending } from '../../http/cache/sendCached.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { pageReads } from '../../http/pageAnswers.ts'
import { eventCalendar } from '../../text/calendar.ts'
import { mainLanguage } from '../../text/contentLanguage.ts'
import { siteOf } from '../../text/kit.ts'
import { routesOn } from '../../work/calls.ts'
import { contentFeeds } from './feeds.ts'
import { presentDetail, presentItem } from './present.ts'
import { PREVIEW_PARAM, previewTokens } from './preview.ts'
import { nextToRead } from './readingOrder.ts'
import {
  type ContentRow,
  findArticle,
  findPublished,
  listAnnouncedEvents,
  listByIds,
  listCalendarEvents,
  listEvents,
  listLatest,
  listNews,
  listReadingOrder,
  listTranslations,
  nextChange,
} from './repository.ts'

/** The landing page shows the first three; other clients of the API may want a few more. */
const LATEST = 10
/** The news page shows one as Next Article and three as More Articles. */
const NEXT = 8

/** News and events (behaviour 7.5). The same for all callers, so all of it is cached. */
export function contentModule(open: App, deps: Deps): void {
  feedsModule(open, deps)
  const route = routesOn(open, deps, contentCalls)
  route('listNews', sending(readNews))
  route('listEvents', sending(readEvents))
  route('listLatest', sending(readLatest))
  route('getNews', sendArticle('news'))
  route('getEvent', sendArticle('event'))
  route('listNext', sendNext)
}

const readList = (key: string, list: (w: Read) => Promise<ContentRow[]>) => (deps: Deps) =>
  fromCache(deps, key, async (now) => {
    const rows = await list({ db: deps.db, now })
    const treeOf = await treesOfAll(deps, rows)
    return listAsJson(rows, (row) => presentItem(row, treeOf, mainLanguage(deps.settings)))
  })

const treesOfAll = (w: HasDb, rows: readonly ContentRow[]) =>
  treesOf(
    w.db,
    'content',
    rows.map(({ id }) => id),
  )

const detail = async ({ db, kit }: Deps, row: ContentRow, now: number) =>
  presentDetail(
    row,
    await treesOfAll({ db }, [row]),
    await listTranslations({ db, now }, row),
    now,
    kit.current(),
  )

const readNews = readList('news', listNews)
const readEvents = readList('events', listEvents)
const readLatest = readList('latest', (w) => listLatest(w, LATEST))

type Wanted = { readonly params: { readonly id: ContentId } }

const readArticle =
  (kind: ContentRow['kind']) =>
  (deps: Deps, { params: { id } }: Wanted) =>
    fromCache(deps, `${kind} ${id}`, async (now) =>
      asJson(await detail(deps, await publishedArticle(deps, id, kind, now), now)),
    )

const readNext = (deps: Deps, { params: { id } }: Wanted) =>
  fromCache(deps, `next ${id}`, async (now) =>
    asJson(await itemsAfter(deps, await publishedArticle(deps, id, null, now), now)),
  )

export const contentReads = (deps: Deps) =>
  pageReads(deps, contentCalls, {
    listNews: readNews,
    listEvents: readEvents,
    listLatest: readLatest,
    getNews: readArticle('news'),
    getEvent: readArticle('event'),
    listNext: readNext,
  })

type ById = FastifyRequest<{ Params: { id: ContentId } }>

const sendArticle =
  (kind: ContentRow['kind']) => async (deps: Deps, request: ById, reply: FastifyReply) => {
    const draft = await previewedArticle(deps, request)
    if (draft?.kind === kind) return detail(deps, draft, deps.clock())
    return sendCached(request, reply, await readArticle(kind)(deps, request))
  }

async function sendNext(deps: Deps, request: ById, reply: FastifyReply) {
  const draft = await previewedArticle(deps, request)
  if (draft !== null) return itemsAfter(deps, draft, deps.clock())
  return sendCached(request, reply, await readNext(deps, request))
}

/** @throws Refusal 404 */
async function publishedArticle(
  { db }: Deps,
  id: ContentId,
  kind: ContentRow['kind'] | null,
  now: number,
): Promise<ContentRow> {
  const row = await findPublished({ db, now }, id, kind)
  if (row === undefined) throw errors.notFound()
  return row
}

async function itemsAfter(
  { db, settings }: Deps,
  row: ContentRow,
  now: number,
): Promise<ContentItem[]> {
  const { id, kind, publish_at, starts_at } = row
  const timestamp = (kind === 'news' ? publish_at : starts_at) ?? 0
  const ids = nextToRead(await listReadingOrder({ db, now }), { id, kind, timestamp }, NEXT)
  const rows = await listByIds({ db }, ids)
  const treeOf = await treesOfAll({ db }, rows)
  return rows
    .sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map((row) => presentItem(row, treeOf, mainLanguage(settings)))
}

/** The article that the preview token of the request is for, as if it was published now; null without a valid one. */
async function previewedArticle(
  { db, clock, jwtSecret }: Deps,
  { query, params }: ById,
): Promise<ContentRow | null> {
  const token = new Map<string, unknown>(Object.entries(query ?? {})).get(PREVIEW_PARAM)
  if (token === undefined) return null
  if (previewTokens(jwtSecret).previewOf(token, clock())?.id !== params.id) return null
  const row = await findArticle({ db }, params.id)
  return row === undefined ? null : { ...row, publish_at: row.publish_at ?? clock() }
}

/** Cached until the next article appears or the next event ends. */
const fromCache = (
  { db, clock, responseCache }: Deps,
  key: string,
  make: (now: number) => Promise<Content>,
): Promise<CachedResponse> =>
  responseCache.get('contents', key, async () => {
    const now = clock()
    return { ...(await make(now)), until: await nextChange({ db, now }) }
  })

const CALENDAR = 'text/calendar; charset=utf-8'
const ATOM = 'application/atom+xml; charset=utf-8'
/** Entries of a feed; readers keep older ones by themselves. */
const FEED_ENTRIES = 50

const ical = fileResponse('iCalendar (RFC 5545)', 'text/calendar')
const atom = fileResponse('Atom (RFC 4287)', 'application/atom+xml')

/** Calendars and feeds, an addition below the API base (ruling 61; behaviour 12.3). */
function feedsModule(open: App, deps: Deps): void {
  const { db } = deps
  const feed = contentFeeds(deps)

  open.get(
    '/contents/events/:id(^\\d+).ics',
    {
      schema: {
        operationId: 'eventCalendar',
        tags: ['Feeds'],
        summary: 'One event as an iCalendar file',
        params: byId<ContentId>(),
        response: { 200: ical, 404: ErrorBody },
      },
    },
    (request, reply) => sendEvent(deps, request, reply),
  )
  serveFeed(
    open,
    deps,
    'events.ics',
    'eventsCalendar',
    'All events as an iCalendar file',
    ical,
    async (now) => ({
      mediaType: CALENDAR,
      text: eventCalendar(siteOf(deps), await listCalendarEvents({ db, now })),
    }),
  )
  serveFeed(open, deps, 'news.atom', 'newsFeed', 'News as an Atom feed', atom, async (now) => ({
    mediaType: ATOM,
    text: await feed('news', await listNews({ db, now }, FEED_ENTRIES)),
  }))
  const summary = 'Events as an Atom feed, newest announcement first'
  serveFeed(open, deps, 'events.atom', 'eventsFeed', summary, atom, async (now) => ({
    mediaType: ATOM,
    text: await feed('events', await listAnnouncedEvents({ db, now }, FEED_ENTRIES)),
  }))
}

/** Cached until the next article appears or the next event ends. */
function serveFeed(
  open: App,
  { db, clock, responseCache }: Deps,
  file: string,
  operationId: string,
  summary: string,
  schema: typeof ical,
  make: (now: number) => Promise<Content>,
): void {
  open.get(
    `/contents/${file}`,
    { schema: { operationId, tags: ['Feeds'], summary, response: { 200: schema } } },
    async (request, reply) => {
      const response = await responseCache.get('contents', file, async () => {
        const now = clock()
        return { ...(await make(now)), until: await nextChange({ db, now }) }
      })
      return sendCached(request, reply, response)
    },
  )
}

async function sendEvent(
  deps: Deps,
  request: FastifyRequest<{ Params: { id: ContentId } }>,
  reply: FastifyReply,
) {
  const { db, clock, responseCache } = deps
  const { id } = request.params
  const response = await responseCache.get('contents', `event ${id}.ics`, async () => {
    const event = await findPublished({ db, now: clock() }, id, 'event')
    if (event === undefined) throw errors.notFound()
    return { mediaType: CALENDAR, text: eventCalendar(siteOf(deps), [event]) }
  })
  reply.header('content-disposition', `attachment; filename="discordia-event-${id}.ics"`)
  return sendCached(request, reply, response)
}
