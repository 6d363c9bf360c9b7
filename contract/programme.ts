import Type, { type Static } from 'typebox'
import { time } from './deskShapes.ts'
import type { ContentId, RegistrationId } from './ids.ts'
import { CONTENT_NOTES_MAX, OPENING_LANGUAGES } from './openings.ts'
import { Answer, mailedText, SEATS_MAX } from './registration.ts'
import { type CallTable, memberCall, memberRead, optionalRead } from './route.ts'
import { REGISTRATION_STATES } from './sets.ts'
import { byId, closed, id, lenient, line, nullable, optionalLine, refused, timestamp } from './shapes.ts'

/* The programme of an event: slots, and tables that play in one of them. A table is an event with a parent. */

/** Slots of an event, and tables in all of them. */
export const SLOTS_MAX = 12
export const TABLES_MAX = 60
/** Tables of one event that a member may offer, those that were accepted among them. */
export const OFFERS_MAX = 3
/** Characters of the name of a game. */
export const SYSTEM_MAX = 100
/** Characters of the one sentence about a table, and of all about it. */
export const PITCH_MAX = 200
export const OFFER_TEXT_MAX = 5000
/** Hours that a table may play. */
export const TABLE_HOURS_MAX = 12

/** The number of a slot within its event. */
const slotNumber = () => Type.Integer({ minimum: 1, maximum: 1000 })

export const Slot = Type.Object({ id: slotNumber(), starts_at: Type.String(), ends_at: Type.String() })
export type Slot = Static<typeof Slot>
/** A slot that the desk sends; one without a number is new. */
export const SlotBody = Type.Object({ id: Type.Optional(slotNumber()), starts_at: time(), ends_at: time() })

/** What a table plays. */
export const TableFacts = closed({
  /** The name of the game. */
  system: line(SYSTEM_MAX),
  /** ISO 639-1: the language that is spoken at the table. */
  language: Type.Enum(OPENING_LANGUAGES),
  beginners: Type.Boolean(),
  content_notes: optionalLine(CONTENT_NOTES_MAX),
  /** Length of the game; null: all of the slot. */
  hours: nullable(Type.Number({ minimum: 0.5, maximum: TABLE_HOURS_MAX })),
  /** The table does not play with fewer; null: any number. */
  players_min: nullable(Type.Integer({ minimum: 1, maximum: SEATS_MAX })),
})
export type TableFacts = Static<typeof TableFacts>

/** What a member writes who offers a table. */
const TableOffer = closed({
  title: line(),
  short_description: line(PITCH_MAX),
  description: Type.String({ minLength: 1, maxLength: OFFER_TEXT_MAX, pattern: '\\S' }),
  ...TableFacts.properties,
  /** Players at most. */
  seats: Type.Integer({ minimum: 1, maximum: SEATS_MAX }),
})
export type TableOffer = Static<typeof TableOffer>

const shownFacts = {
  system: lenient(Type.String(), ''),
  /** A language that the page does not know is left out there. */
  language: lenient(Type.String(), ''),
  beginners: lenient(Type.Boolean(), false),
  content_notes: lenient(Type.String(), ''),
  hours: nullable(Type.Number()),
  players_min: nullable(Type.Integer()),
}

/** A table in the programme of its event. */
const ProgrammeTable = Type.Object({
  id: id<ContentId>(),
  slot: Type.Integer(),
  title: Type.String(),
  short_description: lenient(Type.String(), ''),
  ...shownFacts,
  room: nullable(Type.String()),
  seats: Type.Integer(),
  /** Seats that are free and not owed to the waiting list. */
  left: Type.Integer(),
  waiting: lenient(Type.Integer(), 0),
  is_open: lenient(Type.Boolean(), false),
  cancelled_at: Type.Optional(timestamp()),
  /** Username; null for a table without a leader. */
  leader: nullable(Type.String()),
  /** The caller leads it. */
  is_mine: lenient(Type.Boolean(), false),
  /** State of the caller's own registration; null without one. */
  mine: nullable(Type.Enum(REGISTRATION_STATES)),
})
export type ProgrammeTable = Static<typeof ProgrammeTable>

/** A table that the caller has offered and that waits for the staff. */
const OwnOffer = Type.Object({ id: id<ContentId>(), ...TableOffer.properties })
export type OwnOffer = Static<typeof OwnOffer>

export const Programme = Type.Object({
  /** Sorted by their times. */
  slots: Type.Array(Slot),
  /** Sorted by slots and titles. */
  tables: Type.Array(ProgrammeTable),
  /** A seat at the event comes before one at a table. */
  needs_seat: lenient(Type.Boolean(), false),
  /** The caller has one. */
  has_seat: lenient(Type.Boolean(), false),
  /** Members may offer tables. */
  takes_offers: lenient(Type.Boolean(), false),
  offers: lenient(Type.Array(OwnOffer), []),
})
export type Programme = Static<typeof Programme>

/** A person at a table, as its leader sees it. */
const Player = Type.Object({
  id: id<RegistrationId>(),
  /** Username, or the name that staff have added. */
  name: Type.String(),
  companions: lenient(Type.Array(Type.String()), []),
  /** Answers to the questions of the table. */
  answers: lenient(Type.Array(Answer), []),
  state: Type.Enum(REGISTRATION_STATES),
  came: Type.Boolean(),
})
export type Player = Static<typeof Player>
const Players = Type.Array(Player)

/** What a table says of itself on its own page. */
export const TableOfEvent = Type.Object({
  event: Type.Object({ id: id<ContentId>(), title: Type.String() }),
  ...shownFacts,
  leader: nullable(Type.String()),
})
export type TableOfEvent = Static<typeof TableOfEvent>

const changed = { 200: Programme, ...refused(400, 404, 409) }

/** Additions: announced by `programme` of an event (behaviour 12.31). */
export const programmeCalls = {
  getProgramme: optionalRead('GET', '/contents/programme/:id', byId<ContentId>(), {
    summary: 'Slots and tables of an event, with the caller’s own places and offers',
    response: { 200: Programme, ...refused(404) },
  }),
  offerTable: memberCall('POST', '/contents/programme/:id/offers/', byId<ContentId>(), {
    summary: 'Offer a table, which the staff accept or decline',
    body: TableOffer,
    response: changed,
  }),
  /** `:id` of the offer, as of the two calls after it. */
  changeOffer: memberCall('PUT', '/contents/offers/:id', byId<ContentId>(), {
    summary: 'Change an offered table that waits for the staff',
    body: TableOffer,
    response: changed,
  }),
  withdrawOffer: memberCall('DELETE', '/contents/offers/:id', byId<ContentId>(), {
    summary: 'Take an offered table back that waits for the staff',
    response: changed,
  }),
  listPlayers: memberRead('GET', '/contents/tables/:id/players', byId<ContentId>(), {
    summary: 'The people at a table, for its leader',
    response: { 200: Players, ...refused(404) },
  }),
  markPlayer: memberCall('POST', '/contents/tables/:id/players', byId<ContentId>(), {
    summary: 'Mark who has come to a table, as its leader',
    body: Type.Object({ player: id<RegistrationId>(), came: Type.Boolean() }),
    response: { 200: Players, ...refused(400, 404, 409) },
  }),
  writeToPlayers: memberCall('POST', '/contents/tables/:id/message', byId<ContentId>(), {
    summary: 'Mail a text to the people at a table, as its leader',
    body: Type.Object(mailedText),
    response: { 200: Type.Object({ told: Type.Integer() }), ...refused(400, 404, 409) },
  }),
} as const satisfies CallTable
