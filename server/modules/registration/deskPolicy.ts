import { deskErrors } from '../../desk/errors.ts'
import { isPublic } from './policy.ts'
import type { Counts, EventRow, RegistrationRow } from './repository.ts'

/** @throws Refusal */
export function assertMayAttend({ state }: Pick<RegistrationRow, 'state'>): void {
  if (state !== 'coming') throw deskErrors.wrongState('no_seat')
}

/**
 * Seats are never oversold, not even by the staff.
 * @param isActive of the member's account
 * @throws Refusal
 */
export function assertMayGiveSeat(
  event: EventRow,
  { taken }: Counts,
  { state }: Pick<RegistrationRow, 'state'>,
  isActive: boolean,
  now: number,
): void {
  assertAhead(event, now)
  if (!isPublic(event, now)) throw deskErrors.wrongState('event_not_published')
  if (!isActive) throw deskErrors.wrongState('member_not_active')
  if (state === 'coming') throw deskErrors.wrongState('has_seat')
  // The seat of an offer is reserved already.
  if (state !== 'offered' && taken >= event.seats) throw deskErrors.wrongState('seats_taken')
}

/** @throws Refusal */
export function assertMayTakeOff(
  event: EventRow,
  { state }: Pick<RegistrationRow, 'state'>,
  now: number,
): void {
  assertAhead(event, now)
  if (state === 'cancelled') throw deskErrors.wrongState('registration_cancelled')
}

function assertAhead({ cancelled_at, ends_at }: EventRow, now: number): void {
  if (cancelled_at !== null) throw deskErrors.wrongState('event_cancelled')
  if (now >= ends_at) throw deskErrors.wrongState('event_over')
}

/** @throws Refusal */
export function assertHasReaders(count: number): void {
  if (count === 0) throw deskErrors.wrongState('nobody_signed_up')
}
