import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import texts from '../../../locales/en/feeds.json' with { type: 'json' }
import type { Settings } from '../../env.ts'
import { printable } from '../../text.ts'
import type { ContentRow } from './repository.ts'

type Site = Pick<Settings, 'publicUrl'>

/** Calendars are asked to come back this often. Seconds. */
const CALENDAR_TTL = 3 * 3600

/** The page of an item, as the world outside knows it. */
export const pageAddress = ({ publicUrl }: Site, { id }: Pick<ContentRow, 'id'>): string =>
  `${publicUrl}/discordia/news/${id}`

/**
 * Events as iCalendar (RFC 5545). An event keeps its UID, its SEQUENCE grows with every change, and a
 * cancelled one stays as CANCELLED, so that it also leaves the calendars it has been copied to.
 */
export function eventCalendar(site: Site, events: readonly ContentRow[]): string {
  const calendar = ical({
    name: texts.events.title,
    description: texts.events.description,
    prodId: { company: 'Discordia', product: 'Events', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    source: `${site.publicUrl}/api/contents/events.ics`,
    ttl: CALENDAR_TTL,
  })
  for (const event of events.map(withPrintableTexts))
    calendar.createEvent({
      id: event.uid,
      sequence: event.sequence,
      stamp: new Date(event.updated_at),
      created: new Date(event.created_at),
      lastModified: new Date(event.updated_at),
      start: new Date(event.starts_at ?? 0),
      end: new Date(event.ends_at ?? 0),
      summary: event.title,
      description: [event.short_description, event.description].filter(Boolean).join('\n\n'),
      location: event.location,
      url: pageAddress(site, event),
      status: event.cancelled_at === null ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
    })
  return calendar.toString()
}

/** One control character in an old row would make the whole feed unreadable. */
export const withPrintableTexts = (item: ContentRow): ContentRow => ({
  ...item,
  title: printable(item.title),
  short_description: printable(item.short_description),
  description: printable(item.description),
  location: item.location && printable(item.location),
})
