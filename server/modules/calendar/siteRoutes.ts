import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import {
  calendarCalls,
  type FEED_ALARMS,
  FEEDS_MAX,
  type Feed,
  type FirstSteps,
  type Upcoming,
  type UpcomingDate,
} from '#contract/calendar.ts'
import type { MemberId } from '#contract/ids.ts'
import type { NextState } from '#contract/sets.ts'
import { ErrorBody, fileResponse } from '#contract/shapes.ts'
import { DAY_MS } from '../../config/time.ts'
import { insertRow, type Read, type RowOf as RowOfTable } from '../../db/rows.ts'
import { cachedResponse } from '../../http/cache/cachedResponse.ts'
import { negotiated } from '../../http/cache/sendCached.ts'
import { clientOf } from '../../http/client.ts'
import { type App, type Deps, limited } from '../../http/deps.ts'
import { errors, refusal } from '../../http/errors.ts'
import { limitedBy } from '../../http/plugins/rateLimit.ts'
import { mainLanguage } from '../../text/contentLanguage.ts'
import { secretText, sha256 } from '../../text/secrets.ts'
import { memberCalendar } from '../../text/sessionCalendar.ts'
import { iso } from '../../text/time.ts'
import { type Call, changing, reading, routesOn } from '../../work/work.ts'
import type { hasHiddenFirstSteps } from '../account/nameRepository.ts'
import type { recordEvent } from '../account/security-log/eventRepository.ts'
import { lockCaller } from '../account/sessions/caller.ts'
import type { hasEntries, listPending } from '../glossary/repository.ts'
import type { listReceivedInvites } from '../groups/inviteRepository.ts'
import type { listAskedGroups } from '../groups/openings/requestRepository.ts'
import type {
  listCalendarSessions,
  listOccurrencesOfMember,
} from '../groups/planning/calendarRepository.ts'
import type { listUnansweredPolls } from '../groups/planning/pollRepository.ts'
import type { isInGroup } from '../groups/repository.ts'
import type { findPreferences } from '../notifications/preferenceRepository.ts'
import type { listFreeSeats, listSeats, listSeatsAhead } from '../registration/memberRepository.ts'
import type { listEventsOf } from '../registration/repository.ts'
import { deleteFeed, findFeed, listFeeds, noteUse } from './repository.ts'

/** Functions of other modules, which this one may not import. `server/modules.ts` injects them. */
export type Sources = {
  readonly recordEvent: typeof recordEvent
  readonly listSessions: typeof listOccurrencesOfMember
  readonly listCalendarSessions: typeof listCalendarSessions
  readonly listSeats: typeof listSeats
  readonly listSeatsAhead: typeof listSeatsAhead
  readonly listPolls: typeof listUnansweredPolls
  readonly listInvites: typeof listReceivedInvites
  readonly listAskedGroups: typeof listAskedGroups
  readonly listPending: typeof listPending

  /* For the first steps of a newcomer. */

  readonly hasHiddenFirstSteps: typeof hasHiddenFirstSteps
  readonly isInGroup: typeof isInGroup
  readonly listEventsOf: typeof listEventsOf
  readonly listFreeSeats: typeof listFreeSeats
  readonly hasEntries: typeof hasEntries
  readonly findPreferences: typeof findPreferences
}

export const FIRST_EVENTS_MAX = 3

type Reading = Read & Pick<Deps, 'settings'>

/**
 * What a member without a group can begin with, until the member hides it. Events are left out for a member who is
 * signed up for one, which is in the list of dates then.
 * @returns an empty object for everyone else
 */
async function readFirstSteps(
  w: Reading,
  sources: Sources,
  member: MemberId,
): Promise<{ readonly first_steps?: FirstSteps }> {
  if (await sources.isInGroup(w, member)) return {}
  if (await sources.hasHiddenFirstSteps(w, member)) return {}
  const signedUp = await sources.listEventsOf(w, member)
  const { languages } = w.settings
  const { language, ...preferences } = await sources.findPreferences(w, member, { languages })
  const listed = { language, main: mainLanguage({ languages }) }
  const events = signedUp.length > 0 ? [] : await sources.listFreeSeats(w, listed, FIRST_EVENTS_MAX)
  return {
    first_steps: {
      events: events.map(({ starts_at, ends_at, ...event }) => ({
        ...event,
        starts_at: iso(starts_at),
        ends_at: iso(ends_at),
      })),
      has_entry: await sources.hasEntries(w, member),
      preferences,
    },
  }
}

/** Days after today that the list covers. */
const NEXT_DAYS = 14
/** The next session is in the list however late it is. Sessions are planned for two years at most. */
const SESSION_DAYS = 732
/** Days after a session in which its recap is asked for. */
const RECAP_DAYS = 3
/** Rows of each list; the rest is a number. */
export const NEXT_ITEMS_MAX = 5

/** Rows that are counted for "and n more". */
const COUNTED_MAX = 100

/** Pending tasks and coming dates of a member. */
async function readUpcoming(w: Reading, sources: Sources, member: MemberId): Promise<Upcoming> {
  const until = w.now + NEXT_DAYS * DAY_MS
  const planned = await sources.listSessions(w, member, {
    from: w.now,
    to: w.now + SESSION_DAYS * DAY_MS,
    limit: COUNTED_MAX,
  })
  const next = planned.find(({ cancelled_at }) => cancelled_at === null)
  const sessions = planned.filter((one) => one !== next && one.starts_at < until)
  const seats = await sources.listSeatsAhead(w, member, { until, limit: COUNTED_MAX })
  const polls = await sources.listPolls(w, member, COUNTED_MAX)
  const recent = await sources.listSessions(w, member, {
    from: w.now - RECAP_DAYS * DAY_MS,
    to: w.now,
    limit: COUNTED_MAX,
  })
  const invites = await sources.listInvites(w, member)
  const entries = await sources.listPending(w, member, COUNTED_MAX)
  const dates = [...sessions.map(presentSession), ...seats.map(presentSeat)].sort((a, b) =>
    a.starts_at.localeCompare(b.starts_at),
  )
  return {
    dates: beginningOf([...(next ? [presentSession(next)] : []), ...offersFirst(dates)]),
    polls: beginningOf(
      polls.map(({ group_id, group_name, title }) => ({ group_id, group_name, title })),
    ),
    invites: beginningOf(invites.map(({ id, group_name }) => ({ id, group_name }))),
    recaps: beginningOf(recent.filter((date) => isAskedFor(w, date, member)).map(presentRecap)),
    entries: beginningOf(entries.map(({ id, title }) => ({ id, title }))),
    requests: beginningOf(await sources.listAskedGroups(w, member)),
    ...(await readFirstSteps(w, sources, member)),
  }
}

const beginningOf = <Row>(rows: Row[]) => ({
  items: rows.slice(0, NEXT_ITEMS_MAX),
  total: rows.length,
})

/** Planners are asked to write the recap, unless they weren't there. */
const isAskedFor = (w: Read, date: RowOf<'listSessions'>, member: MemberId): boolean =>
  date.ends_at <= w.now &&
  date.cancelled_at === null &&
  date.my_answer !== 'not_coming' &&
  !date.recap &&
  (date.planners === 'members' || date.owner_id === member || date.role === 'co_owner')

const presentRecap = ({ group_id, group_name, date_id, title }: RowOf<'listSessions'>) => ({
  group_id,
  group_name,
  date_id,
  title,
})

/** Offered seats come first: one that is not seen is lost. */
const offersFirst = (dates: readonly UpcomingDate[]): UpcomingDate[] => [
  ...dates.filter(({ state }) => state === 'offered'),
  ...dates.filter(({ state }) => state !== 'offered'),
]

type RowOf<List extends 'listSessions' | 'listSeatsAhead'> = Awaited<
  ReturnType<Sources[List]>
>[number]

function presentSession(row: RowOf<'listSessions'>): UpcomingDate {
  const { group_id, date_id, group_name, title, place } = row
  return {
    group_id,
    date_id,
    group_name,
    content_id: null,
    title,
    starts_at: iso(row.starts_at),
    ends_at: iso(row.ends_at),
    location: place === '' ? null : place,
    state: row.cancelled_at === null ? (row.my_answer ?? 'unanswered') : 'cancelled',
    offered_until: null,
  }
}

function presentSeat(row: RowOf<'listSeatsAhead'>): UpcomingDate {
  const { content_id, title, location } = row
  const state: NextState = row.cancelled_at === null ? row.state : 'cancelled'
  return {
    group_id: null,
    date_id: null,
    group_name: null,
    content_id,
    title,
    location,
    state,
    starts_at: iso(row.starts_at),
    ends_at: iso(row.ends_at),
    offered_until: state === 'offered' ? iso(row.offered_until) : null,
  }
}

type Sent<Name extends keyof typeof calendarCalls> = Call<(typeof calendarCalls)[Name]>
type CalendarDeps = Deps & { readonly sources: Sources }

/** Calendar feeds of the caller, and the list "Coming up". */
export function calendarRoutes(member: App, deps: Deps, sources: Sources): void {
  const route = routesOn(member, { ...deps, sources }, calendarCalls)
  route('listFeeds', async ({ db }, { memberId }) =>
    (await listFeeds({ db }, memberId)).map(present),
  )
  route('createFeed', createFeed, limited(30, 60))
  route('revokeFeed', revokeFeed)
  route('getUpcoming', (w, { memberId }) => readUpcoming(w, sources, memberId))
}

const present = ({
  id,
  name,
  created_at,
  last_used_at,
  alarm,
}: Omit<RowOfTable<'calendar_feeds'>, 'user_id' | 'secret_hash'>): Feed => ({
  id,
  name,
  created_at: iso(created_at),
  last_used_at: iso(last_used_at),
  ...(alarm !== null && { alarm: alarm as (typeof FEED_ALARMS)[number] }),
})

async function createFeed(w: CalendarDeps & Read, request: Sent<'createFeed'>) {
  const { memberId, body } = request
  const secret = secretText()
  const created = await changing(w, async (w) => {
    await lockCaller(w, request)
    const feeds = await listFeeds(w, memberId)
    if (feeds.length >= FEEDS_MAX) throw refusal(400, 'too_many_feeds', { limit: FEEDS_MAX })
    await w.sources.recordEvent(w, memberId, 'feed_added', clientOf(request))
    return insertRow(w.db, 'calendar_feeds', {
      user_id: memberId,
      name: body.name.trim(),
      alarm: body.alarm ?? null,
      secret_hash: sha256(secret),
      created_at: w.now,
    })
  })
  return { ...present(created), url: `${w.settings.publicUrl}/api/calendar/${secret}.ics` }
}

const revokeFeed = (w: CalendarDeps & Read, request: Sent<'revokeFeed'>) =>
  changing(w, async (w) => {
    const { memberId, params } = request
    await lockCaller(w, request)
    if (!(await deleteFeed(w, memberId, params.id))) throw errors.notFound()
    await w.sources.recordEvent(w, memberId, 'feed_revoked', clientOf(request))
    return {}
  })

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
export function feedFileRoutes(open: App, deps: Deps, sources: FeedDeps['sources']): void {
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
  const { sources, assertSeldom } = deps
  reply.headers({ 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' })
  const feed = await findFeed(deps, sha256(request.params.secret))
  if (feed === undefined) throw errors.notFound()
  await assertSeldom(request)
  const w = reading(deps)
  await noteUse(w, feed)
  const span = {
    from: w.now - FEED_PAST_DAYS * DAY_MS,
    to: w.now + FEED_AHEAD_DAYS * DAY_MS,
    limit: FEED_ENTRIES_MAX,
  }
  const sessions = await sources.listCalendarSessions(w, feed.user_id, span)
  const seats = await sources.listSeats(w, feed.user_id, span)
  const site = { ...deps.settings, kit: deps.kit.current().in(feed.language) }
  const text = memberCalendar(site, { sessions, seats, alarm: feed.alarm }, FEED_ENTRIES_MAX)
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
