import type { MemberId } from '#contract/ids.ts'
import type { Db } from '../../db/schema.ts'
import { changeRegistrations, listEventsOf, lockAnyEvent } from './repository.ts'
import { offerSeats } from './seats.ts'

/**
 * Frees the seats and places of a member whose account is deactivated, and offers the seats to waiting members. The
 * caller has locked the account, so that the member cannot sign up during the change.
 */
export async function leaveEvents(tx: Db, user: MemberId, now: number): Promise<void> {
  for (const { id, content_id } of await listEventsOf(tx, user, now)) {
    const event = await lockAnyEvent(tx, content_id)
    if (event === undefined) continue
    await changeRegistrations(tx, [id], { state: 'cancelled', offered_until: null }, now)
    await offerSeats(tx, event, now)
  }
}
