import Type, { type Static } from 'typebox'
import { MESSAGE_SUBJECT_MAX, MESSAGE_TEXT_MAX } from '../registration.ts'
import { REGISTRATION_AUDIENCES, REGISTRATION_STATES } from '../sets.ts'
import { anyId, changes, changesWith, dates, Person, reads } from './deskCalls.ts'
import { Answer } from './registration.ts'
import { type CallSchema, ErrorBody, fileResponse, line, nullable } from './shared.ts'

const DeskRegistration = Type.Object({
  id: anyId(),
  content_id: anyId(),
  event: Type.String(),
  user: Person,
  state: Type.Enum(REGISTRATION_STATES),
  answers: Type.Array(Answer),
  queued_at: Type.String(),
  offered_until: nullable(Type.String()),
  attended_at: nullable(Type.String()),
  ...dates,
})
export type DeskRegistration = Static<typeof DeskRegistration>

const ToRegistered = Type.Object({
  to: Type.Enum(REGISTRATION_AUDIENCES),
  subject: line(MESSAGE_SUBJECT_MAX),
  text: Type.String({ minLength: 1, maxLength: MESSAGE_TEXT_MAX, pattern: '\\S' }),
})
export type ToRegistered = Static<typeof ToRegistered>

export const deskRegistrationSchemas = {
  registrations: {
    ...reads(DeskRegistration),
    /** Marks a member as present, or removes the mark. */
    attend: changesWith(DeskRegistration, Type.Object({ came: Type.Boolean() })),
    /** Gives a seat to a member who is on the waiting list or had cancelled; refused when all seats are taken. */
    giveSeat: changes(DeskRegistration),
    takeOff: changes(DeskRegistration),
  },
  contents: {
    registrationsFile: {
      params: Type.Object({ id: anyId() }),
      response: {
        200: fileResponse('The registrations of an event', 'text/csv'),
        401: ErrorBody,
        403: ErrorBody,
        404: ErrorBody,
      },
    } satisfies CallSchema,
    /** Mails a text to members who have signed up. Responds with how many. */
    writeToRegistered: changesWith(Type.Object({ told: Type.Integer() }), ToRegistered),
  },
}
