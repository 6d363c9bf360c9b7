import type { MemberId } from '#contract/ids.ts'
import type { Work } from '../../work/work.ts'
import { changeRegistrations, listEventsOf, lockAnyEvent } from './repository.ts'
import { offerSeats } from './seats.ts'

/**
 * Frees the seats and places of a member whose account is deactivated, and offers the seats to waiting members. The
 * caller has locked the account, so that the member cannot sign up during the change.
 */
export async function leaveEvents(w: Work, user: MemberId): Promise<void> {
  for (const { id, content_id } of await listEventsOf(w, user)) {
    const event = await lockAnyEvent(w, content_id)
    if (event === undefined) continue
    await changeRegistrations(w, [id], { state: 'cancelled', offered_until: null })
    await offerSeats(w, event)
  }
}
