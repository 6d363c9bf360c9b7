import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  type ContentDetail,
  type ContentItem,
  contentCalls,
  type ListedContents,
} from '#contract/content.ts'
import type { RichText } from '#contract/formatting.ts'
import type { ContentId } from '#contract/ids.ts'
import type { ContentKind } from '#contract/sets.ts'
import { treesOf } from '../../db/linkedTexts.ts'
import { findRow, type Read } from '../../db/rows.ts'
import { idsOf } from '../../db/search.ts'
import type { Listed } from '../../db/translated.ts'
import { pictureFields, publicUrlPath, readPicture } from '../../files/pictureNames.ts'
import { asJson, listAsJson, sendCached, sending } from '../../http/cache/sendCached.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { pageReads } from '../../http/pageAnswers.ts'
import { languageOf, mainLanguage, translationsOf } from '../../text/contentLanguage.ts'
import { iso } from '../../text/time.ts'
import { listSeries } from '../../work/eventSeries.ts'
import { rhythmOf } from '../../work/series.ts'
import { slotsOf, tableFactsOf } from '../../work/tables.ts'
import { type CallRead, routesOn } from '../../work/work.ts'
import { kindsOf } from './eventKinds.ts'
import { feedsRoutes, fromCache, keyOf } from './feeds.ts'
import { PREVIEW_PARAM, previewTokens } from './preview.ts'
import {
  type ContentRow,
  findPublished,
  listByIds,
  listEvents,
  listLatest,
  listNews,
  listReadingOrder,
  listSeriesDates,
  listTranslations,
  type ReadingItem,
} from './repository.ts'

/** The landing page shows the first three; other clients of the API may want a few more. */
const LATEST = 10
/** The news page shows one as Next Article and three as More Articles. */
const NEXT = 8

/** News and events (behaviour 7.5). The same for all callers, so all of it is cached. */
export function contentRoutes(open: App, deps: Deps): void {
  feedsRoutes(open, deps)
  const route = routesOn(open, deps, contentCalls)
  route('listNews', sending(readNews))
  route('listEvents', sending(readEvents))
  route('listLatest', sending(readLatest))
  route('getNews', sendArticle('news'))
  route('getEvent', sendArticle('event'))
  route('listNext', sendNext)
}

type List = (w: Read, listed: Listed) => Promise<ContentRow[]>

const readList =
  (key: string, list: List) =>
  (deps: Deps, { query }: { readonly query: ListedContents }) =>
    fromCache(deps, keyOf(key, query), async (w) => {
      const main = mainLanguage(w.settings)
      const rows = await list(w, { ...query, main })
      return listAsJson(rows, await presenter(w, rows, main))
    })

const readNews = readList('news', listNews)
const readEvents = readList('events', listEvents)
const readLatest = readList('latest', (w, listed) => listLatest(w, listed, LATEST))

type Wanted = { readonly params: { readonly id: ContentId } }
type WantedAfter = Wanted & { readonly query: ListedContents }

const readArticle =
  (kind: ContentKind) =>
  (deps: Deps, { params: { id } }: Wanted) =>
    fromCache(deps, `${kind} ${id}`, async (w) =>
      asJson(await detail(w, await publishedArticle(w, id, kind))),
    )

const readNext = (deps: Deps, { params: { id }, query }: WantedAfter) =>
  fromCache(deps, keyOf(`next ${id}`, query), async (w) =>
    asJson(await itemsAfter(w, await publishedArticle(w, id, null), query)),
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
type AfterId = FastifyRequest<{ Params: { id: ContentId }; Querystring: ListedContents }>

const sendArticle =
  (kind: ContentKind) => async (w: CallRead, request: ById, reply: FastifyReply) => {
    const draft = await previewedArticle(w, request)
    if (draft?.kind === kind) return detail(w, draft)
    return sendCached(request, reply, await readArticle(kind)(w, request))
  }

async function sendNext(w: CallRead, request: AfterId, reply: FastifyReply) {
  const draft = await previewedArticle(w, request)
  if (draft !== null) return itemsAfter(w, draft, request.query)
  return sendCached(request, reply, await readNext(w, request))
}

/** @throws Refusal 404 */
async function publishedArticle(w: Read, id: ContentId, kind: ContentKind | null) {
  const row = await findPublished(w, id, kind)
  if (row === undefined) throw errors.notFound()
  return row
}

async function itemsAfter(
  w: CallRead,
  row: ContentRow,
  query: ListedContents,
): Promise<ContentItem[]> {
  const { id, kind, publish_at, starts_at } = row
  const timestamp = (kind === 'news' ? publish_at : starts_at) ?? 0
  const translation_group = query.language === undefined ? null : row.translation_group
  const main = mainLanguage(w.settings)
  const circle = await listReadingOrder(w, { ...query, main })
  const ids = nextToRead(circle, { id, kind, timestamp, translation_group }, NEXT)
  const rows = await listByIds(w, ids)
  return rows
    .sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
    .map(await presenter(w, rows, main))
}

/**
 * The articles that follow one in a circle: all active news, newest first, then all active events, soonest first, then
 * the news again. Repeated clicks on Next Article lead through every article before one is repeated.
 * @param circle in that order; the article may be missing, as a past event is
 * @param article its translations are left out
 */
function nextToRead(circle: readonly ReadingItem[], article: ReadingItem, count: number) {
  const { id: own, translation_group: group } = article
  const others = circle.filter(
    ({ id, translation_group }) => id !== own && (group === null || translation_group !== group),
  )
  const found = others.findIndex((other) => follows(other, article))
  const start = found === -1 ? 0 : found
  return [...others.slice(start), ...others.slice(0, start)].slice(0, count).map(({ id }) => id)
}

function follows(other: ReadingItem, article: ReadingItem): boolean {
  if (other.kind !== article.kind) return other.kind === 'event'
  const [later, earlier] = other.kind === 'news' ? [article, other] : [other, article]
  return (
    later.timestamp > earlier.timestamp ||
    (later.timestamp === earlier.timestamp && later.id > earlier.id)
  )
}

/** The article that the preview token of the request is for, as if it was published now; null without a valid one. */
async function previewedArticle(w: CallRead, { query, params }: ById): Promise<ContentRow | null> {
  const token = new Map<string, unknown>(Object.entries(query ?? {})).get(PREVIEW_PARAM)
  if (token === undefined) return null
  if (previewTokens(w.jwtSecret).previewOf(token, w.now)?.id !== params.id) return null
  const row = await findRow(w.db, 'contents', params.id)
  return row === undefined ? null : { ...row, publish_at: row.publish_at ?? w.now }
}

/**
 * Presents articles, with what is read for all of them at once.
 * @param main the main language of the site
 */
async function presenter(w: Read, rows: readonly ContentRow[], main: string) {
  const treeOf = await treesOf(w, 'content', idsOf(rows))
  const kindOf = await kindsOf(w)
  const seriesOf = await seriesIn(w, rows)
  return (row: ContentRow) =>
    presentItem(row, {
      description_rich: treeOf(row.id, row.format, row.description),
      event_kind: kindOf(row),
      series: seriesOf.get(row.part_id),
      ...languageOf(row.language, main),
    })
}

async function seriesIn(w: Read, rows: readonly ContentRow[]) {
  const ids = rows.flatMap(({ part_id }) => part_id ?? [])
  const found = ids.length === 0 ? [] : await listSeries(w, ids)
  return new Map<number | null, ContentItem['series']>(
    found.map(({ id, rule, time_zone }) => [id, { id, rhythm: rhythmOf(rule), time_zone }]),
  )
}

type Found = {
  readonly description_rich: RichText | null
  readonly event_kind: ContentItem['event_kind']
} & Pick<ContentItem, 'language' | 'series'>

/** The date of news is their publication, that of an event its beginning. */
function presentItem(
  row: ContentRow,
  { description_rich, event_kind, series, ...language }: Found,
): ContentItem {
  const picture = readPicture(row.picture)
  return {
    id: row.id,
    type: row.kind === 'news' ? 'News' : 'Event',
    title: row.title,
    short_description: row.short_description,
    description: row.description,
    ...(description_rich && { description_rich }),
    date: iso((row.kind === 'news' ? row.publish_at : row.starts_at) ?? 0),
    background_image: picture && publicUrlPath(picture.key),
    event_scope: row.event_scope,
    event_type: row.event_type,
    ...(event_kind && { event_kind }),
    ...(picture && pictureFields(picture)),
    ...(row.ends_at !== null && { event_end: iso(row.ends_at) }),
    ...(row.cancelled_at !== null && { cancelled_at: iso(row.cancelled_at) }),
    ...registrationOf(row),
    ...(series && { series }),
    ...language,
  }
}

/** Announces the registration of an event that takes place. */
function registrationOf(row: ContentRow): Pick<ContentItem, 'registration'> {
  const { seats, cancelled_at, registration_closes_at, starts_at } = row
  if (seats === null || cancelled_at !== null) return {}
  const closes_at = iso(registration_closes_at ?? starts_at ?? 0)
  return { registration: { seats, closes_at, ...(row.guests === 1 && { guests: true }) } }
}

async function seriesDates(w: Read, row: ContentRow): Promise<Pick<ContentDetail, 'series_dates'>> {
  if (row.series_id === null) return {}
  const dates = await listSeriesDates(w, row)
  return {
    series_dates: dates.map(({ id, starts_at, cancelled_at }) => ({
      id,
      date: iso(starts_at ?? 0),
      ...(cancelled_at !== null && { cancelled_at: iso(cancelled_at) }),
    })),
  }
}

/** Announces the programme of an event; a table leads to its event. */
async function programmeOf(
  w: Read,
  row: ContentRow,
): Promise<Pick<ContentDetail, 'programme' | 'table'>> {
  const facts = tableFactsOf(row)
  if (row.parent_id === null || facts === null)
    return row.slots === null ? {} : { programme: { slots: slotsOf(row).length } }
  const event = await findRow(w.db, 'contents', row.parent_id)
  const leader = row.led_by === null ? undefined : await findRow(w.db, 'users', row.led_by)
  return {
    table: {
      event: { id: row.parent_id, title: event?.title ?? '' },
      ...facts,
      leader: leader?.username ?? null,
    },
  }
}

/** An event that is over has no calendar URL. */
async function detail(w: CallRead, row: ContentRow): Promise<ContentDetail> {
  const kit = w.kit.current()
  const present = await presenter(w, [row], mainLanguage(kit))
  const item = {
    ...present(row),
    ...translationsOf(row.language, await listTranslations(w, row), kit),
  }
  if (row.kind === 'news') return { ...item, news_date: iso(row.publish_at ?? 0) }
  const takesPlace = row.cancelled_at === null && (row.ends_at ?? 0) > w.now
  return {
    ...item,
    event_date: iso(row.starts_at ?? 0),
    ...(row.publish_at !== null && { published_at: iso(row.publish_at) }),
    location: row.location,
    ...(row.access !== null && { access: row.access }),
    ...(await seriesDates(w, row)),
    ...(await programmeOf(w, row)),
    ...(takesPlace && { calendar_url: `/api/contents/events/${row.id}.ics` }),
  }
}
