import ical, {
  ICalAlarmType,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator'
import type { GroupId } from '#contract/ids.ts'
import type { GameAnswer } from '#contract/sets.ts'
import { safeUrl } from '#shared/safeUrl.ts'
import {
  attendeeOf,
  type CalendarArticle,
  calendarText,
  entryOf,
  fileOf,
  invitationFile,
  prodIdOf,
} from './calendar.ts'
import { printable } from './keys.ts'
import { fillIn, type Kit } from './kit.ts'
import { type SeriesDate, seriesEntries } from './seriesCalendar.ts'
import { nameInMail } from './shortNames.ts'
import { zoneBlock } from './zoneClock.ts'

type Texts = {
  /** May be empty. */
  readonly title: string
  /** Empty if there is none, as are `link` and `notes`. */
  readonly place: string
  readonly link: string
  readonly notes: string
}
/** A session of a group. Times: epoch milliseconds. */
type CalendarSession = Texts & {
  /** Missing: the reader has nothing to do with the group any more. */
  readonly group_id?: GroupId
  readonly group_name: string
  /** One for all dates, as is the sequence. */
  readonly uid: string
  readonly sequence: number
  /** IANA name. */
  readonly time_zone: string
  /** RRULE, which may go on beyond the dates that are stored; null: the session has one date. */
  readonly rule: string | null
  /** All dates are cancelled, or the reader has nothing to do with them any more. */
  readonly cancelled_at: number | null
  readonly created_at: number
  readonly updated_at: number
}
/** Its texts are those of the session where they are missing. */
export type CalendarDate = SeriesDate & { readonly [Name in keyof Texts]?: string | null } & {
  /** Name of the member at whose place it is; calendars show it above the notes. */
  readonly host?: string | null
  readonly answer?: GameAnswer | null
}
type PlannedSession = CalendarSession & {
  /** All of the session, in the order of its rule. */
  readonly dates: readonly CalendarDate[]
}
type Site = { readonly publicUrl: string }
type KitSite = Site & { readonly kit: Kit }
type Sender = Parameters<typeof invitationFile>[0]
type Member = { readonly name: string; readonly email: string }

const sessionsPage = ({ publicUrl }: Site, group: GroupId): string =>
  `${publicUrl}/discordia/dashboard?group=${group}&part=sessions`

/**
 * A session of a group as an attachment for one member: all of it, since a file with one date takes the place of the
 * series in some programs. `METHOD:CANCEL` takes out what is cancelled as a whole.
 */
export function mailedSession(site: Sender, session: PlannedSession, member: Member) {
  const isCancelled = session.cancelled_at !== null
  const entries = sessionEntries(site, session, isCancelled ? member : undefined)
  return invitationFile(site, { filename: 'discordia-session.ics', entries, isCancelled })
}

/**
 * The entries of a session. Mails and feeds have the same ones, so that programs with both show each date once.
 * @param member whom a cancelled session was for
 */
function sessionEntries(site: KitSite, session: PlannedSession, member?: Member): ICalEventData[] {
  const [first, ...later] = session.dates.map((date) => hostInNotes(site.kit, session, date))
  if (first === undefined) throw new Error(`session ${session.uid} has no date`)
  const { rule } = session
  const entryOf = (date: Partial<CalendarDate> = {}) => ({
    ...factsOf(site, session, date),
    ...(member && { attendees: [attendeeOf(member)] }),
  })
  if (rule === null)
    return [{ ...entryOf(first), start: new Date(first.starts_at), end: new Date(first.ends_at) }]
  const isOwn = (date: CalendarDate) => hasOwnTexts(session, date) || date.answer === 'not_coming'
  return seriesEntries({ ...session, rule, dates: [first, ...later], entryOf, isOwn })
}

/** A date in calendars, which have no field for its host but the notes, and the place unless the date has its own. */
function hostInNotes({ texts }: Kit, session: Texts, date: CalendarDate): CalendarDate {
  if (date.host == null) return date
  const host = fillIn(texts.feeds.mine.host, { name: date.host })
  return {
    ...date,
    place: date.place || host,
    notes: [host, date.notes ?? session.notes].filter(Boolean).join('\n\n'),
  }
}

/** The title of a session in calendars, which have entries of many groups. @param title may be empty, or the group's name */
const summaryOf = (group: string, title: string): string =>
  title === '' || title === group ? group : `${group}: ${title}`

const ownTexts = (session: Texts, date: Partial<CalendarDate>): Texts => ({
  title: date.title || session.title,
  place: date.place ?? session.place,
  link: date.link ?? session.link,
  notes: date.notes ?? session.notes,
})

function hasOwnTexts(session: Texts, date: CalendarDate): boolean {
  const { title, place, link, notes } = ownTexts(session, date)
  return (
    title !== session.title ||
    place !== session.place ||
    link !== session.link ||
    notes !== session.notes
  )
}

function factsOf(site: Site, session: CalendarSession, date: Partial<CalendarDate>) {
  const { title, place, link, notes } = ownTexts(session, date)
  const { group_id, cancelled_at } = session
  return {
    id: session.uid,
    sequence: session.sequence,
    stamp: new Date(session.updated_at),
    created: new Date(session.created_at),
    lastModified: new Date(session.updated_at),
    summary: printable(summaryOf(nameInMail(session.group_name), title)),
    description: [notes, link].filter(Boolean).map(printable).join('\n\n'),
    location: printable(place || link) || null,
    url: safeUrl(link) ?? (group_id === undefined ? null : sessionsPage(site, group_id)),
    status: cancelled_at === null ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
    // A member who does not come is free at that time.
    transparency:
      date.answer === 'not_coming'
        ? ICalEventTransparency.TRANSPARENT
        : ICalEventTransparency.OPAQUE,
  }
}

export type MemberSession = PlannedSession & {
  /** The first one of those that bring the session into the calendar. */
  readonly first_at: number
}

export type CalendarSeat = CalendarArticle & {
  readonly starts_at: number
  /** Sequence of the registration, as is the next one. */
  readonly seat_sequence: number
  readonly seat_updated_at: number
}

/** Dates that end after `from` and begin before `to`; at most `limit`. */
export type Span = { readonly from: number; readonly to: number; readonly limit: number }

type Entries = {
  readonly sessions: readonly MemberSession[]
  readonly seats: readonly CalendarSeat[]
  /** Minutes before the start at which programs remind; null: they do not. */
  readonly alarm?: number | null
}

/** Refresh interval for calendar programs. Seconds. */
const TTL = 3600

/**
 * The calendar of a member (RFC 5545). The same rows give the same bytes. A session has the entries of its mails, so
 * that programs with both show each date once.
 * @param limit entries; the latest sessions and seats are left out, each as a whole
 */
export function memberCalendar(
  site: KitSite,
  { sessions, seats, alarm = null }: Entries,
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
      entries: () => sessionEntries(site, row),
    })),
    ...seats.map((row) => ({ at: row.starts_at, entries: () => [seatEntry(site, row)] })),
  ].sort((a, b) => a.at - b.at)
  let left = limit
  for (const { entries } of sources) {
    const next = entries()
    left -= next.length
    if (left < 0) break
    for (const entry of next) calendar.createEvent({ ...entry, ...reminding(entry, alarm) })
  }
  return fileOf(calendar)
}

/** Programs do not remind of what is cancelled, or of what the member does not come to. */
const reminding = ({ status, transparency }: ICalEventData, alarm: number | null) =>
  alarm === null ||
  status === ICalEventStatus.CANCELLED ||
  transparency === ICalEventTransparency.TRANSPARENT
    ? {}
    : { alarms: [{ type: ICalAlarmType.display, triggerBefore: alarm * 60 }] }

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
