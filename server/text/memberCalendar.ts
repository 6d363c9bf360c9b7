import ical, { ICalCalendarMethod, type ICalEventData } from 'ical-generator'
import { type CalendarArticle, calendarText, entryOf, fileOf, prodIdOf } from './calendar.ts'
import type { Kit } from './kit.ts'
import { type CalendarDate, type CalendarSession, sessionEntries } from './sessionCalendar.ts'
import { zoneBlock } from './zoneBlock.ts'

/** A session of a group of the member. */
export type MemberSession = CalendarSession & {
  /** The first one of those that bring the session into the calendar. */
  readonly first_at: number
  /** All of the session, in the order of its rule. */
  readonly dates: readonly CalendarDate[]
}

/** An event that a member has a seat at. */
export type CalendarSeat = CalendarArticle & {
  readonly starts_at: number
  /** Sequence of the registration, as is the next one. */
  readonly seat_sequence: number
  readonly seat_updated_at: number
}

/** Dates that end after `from` and begin before `to`; at most `limit`. */
export type Span = { readonly from: number; readonly to: number; readonly limit: number }

type Site = { readonly publicUrl: string }
type Entries = {
  readonly sessions: readonly MemberSession[]
  readonly seats: readonly CalendarSeat[]
}

/** Refresh interval for calendar programs. Seconds. */
const TTL = 3600

/**
 * The calendar of a member (RFC 5545). The same rows give the same bytes. A session has the entries of its mails, so
 * that programs with both show each date once.
 * @param limit entries; the latest sessions and seats are left out, each as a whole
 */
export function memberCalendar(
  site: Site & { readonly kit: Kit },
  { sessions, seats }: Entries,
  limit: number,
): string {
  const { title, description } = site.kit.texts.feeds.mine
  const prodId = prodIdOf(site.kit)
  const method = ICalCalendarMethod.PUBLISH
  const calendar = ical({
    name: calendarText(title),
    description: calendarText(description),
    prodId,
    method,
    ttl: TTL,
  })
  calendar.timezone({ name: null, generator: zoneBlock })
  const sources = [
    ...sessions.map((row) => ({
      at: row.first_at,
      entries: () => sessionEntries(site, row, row.dates),
    })),
    ...seats.map((row) => ({ at: row.starts_at, entries: () => [seatEntry(site, row)] })),
  ].sort((a, b) => a.at - b.at)
  let left = limit
  for (const { entries } of sources) {
    const next = entries()
    left -= next.length
    if (left < 0) break
    for (const entry of next) calendar.createEvent(entry)
  }
  return fileOf(calendar)
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
