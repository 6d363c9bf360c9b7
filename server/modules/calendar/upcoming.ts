import type { Upcoming, UpcomingDate } from '#contract/calendar.ts'
import type { MemberId } from '#contract/ids.ts'
import type { NextState } from '#contract/sets.ts'
import { DAY_MS } from '../../config/time.ts'
import type { Read } from '../../db/schema.ts'
import { iso } from '../../text/time.ts'
import { readFirstSteps } from './firstSteps.ts'
import type { SeatAhead, SessionAhead, Sources } from './sources.ts'

/** Days after today that the list covers. */
const NEXT_DAYS = 14
/** The next session is in the list however late it is. Sessions are planned for two years at most. */
const SESSION_DAYS = 732
/** Rows of each list; the rest is a number. */
export const NEXT_ITEMS_MAX = 5

/** Rows that are counted for "and n more". */
const COUNTED_MAX = 100

/** Pending tasks and coming dates of a member. */
export async function readUpcoming(w: Read, sources: Sources, member: MemberId): Promise<Upcoming> {
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
