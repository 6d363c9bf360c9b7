import { deskErrors } from '../../desk/errors.ts'
import { isPublic } from './policy.ts'
import type { Counts, EventRow, RegistrationRow } from './repository.ts'

/** @throws Refusal */
export function assertMayAttend({ state }: Pick<RegistrationRow, 'state'>): void {
  if (state !== 'coming') throw deskErrors.wrongState('Only who has a seat can have come.')
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
  if (!isPublic(event, now)) throw deskErrors.wrongState('This event is not published.')
  if (!isActive) throw deskErrors.wrongState('The account of this member is not active.')
  if (state === 'coming') throw deskErrors.wrongState('This member has a seat already.')
  // The seat of an offer is reserved already.
  if (state !== 'offered' && taken >= event.seats)
    throw deskErrors.wrongState('All seats are taken: raise their number first.')
}

/** @throws Refusal */
export function assertMayTakeOff(
  event: EventRow,
  { state }: Pick<RegistrationRow, 'state'>,
  now: number,
): void {
  assertAhead(event, now)
  if (state === 'cancelled') throw deskErrors.wrongState('This registration is cancelled already.')
}

function assertAhead({ cancelled_at, ends_at }: EventRow, now: number): void {
  if (cancelled_at !== null) throw deskErrors.wrongState('This event is cancelled.')
  if (now >= ends_at) throw deskErrors.wrongState('This event is over.')
}

/** @throws Refusal */
export function assertHasReaders(count: number): void {
  if (count === 0) throw deskErrors.wrongState('Nobody has signed up who could read this.')
}
