import Type, { type Static } from 'typebox'
import type { contentRoutes } from '../content.ts'
import type { ContentId, DownloadCategoryId, DownloadFileId } from '../ids.ts'
import { EVENT_SCOPES, EVENT_TYPES } from '../sets.ts'
import { RichText } from './richText.ts'
import { byId, ErrorBody, fileResponse, id, nullable, type SchemasOf, timestamp } from './shared.ts'

/** Sizes in pixels. */
export const Picture = Type.Object({
  url: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
})
export type Picture = Static<typeof Picture>

/** An image in other sizes, and its own size. Additive. */
export const pictures = {
  pictures: Type.Optional(Type.Array(Picture)),
  image_size: Type.Optional(Type.Object({ width: Type.Integer(), height: Type.Integer() })),
}
/** Pictures, and thumbnails in the sizes of list rows. */
export const listPictures = { ...pictures, thumbnails: Type.Optional(Type.Array(Picture)) }

const item = {
  id: id<ContentId>(),
  type: Type.Union([Type.Literal('News'), Type.Literal('Event')]),
  title: Type.String(),
  short_description: Type.String(),
  description: Type.String(),
  /** The description with formatting and links; absent where it is shown as typed. Additive. */
  description_rich: Type.Optional(RichText),
  date: timestamp(),
  background_image: nullable(Type.String()),
  event_scope: nullable(Type.Enum(EVENT_SCOPES)),
  event_type: nullable(Type.Enum(EVENT_TYPES)),
  ...pictures,
  /** End of an event; additive. */
  event_end: Type.Optional(timestamp()),
  /** Set when an event is cancelled; additive. */
  cancelled_at: Type.Optional(timestamp()),
  /** Present on an event that members can sign up for; announces the calls of the registration. Additive. */
  registration: Type.Optional(Type.Object({ seats: Type.Integer(), closes_at: timestamp() })),
}

export const ContentItem = Type.Object(item)
export type ContentItem = Static<typeof ContentItem>

/** The detail repeats the date under a second name and adds place and calendar of an event. */
export const ContentDetail = Type.Object({
  ...item,
  news_date: Type.Optional(timestamp()),
  event_date: Type.Optional(timestamp()),
  /** Publication time of an event; additive. */
  published_at: Type.Optional(timestamp()),
  location: Type.Optional(nullable(Type.String())),
  /** iCalendar file of the event; absent when it is over or cancelled. */
  calendar_url: Type.Optional(Type.String()),
})
export type ContentDetail = Static<typeof ContentDetail>

export const DownloadFile = Type.Object({
  id: id<DownloadFileId>(),
  display_name: Type.String(),
  download_file_name: Type.String(),
  description: nullable(Type.String()),
  image: nullable(Type.String()),
  ...listPictures,
  /** Bytes; additive. */
  size: Type.Optional(Type.Integer()),
  /** Media type, such as `application/pdf`; additive. */
  media_type: Type.Optional(Type.String()),
})
export type DownloadFile = Static<typeof DownloadFile>

export const DownloadCategory = Type.Object({
  id: id<DownloadCategoryId>(),
  title: Type.String(),
  download_files: Type.Array(DownloadFile),
})
export type DownloadCategory = Static<typeof DownloadCategory>

const Items = Type.Array(ContentItem)

export const contentSchemas = {
  listNews: { summary: 'Active news, newest first', response: { 200: Items } },
  listEvents: { summary: 'Active events, soonest first', response: { 200: Items } },
  listLatest: { summary: 'Latest items for the landing page', response: { 200: Items } },
  getNews: {
    summary: 'One news item',
    params: byId<ContentId>(),
    response: { 200: ContentDetail, 404: ErrorBody },
  },
  getEvent: {
    summary: 'One event',
    params: byId<ContentId>(),
    response: { 200: ContentDetail, 404: ErrorBody },
  },
  listNext: {
    summary: 'Upcoming items, for Next Article and More Articles',
    params: byId<ContentId>(),
    response: { 200: Items, 404: ErrorBody },
  },
  listDownloads: {
    summary: 'Categories with their files',
    response: { 200: Type.Array(DownloadCategory) },
  },
  downloadFile: {
    summary: 'The file; supports range requests',
    params: byId<DownloadFileId>(),
    response: { 200: fileResponse('The file', '*/*'), 404: ErrorBody, 416: ErrorBody },
  },
  logVisit: {
    summary: 'Count a visit to the landing page',
    response: { 200: Type.Object({ message: Type.String() }) },
  },
} as const satisfies SchemasOf<typeof contentRoutes>
