import ical, {
  escape as escapeText,
  foldLines,
  type ICalAttendeeData,
  ICalAttendeeRole,
  ICalAttendeeStatus,
  type ICalCalendar,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator'
import { FEED_PATHS } from '#contract/content.ts'
import type { TextFormat } from '#contract/sets.ts'
import { printable } from './keys.ts'
import type { Kit } from './kit.ts'
import { plainText } from './light.ts'
import { type SeriesDate, seriesEntries } from './seriesCalendar.ts'
import { zoneBlock } from './zoneClock.ts'

type Site = { readonly publicUrl: string }
type KitSite = Site & { readonly kit: Kit }
type Sender = KitSite & { readonly mailFrom: { readonly name: string; readonly address: string } }
/** The columns of `contents` that calendars show. Times: epoch milliseconds. */
export type CalendarArticle = {
  readonly id: number
  readonly uid: string
  readonly sequence: number
  readonly title: string
  readonly short_description: string
  readonly description: string
  readonly format: TextFormat
  readonly location: string | null
  readonly created_at: number
  readonly updated_at: number
  readonly starts_at: number | null
  readonly ends_at: number | null
  readonly cancelled_at: number | null
}

/** A part of a series: one entry with its rule, and the dates that differ. */
export type CalendarSeries = Pick<
  CalendarArticle,
  'id' | 'uid' | 'sequence' | 'created_at' | 'updated_at' | 'cancelled_at'
> & {
  readonly series_id: number | null
  readonly rule: string
  readonly time_zone: string
  /** The date whose texts are those of the series. */
  readonly usual: CalendarArticle
  readonly dates: readonly [EventDate, ...EventDate[]]
}
type EventDate = SeriesDate & { readonly article: CalendarArticle }
type CalendarItem = CalendarArticle | CalendarSeries

/** Refresh interval for calendar programs. Seconds. */
const CALENDAR_TTL = 3 * 3600

export const pageAddress = ({ publicUrl }: Site, { id }: Pick<CalendarArticle, 'id'>): string =>
  `${publicUrl}/discordia/news/${id}`

const URI_LINES = /^(?:URL|ORGANIZER|ATTENDEE)[;:].*(?:\r\n .*)*/gm
const BEFORE_VALUE = /^[\w-]+(?:;[\w-]+=(?:"[^"]*"|[^;:"]*))*:/

/** The library escapes URIs as if they were TEXT (RFC 5545, 3.3.13). */
function withPlainUri(folded: string): string {
  const line = folded.replaceAll('\r\n ', '')
  const [start = ''] = BEFORE_VALUE.exec(line) ?? []
  return foldLines(start + line.slice(start.length).replace(/\\([\\;,])/g, '$1'))
}

/** RFC 5545 ends every line with CRLF; the library leaves out the last one. */
export const fileOf = (calendar: ICalCalendar): string =>
  `${calendar.toString().replace(URI_LINES, withPlainUri)}\r\n`

/** Texts about a calendar, which the library writes as they are. */
export const calendarText = (text: string): string => escapeText(printable(text), false)

/** A formal identifier, in which some programs split at slashes (RFC 5545, 3.7.3). */
export const prodIdOf = ({ name, language }: Kit) => ({
  company: calendarText(name.replaceAll('/', ' ')),
  product: 'Events',
  language: language.toUpperCase(),
})

/**
 * Events as iCalendar (RFC 5545). An event keeps its UID, every change increments SEQUENCE, and a cancelled event
 * stays as CANCELLED, so that calendars with a copy remove it.
 */
export function eventCalendar(
  site: KitSite,
  events: readonly CalendarItem[],
  path: string = FEED_PATHS.calendar,
): string {
  const { title, description } = site.kit.texts.feeds.events
  const calendar = ical({
    name: calendarText(title),
    description: calendarText(description),
    prodId: prodIdOf(site.kit),
    method: ICalCalendarMethod.PUBLISH,
    source: `${site.publicUrl}${path}`,
    ttl: CALENDAR_TTL,
  })
  calendar.timezone({ name: null, generator: zoneBlock })
  for (const event of events)
    for (const entry of entriesOf(site, event)) calendar.createEvent(entry)
  return fileOf(calendar)
}

/**
 * An event as an attachment. The METHOD of a cancelled one is CANCEL, which removes it from a calendar and needs an
 * organizer (RFC 5546).
 */
/** @param items an event, or the parts of a series */
export const mailedEvent = (site: Sender, ...items: readonly CalendarItem[]) =>
  invitationFile(site, {
    filename: `discordia-event-${items[0]?.id}.ics`,
    entries: items.flatMap((item) => entriesOf(site, item)),
    isCancelled: items.every(({ cancelled_at }) => cancelled_at !== null),
  })

type Attendee = {
  readonly name: string
  readonly email: string
  /** Must be higher in every later file for the same attendee. */
  readonly sequence: number
  /** The attendee does not come any more, or the event does not take place. */
  readonly isCancelled: boolean
}

/**
 * An event as an attachment for one attendee: PUBLISH puts it into a calendar or changes it there, CANCEL removes it
 * (RFC 5546, 3.2).
 */
export function mailedInvitation(
  site: Sender,
  event: CalendarArticle,
  { sequence, isCancelled, ...person }: Attendee,
) {
  const attendees = isCancelled ? [attendeeOf(person)] : []
  const status = ICalEventStatus[isCancelled ? 'CANCELLED' : 'CONFIRMED']
  const entry = { ...entryOf(site, event), sequence, status, attendees }
  const filename = `discordia-event-${event.id}.ics`
  return invitationFile(site, { filename, entries: [entry], isCancelled })
}

/** Recipient of a cancelled entry. Other entries have no attendee: programs would ask for a reply, which is not read. */
export const attendeeOf = ({
  name,
  email,
}: Pick<Attendee, 'name' | 'email'>): ICalAttendeeData => ({
  name: printable(name),
  email,
  role: ICalAttendeeRole.REQ,
  status: ICalAttendeeStatus.DECLINED,
  rsvp: false,
})

type Invitation = {
  readonly filename: string
  /** The event, and dates of it that differ, all with one UID. */
  readonly entries: readonly ICalEventData[]
  readonly isCancelled: boolean
}

/** PUBLISH, or CANCEL for the attendee of the entries. */
export function invitationFile(site: Sender, { filename, entries, isCancelled }: Invitation) {
  const method = isCancelled ? 'CANCEL' : 'PUBLISH'
  const calendar = ical({ prodId: prodIdOf(site.kit), method: ICalCalendarMethod[method] })
  calendar.timezone({ name: null, generator: zoneBlock })
  for (const entry of entries) calendar.createEvent({ ...entry, organizer: organizerOf(site) })
  return attachment(filename, method, fileOf(calendar))
}

const attachment = (filename: string, method: string, content: string) => ({
  filename,
  contentType: `text/calendar; charset=utf-8; method=${method}`,
  content,
})

const organizerOf = ({ mailFrom: { name, address }, kit }: Sender) => ({
  name: printable(name || kit.name),
  email: address,
})

const entriesOf = (site: Site, item: CalendarItem): ICalEventData[] =>
  'rule' in item ? entriesOfSeries(site, item) : [entryOf(site, item)]

function entriesOfSeries(site: Site, series: CalendarSeries): ICalEventData[] {
  const { uid, sequence, updated_at, cancelled_at, usual } = series
  const shown = (article: CalendarArticle, cancelled: number | null) =>
    entryOf(site, { ...article, uid, sequence, updated_at, cancelled_at: cancelled })
  return seriesEntries<EventDate>({
    ...series,
    entryOf: (date) => shown(date?.article ?? usual, date ? null : cancelled_at),
    isOwn: ({ article }) => TOLD.some((name) => article[name] !== usual[name]),
  })
}

const TOLD = ['title', 'short_description', 'description', 'format', 'location'] as const

export function entryOf(site: Site, row: CalendarArticle) {
  const event = withPrintableTexts(row)
  return {
    id: event.uid,
    sequence: event.sequence,
    stamp: new Date(event.updated_at),
    created: new Date(event.created_at),
    lastModified: new Date(event.updated_at),
    start: new Date(event.starts_at ?? 0),
    end: new Date(event.ends_at ?? 0),
    summary: event.title,
    description: [
      event.short_description,
      plainText(event.format, event.description, site.publicUrl),
    ]
      .filter(Boolean)
      .join('\n\n'),
    location: event.location,
    url: pageAddress(site, event),
    status: event.cancelled_at === null ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
  }
}

/** A control character in an old row would make the whole feed invalid. */
export const withPrintableTexts = <A extends CalendarArticle>(item: A): A => ({
  ...item,
  title: printable(item.title),
  short_description: printable(item.short_description),
  description: printable(item.description),
  location: item.location && printable(item.location),
})
