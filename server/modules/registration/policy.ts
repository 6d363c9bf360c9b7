import type { Question, SignUp } from '#contract/registration.ts'
import type { Read } from '../../db/rows.ts'
import { deskErrors } from '../../desk/errors.ts'
import { errors, refusal } from '../../http/errors.ts'
import type { Counts, EventRow, RegistrationRow } from './repository.ts'

type Now = Pick<Read, 'now'>

/** Epoch milliseconds. */
export const closingTime = ({ registration_closes_at, starts_at }: EventRow): number =>
  registration_closes_at ?? starts_at

export const isOpen = ({ now }: Now, event: EventRow): boolean =>
  event.cancelled_at === null && now < closingTime(event) && now < event.ends_at

/**
 * The time until which an offer, or a seat that is held without an account, can be taken: at the latest the start of
 * the event, which may have been moved ahead. An offer that is suspended has no earlier end.
 */
export const offerEndOf = (
  { offered_until, guest_until }: Pick<RegistrationRow, 'offered_until'> & Partial<RegistrationRow>,
  { starts_at }: Pick<EventRow, 'starts_at'>,
): number => Math.min(guest_until ?? offered_until ?? starts_at, starts_at)

/** The registration of a withdrawn event is suspended. */
export const isPublic = ({ now }: Now, { publish_at, unpublished_at }: EventRow): boolean =>
  publish_at !== null && publish_at <= now && unpublished_at === null

/** People of a registration: a party is never divided. */
export const sizeOf = ({ companions }: Pick<RegistrationRow, 'companions'>) => 1 + companions

/** A free seat belongs to the first on the waiting list, not to a new sign-up. */
export const seatsLeft = ({ seats }: EventRow, { taken, waiting }: Counts): number =>
  Math.max(0, seats - taken - waiting)

/** The registration of one member for an event. */
type Seat = Now & { readonly event: EventRow; readonly mine: RegistrationRow | undefined }
type Registered = { readonly mine: RegistrationRow }

/** The state that a sign-up leads to, of all of a party. @throws Refusal 409 */
export function stateOfSignUp(
  { now, event, mine }: Seat,
  counts: Counts,
  { companions = [], may_wait }: Pick<SignUp, 'companions' | 'may_wait'>,
): 'coming' | 'waiting' {
  if (!isOpen({ now }, event)) throw errors.registrationClosed()
  if (mine !== undefined && mine.state !== 'cancelled') throw refusal(409, 'already_registered')
  const size = sizeOf({ companions: companions.length })
  if (size > event.seats) throw refusal(409, 'party_too_large', { limit: event.seats })
  const left = seatsLeft(event, counts)
  if (left >= size) return 'coming'
  if (counts.waiting + size > (event.waiting_max ?? 0))
    throw refusal(409, 'event_full', { limit: left })
  if (!may_wait) throw refusal(409, 'only_waiting_list', { limit: left })
  return 'waiting'
}

/** @throws Refusal */
export function assertCompanions(event: EventRow, names: readonly string[]): void {
  const limit = event.companions_max ?? 0
  if (names.length > limit) throw refusal(409, 'too_many_companions', { limit, attr: 'companions' })
  const missing = event.companion_names === 1 ? names.findIndex((name) => name.trim() === '') : -1
  if (missing !== -1) throw errors.blank(`companions.${missing}`)
}

/**
 * @param read the questions that the caller has answered, if the client has sent them
 * @throws Refusal 400 that names the answer
 */
export function assertAnswered(
  questions: readonly Question[],
  answers: readonly string[],
  read: readonly string[] = questions.map(({ text }) => text),
): void {
  const isSame =
    read.length === questions.length && questions.every(({ text }, index) => text === read[index])
  if (!isSame || answers.length !== questions.length) throw refusal(409, 'questions_changed')
  const missing = questions.findIndex(
    ({ is_required }, index) => is_required && (answers[index] ?? '').trim() === '',
  )
  if (missing !== -1) throw errors.blank(`answers.${missing}`)
}

/**
 * Refused once the event has begun: attendance is a fact then.
 * @throws Refusal
 */
export function assertMayCancel(seat: Seat): asserts seat is Seat & Registered {
  const { now, event, mine } = seat
  if (mine === undefined || mine.state === 'cancelled') throw errors.notRegistered()
  if (event.cancelled_at !== null || now >= event.starts_at) throw errors.registrationClosed()
}

/** Offers are accepted after the closing time, too. @throws Refusal */
export function assertMayConfirm(seat: Seat): asserts seat is Seat & Registered {
  const { now, event, mine } = seat
  if (mine === undefined) throw errors.notRegistered()
  const isOffered = mine.state === 'offered' && now < offerEndOf(mine, event)
  if (!isOffered || event.cancelled_at !== null) throw refusal(409, 'offer_over')
}

/** @throws Refusal */
export function assertMayAttend({ state }: Pick<RegistrationRow, 'state'>): void {
  if (state !== 'coming') throw deskErrors.wrongState('no_seat')
}

/**
 * Seats are never oversold, not even by the staff, unless they say why.
 * @param isActive of the member's account
 * @throws Refusal
 */
export function assertMayGiveSeat(
  { now, event, mine, isActive }: Seat & { readonly isActive: boolean },
  { taken }: Counts,
  { size, reason = '' }: { readonly size: number; readonly reason?: string | undefined },
): void {
  assertAhead(event, { now })
  if (!isPublic({ now }, event)) throw deskErrors.wrongState('event_not_published')
  if (!isActive) throw deskErrors.wrongState('member_not_active')
  if (mine?.state === 'coming') throw deskErrors.wrongState('has_seat')
  if (mine != null && mine.guest_until !== null) throw deskErrors.wrongState('not_confirmed')
  // The seats of an offer are reserved already.
  const reserved = mine?.state === 'offered' ? sizeOf(mine) : 0
  if (taken - reserved + size > event.seats && reason === '')
    throw deskErrors.beyondSeats(taken, event.seats)
}

/** @throws Refusal */
export function assertMayTakeOff({ now, event, mine: { state } }: Seat & Registered): void {
  assertAhead(event, { now })
  if (state === 'cancelled') throw deskErrors.wrongState('registration_cancelled')
}

function assertAhead({ cancelled_at, ends_at }: EventRow, { now }: Now): void {
  if (cancelled_at !== null) throw deskErrors.wrongState('event_cancelled')
  if (now >= ends_at) throw deskErrors.wrongState('event_over')
}

/** @throws Refusal */
export function assertHasReaders(count: number): void {
  if (count === 0) throw deskErrors.wrongState('nobody_signed_up')
}
