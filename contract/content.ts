import Type, { type Static } from 'typebox'
import { COUNTED_MAX } from './desk.ts'
import {
  anyId,
  asking,
  changes,
  changesWith,
  DeskPicture,
  dates,
  edits,
  gets,
  getting,
  Named,
  NamedBody,
  ordered,
  pictureUpload,
  posting,
  Reason,
  shows,
  time,
} from './deskShapes.ts'
import { DownloadCategory } from './downloads.ts'
import { formatFields, RichText, TextFormat } from './formatting.ts'
import type { ContentId, DownloadFileId, EventKindId } from './ids.ts'
import { inLanguage, listedIn, translationFields, withTranslations } from './languages.ts'
import { Repeats } from './planFields.ts'
import { SLOTS_MAX, Slot, SlotBody, TableFacts, TableOfEvent } from './programme.ts'
import { Question, registrationFields } from './registration.ts'
import { type CallTable, openCall, storedCall } from './route.ts'
import { CONTENT_KINDS, CONTENT_STATES, EVENT_SCOPES, EVENT_TYPES, SERIES_SCOPES, SILENCES } from './sets.ts'
import {
  byId,
  fileResponse,
  id,
  lenient,
  line,
  longText,
  nullable,
  optionalLine,
  pictures,
  refused,
  timestamp,
  unchecked,
} from './shapes.ts'

/** Kinds of events that a community has at most. */
export const EVENT_KINDS_MAX = 50
/** Characters of how to get into the place of an event. */
export const ACCESS_MAX = 1000

/** Additions, below the origin of the site. */
export const FEED_PATHS = {
  news: '/api/contents/news.atom',
  events: '/api/contents/events.atom',
  newsJson: '/api/contents/news.json',
  eventsJson: '/api/contents/events.json',
  calendar: '/api/contents/events.ics',
} as const

export const EventKind = Type.Object({ id: id<EventKindId>(), name: Type.String() })
export type EventKind = Static<typeof EventKind>

/** Number of dates of a series of events that are stored ahead. */
export const EVENT_DATES_AHEAD = 24

const item = {
  id: id<ContentId>(),
  type: Type.Enum(['News', 'Event']),
  title: Type.String(),
  short_description: lenient(Type.String(), ''),
  description: lenient(Type.String(), ''),
  /** The description with formatting and links; absent where it is shown as typed. Additive. */
  description_rich: Type.Optional(RichText),
  date: lenient(timestamp(), ''),
  background_image: nullable(Type.String()),
  event_scope: nullable(Type.Enum(EVENT_SCOPES)),
  event_type: nullable(Type.Enum(EVENT_TYPES)),
  /** Named by the community; additive. */
  event_kind: Type.Optional(EventKind),
  ...pictures,
  /** End of an event; additive. */
  event_end: Type.Optional(timestamp()),
  /** Set when an event is cancelled; additive. */
  cancelled_at: Type.Optional(timestamp()),
  /** Present on an event that members can sign up for; announces the calls of the registration. Additive. */
  registration: Type.Optional(
    Type.Object({
      seats: Type.Integer(),
      closes_at: timestamp(),
      /** People without an account may sign up; announces their calls. */
      guests: Type.Optional(Type.Boolean()),
    }),
  ),
  /** The series that an event is a date of; additive. */
  series: Type.Optional(Type.Object({ id: Type.Integer(), rhythm: Repeats, time_zone: Type.String() })),
  ...inLanguage,
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
  /** How to get into the place, in lines; additive. */
  access: Type.Optional(Type.String()),
  /** iCalendar file of the event; absent when it is over or cancelled. */
  calendar_url: Type.Optional(Type.String()),
  /** Further dates of the series that are not over, soonest first. Additive. */
  series_dates: Type.Optional(
    Type.Array(Type.Object({ id: id<ContentId>(), date: timestamp(), cancelled_at: Type.Optional(timestamp()) })),
  ),
  /** Present on an event with slots; announces the calls of its programme. Additive. */
  programme: Type.Optional(Type.Object({ slots: Type.Integer() })),
  /** Present on a table of an event, which leads to that event. Additive. */
  table: Type.Optional(TableOfEvent),
  ...withTranslations,
})
export type ContentDetail = Static<typeof ContentDetail>

const Items = Type.Array(ContentItem)

/** `series`: each series once, as its next date. Additive, announced as `list_series`. */
export const ListedContents = Type.Object({
  ...listedIn,
  series: Type.Optional(Type.Literal('once')),
})
export type ListedContents = Static<typeof ListedContents>

export const contentCalls = {
  listNews: storedCall('GET', '/contents/active', {
    summary: 'Active news, newest first',
    querystring: ListedContents,
    response: { 200: Items },
  }),
  listEvents: storedCall('GET', '/contents/activeEvents', {
    summary: 'Active events, soonest first',
    querystring: ListedContents,
    response: { 200: Items },
  }),
  listLatest: storedCall('GET', '/contents/latest', {
    summary: 'Latest items for the landing page',
    querystring: ListedContents,
    response: { 200: Items },
  }),
  getNews: storedCall('GET', '/contents/get/:id', byId<ContentId>(), {
    summary: 'One news item',
    response: { 200: ContentDetail, ...refused(404) },
  }),
  getEvent: storedCall('GET', '/contents/getEvent/:id', byId<ContentId>(), {
    summary: 'One event',
    response: { 200: ContentDetail, ...refused(404) },
  }),
  listNext: storedCall('GET', '/contents/getNext/:id', byId<ContentId>(), {
    summary: 'Upcoming items, for Next Article and More Articles',
    querystring: ListedContents,
    response: { 200: Items, ...refused(404) },
  }),
  listDownloads: storedCall('GET', '/downloads/active', {
    summary: 'Categories with their files',
    response: { 200: Type.Array(DownloadCategory) },
  }),
  downloadFile: openCall('GET', '/downloads/download/:id', byId<DownloadFileId>(), {
    summary: 'The file; supports range requests',
    response: { 200: fileResponse('The file', '*/*'), ...refused(404, 416) },
  }),
  logVisit: openCall('GET', '/visits/log-visit/', {
    changesData: true,
    summary: 'Count a visit to the landing page',
    response: { 200: unchecked(Type.Object({ message: Type.String() })) },
  }),
} as const satisfies CallTable

/* At the desk. */

const DeskContent = Type.Object({
  id: anyId(),
  kind: Type.Enum(CONTENT_KINDS),
  title: Type.String(),
  short_description: Type.String(),
  description: Type.String(),
  format: TextFormat,
  ...translationFields,
  picture: DeskPicture,
  starts_at: nullable(Type.String()),
  ends_at: nullable(Type.String()),
  location: nullable(Type.String()),
  event_scope: nullable(Type.Enum(EVENT_SCOPES)),
  event_type: nullable(Type.Enum(EVENT_TYPES)),
  event_kind_id: nullable(anyId()),
  access: nullable(Type.String()),
  /** Null: an event without registration; so are the four after `taken`. */
  seats: nullable(Type.Integer()),
  /** Seats that people have or are offered. */
  taken: Type.Integer(),
  waiting_max: nullable(Type.Integer()),
  registration_closes_at: nullable(Type.String()),
  confirm_hours: nullable(Type.Integer()),
  companions_max: nullable(Type.Integer()),
  companion_names: Type.Boolean(),
  guests: Type.Boolean(),
  questions: Type.Array(Question),
  /** The slots of an event with tables, and whether members may offer some. */
  slots: Type.Array(Slot),
  takes_offers: Type.Boolean(),
  /** Tables, cancelled ones and offers among them. */
  tables: Type.Integer(),
  /** Only tables have the six after this one. */
  parent_id: nullable(anyId()),
  slot: nullable(Type.Integer()),
  table: nullable(TableFacts),
  /** Username; the id is what the audit log knows people by. */
  leader: nullable(Type.String()),
  led_by: Type.Optional(nullable(Type.Integer())),
  /** The time since which an offer, or a table that lost its leader, waits for the staff. */
  waits_since: nullable(Type.String()),
  series_id: nullable(Type.Integer()),
  /** The rhythm of the series. */
  repeats: nullable(Repeats),
  publish_at: nullable(Type.String()),
  unpublished_at: nullable(Type.String()),
  cancelled_at: nullable(Type.String()),
  ...dates,
  sequence: Type.Integer(),
  state: Type.Enum(CONTENT_STATES),
})
export type DeskContent = Static<typeof DeskContent>

/** The dates of a series that are changed. Absent: this one. */
const seriesScope = { scope: Type.Optional(Type.Enum(SERIES_SCOPES)) }
const OfSeries = Type.Object(seriesScope)

/** Events need `starts_at`, `ends_at`, `event_scope` and `event_type`; news have none of them. The kind never changes. */
export const ContentBody = Type.Object({
  kind: Type.Enum(CONTENT_KINDS),
  title: line(),
  short_description: line(),
  description: longText(),
  ...formatFields,
  ...translationFields,
  starts_at: Type.Optional(nullable(time())),
  ends_at: Type.Optional(nullable(time())),
  location: Type.Optional(nullable(optionalLine())),
  event_scope: Type.Optional(nullable(Type.Enum(EVENT_SCOPES))),
  event_type: Type.Optional(nullable(Type.Enum(EVENT_TYPES))),
  /* Absent fields stay as they are: the desk of the version before does not know them. */
  event_kind_id: Type.Optional(nullable(id<EventKindId>())),
  access: Type.Optional(nullable(Type.String({ maxLength: ACCESS_MAX }))),
  ...registrationFields,
  /** Slots of an event; those with tables stay. */
  slots: Type.Optional(Type.Array(SlotBody, { maxItems: SLOTS_MAX })),
  takes_offers: Type.Optional(Type.Boolean()),
  /** A table of an event: it has the times of its slot, and its room as location. The event never changes. */
  parent_id: Type.Optional(nullable(id<ContentId>())),
  slot: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 1000 }))),
  table: Type.Optional(nullable(TableFacts)),
  /** Username. */
  leader: Type.Optional(nullable(line())),
  /** The rhythm of an event that is, or becomes, a date of a series; null: a single event, or the last date. */
  repeats: Type.Optional(nullable(Repeats)),
  ...seriesScope,
  ...pictureUpload,
})
export type ContentBody = Static<typeof ContentBody>

/** A missing time means now. */
const PublishBody = Type.Object({ at: Type.Optional(nullable(time())), ...seriesScope })

const Audience = Type.Object({
  members: Type.Integer(),
  /** Why publishing would send no e-mail; null if it would. */
  silence: nullable(Type.Enum(SILENCES)),
})
export type Audience = Static<typeof Audience>

const Belongings = Type.Object({
  registrations: Type.Integer(),
  /** Registrations for events that are still to take place; their members get no email. */
  signed_up: Type.Integer(),
  pictures: Type.Integer(),
  /** Emails of the staff to members who have signed up, as the desk keeps them. */
  messages: Type.Integer(),
  /** Emails that were not sent yet, or could not be sent. */
  mails: Type.Integer(),
})
export type Belongings = Static<typeof Belongings>

const PreviewLink = Type.Object({ url: Type.String(), expires_at: Type.String() })
export type PreviewLink = Static<typeof PreviewLink>

export const deskContentCalls = {
  'event-kinds': ordered('event-kinds', Named, NamedBody),
  contents: {
    ...edits('contents', DeskContent, ContentBody),
    publish: posting('/contents/:id/publish', changesWith(DeskContent, PublishBody)),
    unpublish: posting('/contents/:id/unpublish', changesWith(DeskContent, OfSeries)),
    cancel: posting('/contents/:id/cancel', changesWith(DeskContent, OfSeries)),
    /** A draft with the same texts, picture, seats and questions. */
    copy: posting('/contents/:id/copy', changesWith(DeskContent, Type.Object({ starts_at: time() }))),
    /** Deletes an offered table; the reason is mailed to the member who has offered it. */
    decline: posting('/contents/:id/decline', changesWith(DeskContent, Reason)),
    /** Takes the event off the list `opened` of the overview. */
    keepOpen: posting('/contents/:id/keep-open', changes(DeskContent)),
    /** What goes with these articles when they are deleted. */
    countBelongings: asking('/contents/count-belongings', {
      ...shows(Belongings),
      body: Type.Object({
        ids: Type.Array(id<ContentId>(), { minItems: 1, maxItems: COUNTED_MAX }),
      }),
    }),
    /** The members that would be mailed if the article appeared now. */
    audience: getting('/contents/:id/audience', gets(Audience)),
    /** URL at which the site shows the article to staff, published or not; valid for `PREVIEW_MINUTES`. */
    previewLink: asking('/contents/:id/preview-link', changes(PreviewLink)),
  },
}
