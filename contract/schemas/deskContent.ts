import Type, { type Static } from 'typebox'
import { CONFIRM_HOURS_MAX, QUESTIONS_MAX, SEATS_MAX, WAITING_LIST_MAX } from '../registration.ts'
import { CONTENT_KINDS, CONTENT_STATES, EVENT_SCOPES, EVENT_TYPES, SILENCES } from '../sets.ts'
import {
  anyId,
  changes,
  changesWith,
  DeskPicture,
  dates,
  edits,
  gets,
  pictureUpload,
  time,
} from './deskCalls.ts'
import { Question } from './registration.ts'
import { formatFields, TextFormat } from './richText.ts'
import { line, longText, nullable, optionalLine } from './shared.ts'

const DeskContent = Type.Object({
  id: anyId(),
  kind: Type.Enum(CONTENT_KINDS),
  title: Type.String(),
  short_description: Type.String(),
  description: Type.String(),
  format: TextFormat,
  picture: DeskPicture,
  starts_at: nullable(Type.String()),
  ends_at: nullable(Type.String()),
  location: nullable(Type.String()),
  event_scope: nullable(Type.Enum(EVENT_SCOPES)),
  event_type: nullable(Type.Enum(EVENT_TYPES)),
  /** Null: an event without registration; so are the next three. */
  seats: nullable(Type.Integer()),
  waiting_max: nullable(Type.Integer()),
  registration_closes_at: nullable(Type.String()),
  confirm_hours: nullable(Type.Integer()),
  questions: Type.Array(Question),
  publish_at: nullable(Type.String()),
  unpublished_at: nullable(Type.String()),
  cancelled_at: nullable(Type.String()),
  ...dates,
  sequence: Type.Integer(),
  state: Type.Enum(CONTENT_STATES),
})
export type DeskContent = Static<typeof DeskContent>

/** Fields of events. Absent ones keep their values; an event without `seats` has no registration. */
const registrationFields = {
  seats: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: SEATS_MAX }))),
  waiting_max: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: WAITING_LIST_MAX }))),
  registration_closes_at: Type.Optional(nullable(time())),
  confirm_hours: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: CONFIRM_HOURS_MAX }))),
  questions: Type.Optional(Type.Array(Question, { maxItems: QUESTIONS_MAX })),
}

/** Events need `starts_at`, `ends_at`, `event_scope` and `event_type`; news have none of them. The kind never changes. */
const ContentBody = Type.Object({
  kind: Type.Enum(CONTENT_KINDS),
  title: line(),
  short_description: line(),
  description: longText(),
  ...formatFields,
  starts_at: Type.Optional(nullable(time())),
  ends_at: Type.Optional(nullable(time())),
  location: Type.Optional(nullable(optionalLine())),
  event_scope: Type.Optional(nullable(Type.Enum(EVENT_SCOPES))),
  event_type: Type.Optional(nullable(Type.Enum(EVENT_TYPES))),
  ...registrationFields,
  ...pictureUpload,
})
export type ContentBody = Static<typeof ContentBody>

/** Publishes now unless a time is given. */
const PublishBody = Type.Object({ at: Type.Optional(nullable(time())) })

const Audience = Type.Object({
  members: Type.Integer(),
  /** Why publishing would send no e-mail; null if it would. */
  silence: nullable(Type.Enum(SILENCES)),
})
export type Audience = Static<typeof Audience>

const PreviewLink = Type.Object({ url: Type.String(), expires_at: Type.String() })
export type PreviewLink = Static<typeof PreviewLink>

export const deskContentSchemas = {
  contents: {
    ...edits(DeskContent, ContentBody),
    publish: changesWith(DeskContent, PublishBody),
    unpublish: changes(DeskContent),
    cancel: changes(DeskContent),
    /** Takes the event off the list `opened` of the overview. */
    keepOpen: changes(DeskContent),
    /** Numbers of members who would get an email if the article appeared now. */
    audience: gets(Audience),
    /** URL at which the site shows the article to staff, published or not; valid for `PREVIEW_MINUTES`. */
    previewLink: changes(PreviewLink),
  },
}
