import { type ICalEventData, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { Temporal } from 'temporal-polyfill'
import type { GroupId } from '#contract/ids.ts'
import { safeUrl } from '#contract/safeUrl.ts'
import type { GameAnswer } from '#contract/sets.ts'
import { attendeeOf, invitationFile } from './calendar.ts'
import { printable } from './keys.ts'
import { nameInMail } from './shortNames.ts'

type Texts = {
  /** May be empty. */
  readonly title: string
  /** Empty if there is none, as are `link` and `notes`. */
  readonly place: string
  readonly link: string
  readonly notes: string
}
/** A session of a group. Times: epoch milliseconds. */
export type CalendarSession = Texts & {
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
export type CalendarDate = { readonly [Name in keyof Texts]?: string | null } & {
  /** The start by the rule, which a move leaves as it is. */
  readonly planned_at: number
  readonly starts_at: number
  readonly ends_at: number
  readonly cancelled_at: number | null
  /** The answer of the reader. */
  readonly answer?: GameAnswer | null
}
type Site = { readonly publicUrl: string }
type Sender = Parameters<typeof invitationFile>[0]
type Member = { readonly name: string; readonly email: string }

/** The page on which members answer. */
export const sessionsPage = ({ publicUrl }: Site, group: GroupId): string =>
  `${publicUrl}/discordia/dashboard?group=${group}&part=sessions`

/**
 * A session of a group as an attachment for one member: all of it, since a file with one date takes the place of the
 * series in some programs. `METHOD:CANCEL` takes out what is cancelled as a whole.
 * @param dates all of the session, in the order of its rule
 */
export const mailedSession = (
  site: Sender,
  session: CalendarSession,
  dates: readonly CalendarDate[],
  member: Member,
) =>
  invitationFile(
    site,
    'discordia-session.ics',
    sessionEntries(site, session, dates, session.cancelled_at === null ? undefined : member),
    session.cancelled_at !== null,
  )

/**
 * The entries of a session, which share its UID: its rule without the dates that are cancelled, and the dates that
 * differ from the rule. Mails and feeds have the same ones, so that programs with both show each date once.
 * @param dates all of the session, in the order of its rule
 * @param member whom a cancelled session was for
 */
export function sessionEntries(
  site: Site,
  session: CalendarSession,
  dates: readonly CalendarDate[],
  member?: Member,
): ICalEventData[] {
  const [first] = dates
  if (first === undefined) throw new Error(`session ${session.uid} has no date`)
  const entryOf = (date: Partial<CalendarDate>) => ({
    ...factsOf(site, session, date),
    ...(member && { attendees: [attendeeOf(member)] }),
  })
  if (session.rule === null)
    return [{ ...entryOf(first), start: new Date(first.starts_at), end: new Date(first.ends_at) }]
  const { time_zone: timezone } = session
  const at = (time: number) => zoned(time, timezone)
  const length = lengthBeforeMoves(dates) ?? first.ends_at - first.starts_at
  const series = {
    ...entryOf({}),
    timezone,
    start: at(first.planned_at),
    end: at(first.planned_at + length),
  }
  const rule = `RRULE:${session.rule}`
  if (session.cancelled_at !== null) return [{ ...series, repeating: rule }]
  const clock = clockOf(dates, timezone)
  const isOther = (date: CalendarDate) =>
    date.starts_at !== date.planned_at ||
    date.ends_at - date.starts_at !== length ||
    hasOwnTexts(session, date) ||
    date.answer === 'not_coming' ||
    clock.offsetAt(date.starts_at) !== clock.offsetAt(date.ends_at)
  const others = dates.filter((date) => date.cancelled_at === null && isOther(date))
  return [
    { ...series, repeating: [rule, ...exclusionsOf(session, dates, clock)].join('\n') },
    ...others.map((date) => ({
      ...entryOf(date),
      timezone,
      recurrenceId: at(date.planned_at),
      start: at(date.starts_at),
      end: at(date.ends_at),
    })),
  ]
}

/** The library writes the other times of the zone UTC in the form with Z. */
function exclusionsOf(
  { time_zone }: CalendarSession,
  dates: readonly CalendarDate[],
  { offsetAt }: Clock,
): string[] {
  const [name, end] = time_zone === 'UTC' ? ['EXDATE', 'Z'] : [`EXDATE;TZID=${time_zone}`, '']
  const local = (at: number) =>
    new Date(at + offsetAt(at)).toISOString().slice(0, 19).replace(/[-:]/g, '')
  return dates
    .filter(({ cancelled_at }) => cancelled_at !== null)
    .map(({ planned_at }) => `${name}:${local(planned_at)}${end}`)
}

const lengthBeforeMoves = (dates: readonly CalendarDate[]): number | undefined => {
  const date = dates.find(({ planned_at, starts_at }) => planned_at === starts_at)
  return date && date.ends_at - date.starts_at
}

type Clock = ReturnType<typeof clockOf>

/**
 * The offsets of a zone from the first date to the last: to convert each time takes long. Programs that repeat an end by
 * the clock are an hour off in a night in which it changes.
 */
function clockOf(dates: readonly CalendarDate[], timeZone: string) {
  const last = Math.max(...dates.flatMap(({ planned_at, ends_at }) => [planned_at, ends_at]))
  const changes: Temporal.ZonedDateTime[] = []
  let next: Temporal.ZonedDateTime | null = zoned(dates[0]?.planned_at ?? 0, timeZone)
  while (next !== null && next.epochMilliseconds <= last) {
    changes.push(next)
    next = next.getTimeZoneTransition('next')
  }
  const offsets = changes.map(
    (one) => [one.epochMilliseconds, one.offsetNanoseconds / 1e6] as const,
  )
  const [first] = offsets
  return {
    /** Milliseconds; the offset of the first date for what is before it. */
    offsetAt: (time: number) => (offsets.findLast(([at]) => at <= time) ?? first)?.[1] ?? 0,
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

const zoned = (at: number, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
