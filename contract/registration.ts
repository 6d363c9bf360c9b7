import Type, { type Static } from 'typebox'
import { anyId, changes, changesWith, creates, dates, getting, Person, posting, reads, time } from './deskShapes.ts'
import type { ContentId } from './ids.ts'
import { LANGUAGE_PARAM } from './lists.ts'
import { type CallTable, memberCall, optionalRead } from './route.ts'
import { REGISTRATION_AUDIENCES, REGISTRATION_STATES } from './sets.ts'
import { byId, fileResponse, lenient, line, nullable, optionalLine, refused, timestamp } from './shapes.ts'

/** Seats of an event, and people on its waiting list. */
export const SEATS_MAX = 1000
export const WAITING_LIST_MAX = 500
/** Questions at the registration for an event, and characters of one of them. */
export const QUESTIONS_MAX = 5
export const QUESTION_MAX = 200
/** Hours that a member who moves up may have to take the seat. */
export const CONFIRM_HOURS_MAX = 168
/** Hours that a member who moves up has to take the seat, unless the staff choose another number. */
export const CONFIRM_HOURS = 24
/** Companions of one person, and characters of the name of one. */
export const COMPANIONS_MAX = 5
export const COMPANION_NAME_MAX = 100
/** Characters of an answer. */
export const ANSWER_TEXT_MAX = 500
/** Characters of the subject and of the text of a mail to all who have signed up. */
export const MESSAGE_SUBJECT_MAX = 150
export const MESSAGE_TEXT_MAX = 10_000

export const Question = Type.Object({ text: line(QUESTION_MAX), is_required: Type.Boolean() })
export type Question = Static<typeof Question>

export const Answer = Type.Object({ question: Type.String(), answer: Type.String() })
export type Answer = Static<typeof Answer>

export const OwnRegistration = Type.Object({
  state: Type.Enum(REGISTRATION_STATES),
  /** Position on the waiting list, 1 is next; null elsewhere. */
  place: nullable(Type.Integer()),
  /** Deadline of an offered seat. */
  offered_until: nullable(timestamp()),
  answers: lenient(Type.Array(Answer), []),
  /** Names of the companions, '' where none was asked; absent without companions. Additive. */
  companions: Type.Optional(Type.Array(Type.String())),
})
export type OwnRegistration = Static<typeof OwnRegistration>

export const Registration = Type.Object({
  seats: Type.Integer(),
  /** Seats that are free and not owed to the waiting list. */
  left: Type.Integer(),
  waiting: lenient(Type.Integer(), 0),
  /** 0: there is no waiting list. */
  waiting_max: lenient(Type.Integer(), 0),
  closes_at: lenient(timestamp(), ''),
  is_open: Type.Boolean(),
  questions: lenient(Type.Array(Question), []),
  /** Companions that each person may bring, and whether their names are asked; absent without. Additive. */
  companions_max: Type.Optional(Type.Integer()),
  companion_names: Type.Optional(Type.Boolean()),
  /** The caller leads the table, and cannot sign up for it; absent otherwise. Additive. */
  leads: Type.Optional(Type.Boolean()),
  /** Null without a token, and for members who have never signed up: an odd one must not look like that. */
  mine: Type.Union([OwnRegistration, Type.Null()]),
})
export type Registration = Static<typeof Registration>

const Companions = Type.Array(optionalLine(COMPANION_NAME_MAX), { maxItems: COMPANIONS_MAX })
export const SignUp = Type.Object({
  /** One for each question, in their order; blank where a question is left out. */
  answers: Type.Array(optionalLine(ANSWER_TEXT_MAX), { maxItems: QUESTIONS_MAX }),
  /** The questions as the caller has read them: refused when they have changed since. */
  questions: Type.Optional(Type.Array(Type.String({ maxLength: QUESTION_MAX }), { maxItems: QUESTIONS_MAX })),
  /** True if the caller wants a place on the waiting list when no seat is free. */
  may_wait: Type.Boolean(),
  /** A name for each companion; blank where the event asks for none. */
  companions: Type.Optional(Companions),
  /** IANA name of the caller's time zone, for the times in mails. */
  time_zone: Type.Optional(Type.String({ maxLength: 100 })),
})
export type SignUp = Static<typeof SignUp>

const changed = { 200: Registration, ...refused(400, 404, 409) }

/** Additions: announced by `registration` of an event (behaviour 12.2). */
export const registrationCalls = {
  getRegistration: optionalRead('GET', '/contents/registration/:id', byId<ContentId>(), {
    summary: 'Seats of an event, and the caller’s own registration',
    response: { 200: Registration, ...refused(404) },
  }),
  signUp: memberCall('POST', '/contents/registration/:id', byId<ContentId>(), {
    summary: 'Sign up for an event, or for its waiting list',
    body: SignUp,
    response: changed,
  }),
  confirmSeat: memberCall('POST', '/contents/registration/:id/confirm/', byId<ContentId>(), {
    summary: 'Take the seat that is offered to the caller',
    response: changed,
  }),
  cancelRegistration: memberCall('DELETE', '/contents/registration/:id', byId<ContentId>(), {
    summary: 'Give the seat or the place on the waiting list back, or decline an offered seat',
    response: changed,
  }),
  giveBackCompanion: memberCall('POST', '/contents/registration/:id/companions/', byId<ContentId>(), {
    summary: 'Give the seat or the place of one companion back',
    /** `companions` as the caller has seen them: refused when they have changed since. */
    body: Type.Object({
      companions: Type.Array(Type.String({ maxLength: COMPANION_NAME_MAX }), { maxItems: COMPANIONS_MAX }),
      index: Type.Integer({ minimum: 0, maximum: COMPANIONS_MAX - 1 }),
    }),
    response: changed,
  }),
} as const satisfies CallTable

/* At the desk. */

const DeskRegistration = Type.Object({
  id: anyId(),
  content_id: anyId(),
  event: Type.String(),
  /** Null for a person without an account, whose name follows; it is '' once it is forgotten. */
  user: nullable(Person),
  name: nullable(Type.String()),
  /** Address of a person who has signed up without an account; null for others, and once it is forgotten. */
  email: nullable(Type.String()),
  /** End of the time for which a seat without an account is held; null once it is confirmed. */
  held_until: nullable(Type.String()),
  /** Names, '' where none was asked, or it is forgotten. */
  companions: Type.Array(Type.String()),
  state: Type.Enum(REGISTRATION_STATES),
  answers: Type.Array(Answer),
  queued_at: Type.String(),
  offered_until: nullable(Type.String()),
  attended_at: nullable(Type.String()),
  ...dates,
})
export type DeskRegistration = Static<typeof DeskRegistration>

/** A text to people who have signed up. */
export const mailedText = {
  subject: line(MESSAGE_SUBJECT_MAX),
  text: Type.String({ minLength: 1, maxLength: MESSAGE_TEXT_MAX, pattern: '\\S' }),
}
const ToRegistered = Type.Object({ to: Type.Enum(REGISTRATION_AUDIENCES), ...mailedText })
export type ToRegistered = Static<typeof ToRegistered>

/** Events only. Absent fields stay as they are; without `seats` there is no registration. */
export const registrationFields = {
  seats: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: SEATS_MAX }))),
  waiting_max: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: WAITING_LIST_MAX }))),
  registration_closes_at: Type.Optional(nullable(time())),
  confirm_hours: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: CONFIRM_HOURS_MAX }))),
  companions_max: Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: COMPANIONS_MAX }))),
  companion_names: Type.Optional(Type.Boolean()),
  /** People without an account may sign up. */
  guests: Type.Optional(Type.Boolean()),
  questions: Type.Optional(Type.Array(Question, { maxItems: QUESTIONS_MAX })),
}

/** Either a member, by the whole username, or the name of a person without an account. */
const AddedPerson = Type.Object({
  content_id: anyId(),
  username: Type.Optional(line()),
  name: Type.Optional(line(COMPANION_NAME_MAX)),
  /** Absent: none, or those of a member who waits. */
  companions: Type.Optional(Companions),
  /** Needed beyond the seats. */
  reason: Type.Optional(Type.String({ maxLength: 2000 })),
})
export type AddedPerson = Static<typeof AddedPerson>

const added = creates(DeskRegistration, AddedPerson)

export const deskRegistrationCalls = {
  registrations: {
    ...reads('registrations', DeskRegistration),
    /** Gives a seat to a member or to a person without an account. */
    add: posting('/registrations', { ...added, response: { ...added.response, ...refused(404) } }),
    /** Who has come is marked, and the mark is taken back. */
    attend: posting('/registrations/:id/attend', changesWith(DeskRegistration, Type.Object({ came: Type.Boolean() }))),
    /** Gives a seat to a member on the waiting list, or who had cancelled; not beyond the seats. */
    giveSeat: posting('/registrations/:id/give-seat', changes(DeskRegistration)),
    takeOff: posting('/registrations/:id/take-off', changes(DeskRegistration)),
  },
  contents: {
    registrationsFile: getting('/contents/:id/registrations.csv', {
      params: Type.Object({ id: anyId() }),
      /** `lng`: the language of headings and states; without it that of the request. */
      querystring: Type.Object({ [LANGUAGE_PARAM]: Type.Optional(Type.String({ maxLength: 2 })) }),
      response: { 200: fileResponse('The registrations of an event', 'text/csv'), ...refused(401, 403, 404) },
    }),
    /** Mails a text to members who have signed up. Responds with how many. */
    writeToRegistered: posting(
      '/contents/:id/write-to-registered',
      changesWith(Type.Object({ told: Type.Integer() }), ToRegistered),
    ),
  },
}
