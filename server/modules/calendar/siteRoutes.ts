import {
  calendarCalls,
  FEEDS_MAX,
  type Feed,
  type FirstSteps,
  type Upcoming,
  type UpcomingDate,
} from '#contract/calendar.ts'
import type { MemberId } from '#contract/ids.ts'
import type { NextState } from '#contract/sets.ts'
import { DAY_MS } from '../../config/time.ts'
import type { Read } from '../../db/schema.ts'
import { clientOf } from '../../http/client.ts'
import type { App, Deps } from '../../http/deps.ts'
import { errors, refusal } from '../../http/errors.ts'
import { limited } from '../../http/serve.ts'
import { secretText, sha256 } from '../../text/secrets.ts'
import { iso } from '../../text/time.ts'
import { type Call, routesOn } from '../../work/calls.ts'
import { changing } from '../../work/work.ts'
import { lockCaller } from '../account/sessions/caller.ts'
import { deleteFeed, type FeedRow, insertFeed, listFeeds } from './repository.ts'
import type { SeatAhead, SessionAhead, Sources } from './sources.ts'

/** Events that are shown to a newcomer. */
export const FIRST_EVENTS_MAX = 3

/**
 * What a member without a group can begin with, until the member hides it. Events are left out for a member who is
 * signed up for one, which is in the list of dates then.
 * @returns an empty object for everyone else
 */
async function readFirstSteps(
  w: Read,
  sources: Sources,
  member: MemberId,
): Promise<{ readonly first_steps?: FirstSteps }> {
  if (await sources.isInGroup(w, member)) return {}
  if (await sources.hasHiddenFirstSteps(w, member)) return {}
  const signedUp = await sources.listEventsOf(w, member)
  const events = signedUp.length > 0 ? [] : await sources.listFreeSeats(w, FIRST_EVENTS_MAX)
  return {
    first_steps: {
      events: events.map(({ starts_at, ends_at, ...event }) => ({
        ...event,
        starts_at: iso(starts_at),
        ends_at: iso(ends_at),
      })),
      has_entry: await sources.hasEntries(w, member),
      preferences: await sources.findPreferences(w, member),
    },
  }
}

/** Days after today that the list covers. */
const NEXT_DAYS = 14
/** The next session is in the list however late it is. Sessions are planned for two years at most. */
const SESSION_DAYS = 732
/** Rows of each list; the rest is a number. */
export const NEXT_ITEMS_MAX = 5

/** Rows that are counted for "and n more". */
const COUNTED_MAX = 100

/** Pending tasks and coming dates of a member. */
async function readUpcoming(w: Read, sources: Sources, member: MemberId): Promise<Upcoming> {
  const until = w.now + NEXT_DAYS * DAY_MS
  const planned = await sources.listSessions(
    w,
    member,
    w.now,
    w.now + SESSION_DAYS * DAY_MS,
    COUNTED_MAX,
  )
  const next = planned.find(({ cancelled_at }) => cancelled_at === null)
  const sessions = planned.filter((one) => one !== next && one.starts_at < until)
  const seats = await sources.listSeatsAhead(w, member, until, COUNTED_MAX)
  const polls = await sources.listPolls(w, member, COUNTED_MAX)
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
    entries: beginningOf(entries.map(({ id, title }) => ({ id, title }))),
    ...(await readFirstSteps(w, sources, member)),
  }
}

const beginningOf = <Row>(rows: Row[]) => ({
  items: rows.slice(0, NEXT_ITEMS_MAX),
  total: rows.length,
})

/** Offered seats come first: one that is not seen is lost. */
const offersFirst = (dates: readonly UpcomingDate[]): UpcomingDate[] => [
  ...dates.filter(({ state }) => state === 'offered'),
  ...dates.filter(({ state }) => state !== 'offered'),
]

function presentSession(row: SessionAhead): UpcomingDate {
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

function presentSeat(row: SeatAhead): UpcomingDate {
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
export function calendarModule(member: App, deps: Deps, sources: Sources): void {
  const route = routesOn(member, { ...deps, sources }, calendarCalls)
  route('listFeeds', async ({ db }, { memberId }) =>
    (await listFeeds({ db }, memberId)).map(present),
  )
  route('createFeed', createFeed, limited(30, 60))
  route('revokeFeed', revokeFeed)
  route('getUpcoming', getUpcoming)
}

const present = ({ id, name, created_at, last_used_at }: FeedRow): Feed => ({
  id,
  name,
  created_at: iso(created_at),
  last_used_at: iso(last_used_at),
})

async function createFeed(w: CalendarDeps & Read, request: Sent<'createFeed'>) {
  const { memberId, body } = request
  const secret = secretText()
  const created = await changing(w, async (w) => {
    await lockCaller(w, request)
    const feeds = await listFeeds(w, memberId)
    if (feeds.length >= FEEDS_MAX) throw refusal(400, 'too_many_feeds', { limit: FEEDS_MAX })
    await w.sources.recordEvent(w, memberId, 'feed_added', clientOf(request))
    return insertFeed(w, {
      user_id: memberId,
      name: body.name.trim(),
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

const getUpcoming = (w: CalendarDeps & Read, { memberId }: Sent<'getUpcoming'>) =>
  readUpcoming(w, w.sources, memberId)
