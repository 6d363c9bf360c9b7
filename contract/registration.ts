import type { RouteTable } from './route.ts'

/** Additions: announced by `registration` of an event (behaviour 12.2). */
export const registrationRoutes = {
  getRegistration: { method: 'GET', path: '/contents/registration/:id', access: 'optional' },
  signUp: { method: 'POST', path: '/contents/registration/:id', access: 'member' },
  confirmSeat: { method: 'POST', path: '/contents/registration/:id/confirm/', access: 'member' },
  cancelRegistration: { method: 'DELETE', path: '/contents/registration/:id', access: 'member' },
} as const satisfies RouteTable

/** Seats of an event, and members on its waiting list. */
export const SEATS_MAX = 1000
export const WAITING_LIST_MAX = 500
/** Questions at the registration for an event, and characters of one of them. */
export const QUESTIONS_MAX = 5
export const QUESTION_MAX = 200
/** Hours that a member who moves up may have to take the seat. */
export const CONFIRM_HOURS_MAX = 168
/** Hours that a member who moves up has to take the seat, unless the staff choose another number. */
export const CONFIRM_HOURS = 24
/** Characters of an answer. */
export const ANSWER_TEXT_MAX = 500
/** Characters of the subject and of the text of a mail to all who have signed up. */
export const MESSAGE_SUBJECT_MAX = 150
export const MESSAGE_TEXT_MAX = 10_000
