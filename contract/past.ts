import Type, { type Static } from 'typebox'
import { ID_MAX } from './fields.ts'
import { RichText } from './formatting.ts'
import type { GameDateId, GroupId, MemberId } from './ids.ts'
import { type CallTable, memberCall, memberRead } from './route.ts'
import { byId, id, lenient, nullable, optionalLine, refused, timestamp } from './shapes.ts'
import { ExcerptPart } from './siteSearch.ts'

/** Characters of a recap. */
export const RECAP_MAX = 8000
/** Members whose attendance one call corrects: more than a group has. */
export const ATTENDANCE_MAX = 100

export const Attendant = Type.Object({ member_id: id<MemberId>(), name: Type.String() })
export type Attendant = Static<typeof Attendant>

/** A date that is over and was not cancelled. */
export const PastDate = Type.Object({
  id: id<GameDateId>(),
  title: lenient(Type.String(), ''),
  starts_at: timestamp(),
  ends_at: lenient(timestamp(), ''),
  place: lenient(Type.String(), ''),
  /** Those who came, by name: members, and others who were members. */
  came: lenient(Type.Array(Attendant), []),
  /** Number of those who came and whose accounts are gone. */
  came_gone: lenient(Type.Integer(), 0),
  has_recap: lenient(Type.Boolean(), false),
  /** The recap around the match of a search, else its beginning; absent without a recap. */
  excerpt: Type.Optional(Type.Array(ExcerptPart)),
})
export type PastDate = Static<typeof PastDate>

export const PastDates = Type.Object({
  /** Newest first. */
  dates: Type.Array(PastDate),
  /** Parameter `before` of the next page; null at the end. */
  next: nullable(id<GameDateId>()),
})
export type PastDates = Static<typeof PastDates>

const recap = {
  text: Type.String({ maxLength: RECAP_MAX }),
  /** Version that a change is based on; 0: nothing was written yet. */
  version: Type.Integer({ minimum: 0, maximum: ID_MAX }),
}

export const Recap = Type.Object({
  ...recap,
  text: lenient(Type.String(), ''),
  /** The text with light formatting and linked names; absent where it is shown as typed. */
  text_rich: Type.Optional(RichText),
  /** Current username of the last writer; null: a former member, or nothing was written yet. */
  written_by: nullable(Type.String()),
  written_at: nullable(timestamp()),
})
export type Recap = Static<typeof Recap>

export const PastDetails = Type.Object({
  date: PastDate,
  recap: Recap,
  /** The others that a caller who plans may mark as having come; absent for other callers. */
  absent: Type.Optional(Type.Array(Attendant)),
})
export type PastDetails = Static<typeof PastDetails>

export const WrittenRecap = Type.Object(recap)
export type WrittenRecap = Static<typeof WrittenRecap>

/** Members that are not named stay as they are: two corrections at once are both saved. */
export const Corrections = Type.Object({
  changes: Type.Array(Type.Object({ member_id: id<MemberId>(), came: Type.Boolean() }), {
    minItems: 1,
    maxItems: ATTENDANCE_MAX,
  }),
})
export type Corrections = Static<typeof Corrections>

/** Additions: announced by `past` of a group's plan (behaviour 12.8). */
export const pastCalls = {
  listPastDates: memberRead('GET', '/rpggroups/plan/:id/past/', byId<GroupId>(), {
    summary: 'Past sessions of a group, newest first, or those whose title or recap has a term',
    querystring: Type.Object({
      before: Type.Optional(id<GameDateId>()),
      q: Type.Optional(optionalLine()),
    }),
    response: { 200: PastDates, ...refused(404) },
  }),
  getPastDate: memberRead('GET', '/rpggroups/past/:id', byId<GameDateId>(), {
    summary: 'A past session of a group with its recap and who came (members)',
    response: { 200: PastDetails, ...refused(404) },
  }),
  saveRecap: memberCall('PUT', '/rpggroups/past/:id/recap/', byId<GameDateId>(), {
    summary: 'Write the recap of a past session (members): 409 changed by somebody else meanwhile',
    body: WrittenRecap,
    response: { 200: PastDetails, ...refused(400, 404, 409) },
  }),
  correctAttendance: memberCall('POST', '/rpggroups/past/:id/attendance/', byId<GameDateId>(), {
    summary: 'Correct who came to a past session (those who plan)',
    body: Corrections,
    response: { 200: PastDetails, ...refused(400, 403, 404) },
  }),
} as const satisfies CallTable
