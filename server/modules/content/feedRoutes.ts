import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ContentId } from '#contract/ids.ts'
import { byId, ErrorBody, fileResponse } from '#contract/shapes.ts'
import type { Content } from '../../http/cache/cachedResponse.ts'
import { sendCached } from '../../http/cache/sendCached.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { eventCalendar } from '../../text/calendar.ts'
import { siteOf } from '../../text/kit.ts'
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

const ical = fileResponse('iCalendar (RFC 5545)', 'text/calendar')
const atom = fileResponse('Atom (RFC 4287)', 'application/atom+xml')

/** Calendars and feeds, an addition below the API base (ruling 61; behaviour 12.3). */
export function feedsModule(open: App, deps: Deps): void {
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
