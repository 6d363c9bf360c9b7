import type { FastifySchema } from 'fastify'
import { LRUCache } from 'lru-cache'
import { FEED_PATHS, type ListedContents } from '#contract/content.ts'
import type { ContentId } from '#contract/ids.ts'
import { ListedIn } from '#contract/languages.ts'
import { byId, ErrorBody, fileResponse } from '#contract/shapes.ts'
import type { Read } from '../../db/rows.ts'
import type { Listed } from '../../db/translated.ts'
import { type FileStore, publicKey } from '../../files/fileStore.ts'
import { publicUrlPath, readPicture } from '../../files/pictureNames.ts'
import type { CachedResponse, Content } from '../../http/cache/cachedResponse.ts'
import { sendCached } from '../../http/cache/sendCached.ts'
import { type App, type Deps, openToOthers } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import {
  type CalendarSeries,
  eventCalendar,
  pageAddress,
  withPrintableTexts,
} from '../../text/calendar.ts'
import { mainLanguage } from '../../text/contentLanguage.ts'
import { type Kit, siteOf } from '../../text/kit.ts'
import { plainText } from '../../text/light.ts'
import { element, escapeHtml, voidTag } from '../../text/markup.ts'
import { iso } from '../../text/time.ts'
import { calendarSeries, inCalendars } from '../../work/eventSeries.ts'
import { rhythmIn } from '../../work/series.ts'
import { reading } from '../../work/work.ts'
import { ATOM, type Feed, FORMATS, JSON_FEED } from './feedFormats.ts'
import { descriptionOf } from './pageHead.ts'
import {
  type ContentRow,
  findPublished,
  listAnnouncedEvents,
  listCalendarEvents,
  listNews,
  nextChange,
} from './repository.ts'

const FEEDS = [
  { kind: 'news', type: ATOM },
  { kind: 'events', type: ATOM },
  { kind: 'newsJson', type: JSON_FEED },
  { kind: 'eventsJson', type: JSON_FEED },
] as const
/** The list of a feed, with its texts. */
const LIST_OF = { news: 'news', newsJson: 'news', events: 'events', eventsJson: 'events' } as const
const CALENDAR = 'text/calendar'

/**
 * Browsers and feed readers find the feeds by these links, in the head of every page: where there are several languages,
 * those in the language of the page.
 */
export const feedLinks = ({ texts: { feeds }, language, languages }: Kit): string =>
  [...FEEDS, { kind: 'calendar', type: CALENDAR } as const]
    .map(({ kind, type }) => {
      const href = pathIn(FEED_PATHS[kind], languages.length > 1 ? language : undefined)
      const { title } = feeds[kind === 'calendar' ? kind : LIST_OF[kind]]
      return voidTag('link', { rel: 'alternate', type, title, href })
    })
    .join('')

/** A path without a language is that of the feed with all texts. */
const pathIn = (path: string, language: string | undefined): string =>
  language === undefined ? path : `${path}?language=${language}`

/** Name of a list in the cache. */
export const keyOf = (name: string, { language, series }: ListedContents): string =>
  [name, series, language && `in ${language}`].filter(Boolean).join(' ')

/** Cached until the next article appears or the next event ends. */
export const fromCache = (
  deps: Deps,
  key: string,
  make: (w: Deps & Read) => Promise<Content>,
): Promise<CachedResponse> =>
  deps.responseCache.get('contents', key, async () => {
    const w = reading(deps)
    return { ...(await make(w)), until: await nextChange(w) }
  })

/** Entries of a feed; readers keep older ones by themselves. */
const FEED_ENTRIES = 50

/** Calendars and feeds, an addition below the API base (ruling 61; behaviour 12.3). */
export function feedsRoutes(open: App, deps: Deps): void {
  const feed = contentFeeds(deps)
  const ical = fileResponse('iCalendar (RFC 5545)', CALENDAR)
  const main = mainLanguage(deps.settings)
  const calendar = async (found: readonly ContentRow[], language?: string): Promise<Content> => {
    const ids = language === undefined ? undefined : new Set<number>(found.map(({ id }) => id))
    const events = await inCalendars(reading(deps), found, ids)
    const { kit, ...site } = siteOf(deps)
    const path = pathIn(FEED_PATHS.calendar, language)
    return {
      mediaType: `${CALENDAR}; charset=utf-8`,
      text: eventCalendar({ ...site, kit: kit.in(language) }, events, path),
    }
  }
  type Made = (w: Read, listed: Listed) => Promise<Content>
  const serve = (file: string, schema: FastifySchema, make: Made) =>
    open.get<{ Querystring: ListedIn }>(
      `/contents/${file}`,
      { onRequest: openToOthers, schema: { tags: ['Feeds'], querystring: ListedIn, ...schema } },
      async (request, reply) => {
        const { language } = request.query
        const key = keyOf(file, { language })
        const response = await fromCache(deps, key, (w) => make(w, { language, main }))
        return sendCached(request, reply, response)
      },
    )

  open.get(
    '/contents/events/:id(^\\d+).ics',
    {
      onRequest: openToOthers,
      schema: {
        operationId: 'eventCalendar',
        tags: ['Feeds'],
        summary: 'One event as an iCalendar file',
        params: byId<ContentId>(),
        response: { 200: ical, 404: ErrorBody },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      const response = await deps.responseCache.get('contents', `event ${id}.ics`, async () => {
        const event = await findPublished(reading(deps), id, 'event')
        if (event === undefined) throw errors.notFound()
        return calendar([event])
      })
      reply.header('content-disposition', `attachment; filename="discordia-event-${id}.ics"`)
      return sendCached(request, reply, response)
    },
  )
  serve(
    'events.ics',
    {
      operationId: 'eventsCalendar',
      summary: 'All events as an iCalendar file',
      response: { 200: ical },
    },
    async (w, listed) => calendar(await listCalendarEvents(w, listed), listed.language),
  )
  const lists = { news: listNews, events: listAnnouncedEvents }
  for (const { kind, type } of FEEDS) {
    const list = LIST_OF[kind]
    const schema = {
      operationId: `${kind}Feed`,
      summary: `${list === 'news' ? 'News' : 'Events'} as a feed, newest announcement first`,
      response: { 200: fileResponse(type === ATOM ? 'Atom (RFC 4287)' : 'JSON Feed 1.1', type) },
    }
    serve(FEED_PATHS[kind].replace('/api/contents/', ''), schema, async (w, listed) =>
      feed(kind, await lists[list](w, listed, FEED_ENTRIES), listed.language),
    )
  }
}

/** Sizes in the cache. A file never changes under its name, and a request to a bucket is slow. */
const SIZES_MAX = 500

type FeedDeps = Pick<Deps, 'db' | 'clock' | 'settings' | 'files' | 'kit'>

/** @returns a function that reads the bytes of a public file; undefined if there is none */
function cachedSizes(files: Pick<FileStore, 'size'>) {
  const sizes = new LRUCache<string, number>({ max: SIZES_MAX })
  return async (name: string): Promise<number | undefined> => {
    const known = sizes.get(name)
    if (known !== undefined) return known
    const key = publicKey(name)
    const size = key && (await files.size(key))
    if (size === null) return undefined
    sizes.set(name, size)
    return size
  }
}

function contentFeeds({ settings, files, kit, ...deps }: FeedDeps) {
  const { publicUrl, timeZone } = settings
  const sizeOf = cachedSizes(files)

  async function pictureOf({ picture: json }: ContentRow) {
    const picture = readPicture(json)
    const length = picture === null ? undefined : await sizeOf(picture.key)
    if (picture === null || length === undefined) return undefined
    const type = picture.key.endsWith('.png') ? 'image/png' : 'image/jpeg'
    return { url: `${publicUrl}${publicUrlPath(picture.key)}`, type, length }
  }

  async function entryOf(
    row: ContentRow,
    { kit, parts }: { readonly kit: Kit; readonly parts: readonly CalendarSeries[] | undefined },
  ): Promise<Feed['entries'][number]> {
    const { language: own, languages, texts } = kit
    // XML cannot carry every character.
    const item = withPrintableTexts(row)
    const { uid, isCancelled, updated, summary } = parts
      ? seriesFacts(kit, item, parts)
      : articleFacts(item, descriptionOf({ timeZone }, item, own))
    const { cancelled } = texts.feeds
    const language = item.language ?? mainLanguage({ languages })
    const picture = await pictureOf(item)
    return {
      ...{ uid, summary },
      title: isCancelled ? `${cancelled}: ${item.title}` : item.title,
      published: iso(item.publish_at ?? item.created_at),
      updated: iso(updated),
      page: pageAddress({ publicUrl }, item),
      html: paragraphs(plainText(item.format, item.description, publicUrl)),
      ...(picture && { picture }),
      ...(isCancelled && { cancelled }),
      ...(language !== own && { language }),
    }
  }

  return async (
    kind: keyof typeof LIST_OF,
    rows: readonly ContentRow[],
    wanted: string | undefined,
  ): Promise<Content> => {
    const current = kit.current().in(wanted)
    const { name, language, texts } = current
    const { title, description } = texts.feeds[LIST_OF[kind]]
    const page = `${publicUrl}/discordia/news&events/`
    const self = publicUrl + pathIn(FEED_PATHS[kind], wanted)
    const series = await calendarSeries(reading(deps), rows)
    const entries = rows.map((row) =>
      entryOf(row, { kit: current, parts: series.get(row.series_id) }),
    )
    const { type } = FEEDS.find((feed) => feed.kind === kind) ?? FEEDS[0]
    const feed: Feed = {
      // The id never changes: the first feed had the URL of the page before there was a second one.
      id: kind === 'news' ? pathIn(page, wanted) : self,
      ...{ title, page, self, language },
      subtitle: description,
      updated: iso(Math.max(0, ...rows.map(({ updated_at }) => updated_at))),
      author: name,
      icon: `${publicUrl}/icons/favicon-180.png`,
      entries: await Promise.all(entries),
    }
    return { mediaType: `${type}; charset=utf-8`, text: FORMATS[type](feed) }
  }
}

const articleFacts = (item: ContentRow, summary: string) => ({
  uid: item.uid,
  isCancelled: item.cancelled_at !== null,
  updated: item.updated_at,
  summary,
})

/** What an entry says of a series, whose identifier is that of its first part. */
function seriesFacts(kit: Kit, item: ContentRow, parts: readonly CalendarSeries[]) {
  const [first = item] = parts
  const last = parts.at(-1)
  const rhythm = last ? rhythmIn(kit, last.rule, { zone: last.time_zone }) : ''
  return {
    uid: first.uid.replace(/@.*/, ''),
    isCancelled: parts.every(({ cancelled_at }) => cancelled_at !== null),
    updated: Math.max(...parts.map(({ updated_at }) => updated_at)),
    summary: `${rhythm}. ${item.short_description}`,
  }
}

/** A blank line begins another paragraph, as on the site. */
const paragraphs = (text: string): string =>
  text
    .split(/\r?\n[^\S\n]*\r?\n/)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => element('p', part.split(/\r?\n/).map(escapeHtml).join('<br>')))
    .join('')
