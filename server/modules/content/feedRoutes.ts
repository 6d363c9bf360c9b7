import type { ContentId } from '#contract/ids.ts'
import { byId, ErrorBody, fileResponse } from '#contract/schemas/shared.ts'
import { sendCached } from '../../http/cache/sendCached.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { eventCalendar } from '../../text/calendar.ts'
import { contentFeeds } from './feeds.ts'
import {
  findPublished,
  listAnnouncedEvents,
  listCalendarEvents,
  listNews,
  nextChange,
} from './repository.ts'

const CALENDAR = 'text/calendar; charset=utf-8'
const ATOM = 'application/atom+xml; charset=utf-8'
/** Entries of a feed; readers keep older ones by themselves. */
const FEED_ENTRIES = 50

/** Calendars and feeds, an addition below the API base (ruling 61; behaviour 12.3). */
export function feedsModule(open: App, { db, clock, responseCache, settings, files }: Deps): void {
  const feed = contentFeeds(settings, files)

  open.route({
    method: 'GET',
    url: '/contents/events.ics',
    schema: {
      operationId: 'eventsCalendar',
      tags: ['Feeds'],
      summary: 'All events as an iCalendar file',
      response: { 200: fileResponse('iCalendar (RFC 5545)', 'text/calendar') },
    },
    handler: async (request, reply) => {
      const answer = await responseCache.get('contents', 'events.ics', async () => {
        const now = clock()
        const text = eventCalendar(settings, await listCalendarEvents(db, now))
        return { mediaType: CALENDAR, text, until: await nextChange(db, now) }
      })
      return sendCached(request, reply, answer)
    },
  })

  open.route({
    method: 'GET',
    url: '/contents/events/:id(^\\d+).ics',
    schema: {
      operationId: 'eventCalendar',
      tags: ['Feeds'],
      summary: 'One event as an iCalendar file',
      params: byId<ContentId>(),
      response: { 200: fileResponse('iCalendar (RFC 5545)', 'text/calendar'), 404: ErrorBody },
    },
    handler: async (request, reply) => {
      const { id } = request.params
      const answer = await responseCache.get('contents', `event ${id}.ics`, async () => {
        const event = await findPublished(db, id, 'event', clock())
        if (event === undefined) throw errors.notFound()
        return { mediaType: CALENDAR, text: eventCalendar(settings, [event]) }
      })
      reply.header('content-disposition', `attachment; filename="discordia-event-${id}.ics"`)
      return sendCached(request, reply, answer)
    },
  })

  open.route({
    method: 'GET',
    url: '/contents/news.atom',
    schema: {
      operationId: 'newsFeed',
      tags: ['Feeds'],
      summary: 'News as an Atom feed',
      response: { 200: fileResponse('Atom (RFC 4287)', 'application/atom+xml') },
    },
    handler: async (request, reply) => {
      const answer = await responseCache.get('contents', 'news.atom', async () => {
        const now = clock()
        const text = await feed('news', await listNews(db, now, FEED_ENTRIES))
        return { mediaType: ATOM, text, until: await nextChange(db, now) }
      })
      return sendCached(request, reply, answer)
    },
  })

  open.route({
    method: 'GET',
    url: '/contents/events.atom',
    schema: {
      operationId: 'eventsFeed',
      tags: ['Feeds'],
      summary: 'Events as an Atom feed, newest announcement first',
      response: { 200: fileResponse('Atom (RFC 4287)', 'application/atom+xml') },
    },
    handler: async (request, reply) => {
      const answer = await responseCache.get('contents', 'events.atom', async () => {
        const now = clock()
        const text = await feed('events', await listAnnouncedEvents(db, now, FEED_ENTRIES))
        return { mediaType: ATOM, text, until: await nextChange(db, now) }
      })
      return sendCached(request, reply, answer)
    },
  })
}
