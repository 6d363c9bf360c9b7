import ical, {
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import type { GroupId } from '#contract/ids.ts'
import { type CalendarArticle, entryOf, fileOf, prodIdOf } from './calendar.ts'
import { printable } from './keys.ts'
import type { Kit } from './kit.ts'
import { sessionSummary } from './sessionCalendar.ts'

/** A date of a session of a group. Times: epoch milliseconds. */
export type CalendarSession = {
  readonly group_id: GroupId
  readonly group_name: string
  /** One for all dates of a session, as is the sequence. */
  readonly uid: string
  readonly sequence: number
  /** May be empty. */
  readonly title: string
  readonly starts_at: number
  readonly ends_at: number
  /** Empty if there is none, as are `link` and `notes`. */
  readonly place: string
  readonly link: string
  readonly notes: string
  readonly cancelled_at: number | null
  readonly my_answer: 'coming' | 'not_coming' | null
  readonly created_at: number
  readonly updated_at: number
  /** The start before any move; null: the session does not repeat. */
  readonly recurrence_id: number | null
}

/** An event that a member has a seat at. */
export type CalendarSeat = CalendarArticle & {
  readonly starts_at: number
  /** Sequence of the registration, as is the next one. */
  readonly seat_sequence: number
  readonly seat_updated_at: number
}

type Site = { readonly publicUrl: string }
type Entries = {
  readonly sessions: readonly CalendarSession[]
  readonly seats: readonly CalendarSeat[]
}

/** Refresh interval for calendar programs. Seconds. */
const TTL = 3600

/**
 * The calendar of a member (RFC 5545), in UTC. The same rows give the same bytes. A repeating session has an event for
 * each of its dates, with a UID of its own: RECURRENCE-ID and EXDATE are read in different ways.
 * @param limit entries; the latest are left out
 */
export function memberCalendar(
  site: Site & { readonly kit: Kit },
  { sessions, seats }: Entries,
  limit: number,
): string {
  const { title, description } = site.kit.texts.feeds.mine
  const prodId = prodIdOf(site.kit)
  const method = ICalCalendarMethod.PUBLISH
  const calendar = ical({ name: title, description, prodId, method, ttl: TTL })
  const entries = [
    ...sessions.map((row) => ({ row, entry: () => sessionEntry(site, row) })),
    ...seats.map((row) => ({ row, entry: () => seatEntry(site, row) })),
  ].sort((a, b) => a.row.starts_at - b.row.starts_at)
  for (const { entry } of entries.slice(0, limit)) calendar.createEvent(entry())
  return fileOf(calendar)
}

function sessionEntry({ publicUrl }: Site, row: CalendarSession): ICalEventData {
  const { notes, link, place, recurrence_id } = row
  return {
    id: recurrence_id === null ? row.uid : `${row.uid}-${compact(recurrence_id)}`,
    sequence: row.sequence,
    stamp: new Date(row.updated_at),
    created: new Date(row.created_at),
    lastModified: new Date(row.updated_at),
    start: new Date(row.starts_at),
    end: new Date(row.ends_at),
    summary: printable(sessionSummary(row.group_name, row.title)),
    description: printable([notes, link].filter(Boolean).join('\n\n')),
    location: printable(place || link),
    url: `${publicUrl}/discordia/dashboard`,
    status: statusOf(row),
    // A member who does not come is free at that time.
    transparency:
      row.my_answer === 'not_coming'
        ? ICalEventTransparency.TRANSPARENT
        : ICalEventTransparency.OPAQUE,
  }
}

/** Both sequences grow alone, so that their sum grows with a change of either. */
function seatEntry(site: Site, row: CalendarSeat): ICalEventData {
  const changedAt = new Date(Math.max(row.updated_at, row.seat_updated_at))
  return {
    ...entryOf(site, row),
    sequence: row.sequence + row.seat_sequence,
    stamp: changedAt,
    lastModified: changedAt,
  }
}

const statusOf = ({ cancelled_at }: Pick<CalendarSession, 'cancelled_at'>) =>
  cancelled_at === null ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED

/** `20300504T100000Z` */
const compact = (time: number): string =>
  `${new Date(time).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
