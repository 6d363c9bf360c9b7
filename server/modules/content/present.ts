import type { ContentDetail, ContentItem } from '#contract/schemas/content.ts'
import { publicUrlPath, readPicture, variantUrls } from '../../files/pictures.ts'
import type { ContentRow } from './repository.ts'

const iso = (time: number | null): string => new Date(time ?? 0).toISOString()

/** A news item by its publication, an event by its beginning: that is the date which readers look for. */
export function presentItem(row: ContentRow): ContentItem {
  const picture = readPicture(row.picture)
  return {
    id: row.id,
    type: row.kind === 'news' ? 'News' : 'Event',
    title: row.title,
    short_description: row.short_description,
    description: row.description,
    date: iso(row.kind === 'news' ? row.publish_at : row.starts_at),
    background_image: picture && publicUrlPath(picture.key),
    event_scope: row.event_scope,
    event_type: row.event_type,
    ...(picture && { pictures: variantUrls(picture) }),
    ...(row.ends_at !== null && { event_end: iso(row.ends_at) }),
    ...(row.cancelled_at !== null && { cancelled_at: iso(row.cancelled_at) }),
  }
}

export function presentNews(row: ContentRow): ContentDetail {
  return { ...presentItem(row), news_date: iso(row.publish_at) }
}

/** @param now epoch milliseconds: an event that is over needs no place in a calendar */
export function presentEvent(row: ContentRow, now: number): ContentDetail {
  const takesPlace = row.cancelled_at === null && (row.ends_at ?? 0) > now
  return {
    ...presentItem(row),
    event_date: iso(row.starts_at),
    location: row.location,
    ...(takesPlace && { calendar_url: `/api/contents/events/${row.id}.ics` }),
  }
}
