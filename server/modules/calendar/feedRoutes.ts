import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { ErrorBody, fileResponse } from '#contract/shapes.ts'
import { DAY_MS } from '../../config/time.ts'
import { cachedResponse } from '../../http/cache/cachedResponse.ts'
import { negotiated } from '../../http/cache/sendCached.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { limitedBy } from '../../http/plugins/rateLimit.ts'
import { limited } from '../../http/serve.ts'
import { memberCalendar } from '../../text/memberCalendar.ts'
import { sha256 } from '../../text/secrets.ts'
import { findFeed, noteUse } from './repository.ts'
import type { Sources } from './sources.ts'

/** A feed has the entries of these days before and after today. */
const FEED_PAST_DAYS = 90
const FEED_AHEAD_DAYS = 400
/** Entries of a feed; those of the earliest dates. */
export const FEED_ENTRIES_MAX = 500

/** Fetches of one feed in ten minutes; calendar programs fetch every few minutes at most. */
const FETCHES_MAX = 60

type FeedDeps = Deps & {
  readonly sources: Pick<Sources, 'listCalendarSessions' | 'listSeats'>
  readonly assertSeldom: ReturnType<typeof limitedBy>
}
type FeedRequest = FastifyRequest<{ Params: { secret: string } }>

/** Serves calendar programs, which send no token: the secret in the URL identifies the calendar. */
export function feedFileModule(open: App, deps: Deps, sources: FeedDeps['sources']): void {
  // Limit of one feed: that of the route admits many, and each takes some milliseconds.
  const keyOf = ({ params }: FastifyRequest) => ['feed', sha256(JSON.stringify(params))]
  const assertSeldom = limitedBy(open, { max: FETCHES_MAX, minutes: 10, keyOf })
  const feedDeps = { ...deps, sources, assertSeldom }
  open.get(
    '/calendar/:secret(^[\\w-]+).ics',
    {
      schema: {
        operationId: 'memberCalendar',
        tags: ['Feeds'],
        summary: 'The calendar of a member as an iCalendar file',
        params: Type.Object({ secret: Type.String() }),
        response: { 200: fileResponse('iCalendar (RFC 5545)', 'text/calendar'), 404: ErrorBody },
      },
      // Limit by network: services that fetch for many members use few addresses.
      config: limited(600, 10),
    },
    (request, reply) => sendFeed(feedDeps, request, reply),
  )
}

/** An unknown secret, a revoked feed and an account that may not log in look the same. */
async function sendFeed(deps: FeedDeps, request: FeedRequest, reply: FastifyReply) {
  const { db, clock, sources, assertSeldom } = deps
  reply.headers({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' })
  const feed = await findFeed({ db }, sha256(request.params.secret))
  if (feed === undefined) throw errors.notFound()
  await assertSeldom(request)
  const now = clock()
  await noteUse({ db, now }, feed)
  const from = now - FEED_PAST_DAYS * DAY_MS
  const to = now + FEED_AHEAD_DAYS * DAY_MS
  const { user_id: member } = feed
  const sessions = await sources.listCalendarSessions({ db }, member, from, to, FEED_ENTRIES_MAX)
  const seats = await sources.listSeats({ db, now }, member, from, to, FEED_ENTRIES_MAX)
  const site = { ...deps.settings, kit: deps.kit.current().in(feed.language) }
  const text = memberCalendar(site, { sessions, seats }, FEED_ENTRIES_MAX)
  const content = { mediaType: 'text/calendar; charset=utf-8', text, compression: 'quick' } as const
  const body = await negotiated(
    request,
    reply,
    cachedResponse(content, undefined, () => undefined),
  )
  reply.headers({
    'cache-control': 'private, no-cache',
    'content-disposition': 'inline; filename="discordia.ics"',
  })
  return reply.send(reply.statusCode === 304 ? undefined : body)
}
