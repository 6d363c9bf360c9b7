import type { FastifySchema } from 'fastify'
import { LRUCache } from 'lru-cache'
import { FEED_PATHS } from '#contract/content.ts'
import type { ContentId } from '#contract/ids.ts'
import { byId, ErrorBody, fileResponse } from '#contract/shapes.ts'
import type { Read } from '../../db/schema.ts'
import { type FileStore, publicKey } from '../../files/fileStore.ts'
import { publicUrlPath, readPicture } from '../../files/pictureNames.ts'
import type { CachedResponse, Content } from '../../http/cache/cachedResponse.ts'
import { sendCached } from '../../http/cache/sendCached.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { eventCalendar, pageAddress, withPrintableTexts } from '../../text/calendar.ts'
import { languageOf } from '../../text/contentLanguage.ts'
import { type Kit, siteOf } from '../../text/kit.ts'
import { plainText } from '../../text/light.ts'
import { element, emptyElement, escapeHtml, textElement, voidTag } from '../../text/markup.ts'
import { iso } from '../../text/time.ts'
import { reading } from '../../work/work.ts'
import { descriptionOf } from './pageHead.ts'
import {
  type ContentRow,
  findPublished,
  listAnnouncedEvents,
  listCalendarEvents,
  listNews,
  nextChange,
} from './repository.ts'

const ATOM = 'application/atom+xml'
const FEEDS = [
  { kind: 'news', type: ATOM },
  { kind: 'events', type: ATOM },
  { kind: 'calendar', type: 'text/calendar' },
] as const

/** Browsers and feed readers find the feeds by these links, in the head of every page. */
export const feedLinks = ({ texts: { feeds } }: Kit): string =>
  FEEDS.map(({ kind, type }) =>
    voidTag('link', { rel: 'alternate', type, title: feeds[kind].title, href: FEED_PATHS[kind] }),
  ).join('')

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

const CALENDAR = 'text/calendar; charset=utf-8'
/** Entries of a feed; readers keep older ones by themselves. */
const FEED_ENTRIES = 50

/** Calendars and feeds, an addition below the API base (ruling 61; behaviour 12.3). */
export function feedsRoutes(open: App, deps: Deps): void {
  const feed = contentFeeds(deps)
  const ical = fileResponse('iCalendar (RFC 5545)', 'text/calendar')
  const atom = fileResponse('Atom (RFC 4287)', ATOM)
  const calendar = async (events: readonly ContentRow[]): Promise<Content> => ({
    mediaType: CALENDAR,
    text: eventCalendar(siteOf(deps), events),
  })
  type Made = (w: Read) => Promise<Content>
  const serve = (file: string, schema: FastifySchema, make: Made) =>
    open.get(
      `/contents/${file}`,
      { schema: { tags: ['Feeds'], ...schema } },
      async (request, reply) => sendCached(request, reply, await fromCache(deps, file, make)),
    )

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
    async (w) => calendar(await listCalendarEvents(w)),
  )
  serve(
    'news.atom',
    { operationId: 'newsFeed', summary: 'News as an Atom feed', response: { 200: atom } },
    async (w) => feed('news', await listNews(w, FEED_ENTRIES)),
  )
  serve(
    'events.atom',
    {
      operationId: 'eventsFeed',
      summary: 'Events as an Atom feed, newest announcement first',
      response: { 200: atom },
    },
    async (w) => feed('events', await listAnnouncedEvents(w, FEED_ENTRIES)),
  )
}

/** Sizes in the cache. A file never changes under its name, and a request to a bucket is slow. */
const SIZES_MAX = 500

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

function contentFeeds({ settings, files, kit }: Pick<Deps, 'settings' | 'files' | 'kit'>) {
  const { publicUrl, timeZone } = settings
  const sizeOf = cachedSizes(files)

  async function enclosuresOf({ picture: json }: ContentRow): Promise<string[]> {
    const picture = readPicture(json)
    const length = picture === null ? undefined : await sizeOf(picture.key)
    if (picture === null || length === undefined) return []
    const type = picture.key.endsWith('.png') ? 'image/png' : 'image/jpeg'
    const href = `${publicUrl}${publicUrlPath(picture.key)}`
    return [emptyElement('link', { rel: 'enclosure', type, length, href })]
  }

  async function entryOf(row: ContentRow, { language: main, texts }: Kit): Promise<string> {
    // XML cannot carry every character.
    const item = withPrintableTexts(row)
    const isCancelled = item.cancelled_at !== null
    const { cancelled } = texts.feeds
    const page = pageAddress({ publicUrl }, item)
    const content = [
      textElement('id', `urn:uuid:${item.uid}`),
      textElement('title', isCancelled ? `${cancelled}: ${item.title}` : item.title),
      textElement('published', iso(item.publish_at ?? item.created_at)),
      textElement('updated', iso(item.updated_at)),
      emptyElement('link', { rel: 'alternate', type: 'text/html', href: page }),
      ...(await enclosuresOf(item)),
      ...(isCancelled ? [emptyElement('category', { term: 'cancelled', label: cancelled })] : []),
      textElement('summary', descriptionOf({ timeZone }, item, main)),
      textElement('content', paragraphs(plainText(item.format, item.description, publicUrl)), {
        type: 'html',
      }),
    ]
    const { language } = languageOf(item.language, main)
    return element('entry', content.join('\n'), language ? { 'xml:lang': language } : {})
  }

  return async (kind: 'news' | 'events', rows: readonly ContentRow[]): Promise<Content> => {
    const current = kit.current()
    const { name, language, texts } = current
    const { [kind]: words } = texts.feeds
    const page = `${publicUrl}/discordia/news&events/`
    const self = `${publicUrl}${FEED_PATHS[kind]}`
    const updatedAt = Math.max(0, ...rows.map(({ updated_at }) => updated_at))
    const content = [
      // The id never changes: the first feed had the URL of the page before there was a second one.
      textElement('id', kind === 'news' ? page : self),
      textElement('title', words.title),
      textElement('subtitle', words.description),
      textElement('updated', iso(updatedAt)),
      element('author', textElement('name', name)),
      emptyElement('link', { rel: 'alternate', type: 'text/html', href: page }),
      emptyElement('link', { rel: 'self', type: ATOM, href: self }),
      textElement('icon', `${publicUrl}/icons/favicon-180.png`),
      ...(await Promise.all(rows.map((row) => entryOf(row, current)))),
    ]
    const attributes = { xmlns: 'http://www.w3.org/2005/Atom', 'xml:lang': language }
    const text = element('feed', content.join('\n'), attributes)
    return {
      mediaType: `${ATOM}; charset=utf-8`,
      text: `<?xml version="1.0" encoding="utf-8"?>\n${text}\n`,
    }
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
