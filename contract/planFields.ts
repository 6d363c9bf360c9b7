import Type, { type Static } from 'typebox'
import { ID_MAX, WEB_URL_PATTERN } from './fields.ts'
import type { MemberId } from './ids.ts'
import { REPEAT_UNITS } from './sets.ts'
import { id, optionalLine } from './shapes.ts'

export const OPTIONS_MAX = 10
/** Hours that a new date poll takes answers at least. */
export const CLOSES_AFTER_HOURS = 2
/** Characters. */
export const COMMENT_MAX = 200
/** Characters of the sentence that goes with a change or a cancellation. */
export const REASON_MAX = 200
/** Dates of one suggestion. */
export const SUGGESTIONS_MAX = 5
/** Dates of a session that repeats; of one without an end, those ahead that are stored. */
export const REPEATS_MAX = 104
/** Weeks or months from one date of a session to the next. */
export const REPEAT_EVERY_MAX = 8
/** Days of the week, as in rules of RFC 5545, and weeks of a month, of which -1 is the last. */
export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof WEEKDAYS)[number]
export const WEEKS_OF_MONTH = [1, 2, 3, 4, -1] as const
export type WeekOfMonth = (typeof WEEKS_OF_MONTH)[number]
/** Characters. */
export const SESSION_TITLE_MAX = 120
export const PLACE_MAX = 200
export const LINK_MAX = 500
export const PLAN_NOTES_MAX = 1000
export const TIME_ZONE_MAX = 100
export const INSTANT_PATTERN = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,3})?Z$'

/* Fields that polls and sessions share. */

export const Person = { member_id: id<MemberId>(), name: Type.String() }

export const zone = Type.String({
  maxLength: TIME_ZONE_MAX,
  description: 'IANA name of the caller’s time zone; mails to the caller use it, too.',
})
/** ISO 8601 in UTC, as browsers write it. */
export const instant = () => Type.String({ maxLength: 24, pattern: INSTANT_PATTERN })
export const sequence = Type.Integer({ minimum: 0, maximum: ID_MAX })
export const title = optionalLine(SESSION_TITLE_MAX)
export const notes = Type.String({ maxLength: PLAN_NOTES_MAX })
/** The mail about the change quotes it; it is not stored with the session. */
export const reason = Type.Optional(optionalLine(REASON_MAX))
export const period = { starts_at: instant(), ends_at: instant() }
export const where = {
  place: optionalLine(PLACE_MAX),
  link: Type.String({ maxLength: LINK_MAX, pattern: `^$|${WEB_URL_PATTERN}` }),
  notes,
}

/** The rhythm of a series, which ends with `count`, with `until`, or not at all. */
export const Repeats = Type.Object({
  unit: Type.Enum(REPEAT_UNITS),
  every: Type.Integer({ minimum: 1, maximum: REPEAT_EVERY_MAX }),
  /** Number of dates. */
  count: Type.Optional(Type.Integer({ minimum: 2, maximum: REPEATS_MAX })),
  /** No date starts later. */
  until: Type.Optional(instant()),
  /** Missing: that of the start. */
  weekdays: Type.Optional(Type.Array(Type.Enum(WEEKDAYS), { minItems: 1, maxItems: WEEKDAYS.length })),
  /** Weeks of a month that have the weekdays. Missing: that of the start. */
  weeks: Type.Optional(Type.Array(Type.Enum(WEEKS_OF_MONTH), { minItems: 1, maxItems: WEEKS_OF_MONTH.length })),
})
export type Repeats = Static<typeof Repeats>
