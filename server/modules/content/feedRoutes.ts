import type { ContentId } from '#contract/ids.ts'
import { byId, ErrorBody } from '#contract/schemas/shared.ts'
import { eventCalendar } from '../../calendar.ts'
import type { App, Deps } from '../../deps.ts'
import { errors } from '../../errors.ts'
import { sendAnswer } from '../../plugins/cachedAnswers.ts'
import { newsFeed } from './feeds.ts'
import { contentRepository as contents } from './repository.ts'

const CALENDAR = 'text/calendar; charset=utf-8'
const ATOM = 'application/atom+xml; charset=utf-8'
/** News in the feed; readers keep older ones by themselves. */
const FEED_NEWS = 50

/** Events for calendars, news for feed readers. Not in the specification: they live below the API (SETTLED 61). */
export function feedsModule(open: App, { db, clock, answers, settings }: Deps): void {
  open.route({
    method: 'GET',
    url: '/contents/events.ics',
    schema: { summary: 'All events as a calendar', response: {} },
    handler: async (request, reply) => {
      const answer = await answers.get('contents', 'events.ics', async () => {
        const now = clock()
        const text = eventCalendar(settings, await contents.calendar(db, now))
        return { mediaType: CALENDAR, text, until: await contents.nextTurn(db, now) }
      })
      return sendAnswer(request, reply, answer)
    },
  })

  open.route({
    method: 'GET',
    url: '/contents/events/:id(^\\d+).ics',
    schema: {
      summary: 'One event for a calendar',
      params: byId<ContentId>(),
      response: { 404: ErrorBody },
    },
    handler: async (request, reply) => {
      const { id } = request.params
      const answer = await answers.get('contents', `event ${id}.ics`, async () => {
        const event = await contents.publishedOfKind(db, 'event', id, clock())
        if (event === undefined) throw errors.notFound()
        return { mediaType: CALENDAR, text: eventCalendar(settings, [event]) }
      })
      reply.header('content-disposition', `attachment; filename="discordia-event-${id}.ics"`)
      return sendAnswer(request, reply, answer)
    },
  })

  open.route({
    method: 'GET',
    url: '/contents/news.atom',
    schema: { summary: 'News as an Atom feed', response: {} },
    handler: async (request, reply) => {
      const answer = await answers.get('contents', 'news.atom', async () => {
        const now = clock()
        const text = newsFeed(settings, await contents.listNews(db, now, FEED_NEWS))
        return { mediaType: ATOM, text, until: await contents.nextTurn(db, now) }
      })
      return sendAnswer(request, reply, answer)
    },
  })
}
