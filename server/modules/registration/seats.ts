import type { MemberId } from '#contract/ids.ts'
import { HOUR_MS, MINUTE_MS } from '../../config/time.ts'
import { factsOf } from '../../text/eventFacts.ts'
import type { Work } from '../../work/work.ts'
import { mailRegistrations } from './mails.ts'
import { isPublic } from './policy.ts'
import {
  changeRegistrations,
  countRegistrations,
  type EventRow,
  listEventsOf,
  listOffersOver,
  listSuspendedOffers,
  listWaiting,
  lockAnyEvent,
  type RegistrationRow,
} from './repository.ts'

/** Rows of one transaction. */
const BATCH = 100
/** Shortest offer, however near the event is. */
const OFFER_MS_MIN = 30 * MINUTE_MS

/** Deadline of an offer, shorter near the event: a seat that is not taken is of use to another member. */
function offerEnd({ confirm_hours, starts_at }: EventRow, now: number): number {
  const near = Math.max(OFFER_MS_MIN, (starts_at - now) / 4)
  return Math.min(now + Math.min((confirm_hours ?? 1) * HOUR_MS, near), starts_at)
}

/**
 * Offers free seats of a public event to the first on the waiting list.
 * @param event locked
 * @returns how many were offered
 */
export async function offerSeats(w: Work, event: EventRow): Promise<number> {
  if (!isPublic(event, w.now) || event.cancelled_at !== null || w.now >= event.starts_at) return 0
  const { taken, waiting } = await countRegistrations(w, event.id)
  const free = Math.min(event.seats - taken, waiting, BATCH)
  if (free <= 0) return 0
  return offer(w, event, await listWaiting(w, event.id, free))
}

async function offer(w: Work, event: EventRow, rows: readonly RegistrationRow[]): Promise<number> {
  const ids = rows.map(({ id }) => id)
  const until = offerEnd(event, w.now)
  const change = { state: 'offered', offered_until: until, told: factsOf(event) } as const
  const offered = await changeRegistrations(w, ids, change)
  mailRegistrations(w, 'offered', offered)
  await publishRegistrations(w, offered)
  return offered.length
}

/**
 * Offers the same seats with a new deadline, after the event was withdrawn.
 * @param event locked
 */
export async function renewOffers(w: Work, event: EventRow): Promise<number> {
  if (event.cancelled_at !== null || w.now >= event.starts_at) return 0
  const resting = await listSuspendedOffers(w, event, BATCH)
  return offer(w, event, resting)
}

/**
 * Ends expired offers.
 * @param event locked
 */
export async function endOffers(w: Work, event: EventRow): Promise<number> {
  // The mail about the cancellation has said so.
  if (event.cancelled_at !== null) return 0
  const over = await listOffersOver(w, event, BATCH)
  const change = { state: 'cancelled', offered_until: null } as const
  const ids = over.map(({ id }) => id)
  const ended = await changeRegistrations(w, ids, change)
  mailRegistrations(w, 'offer-over', ended)
  await publishRegistrations(w, ended)
  return ended.length
}

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

/** Publishes changes of registrations for one event to their members. */
export async function publishRegistrations(
  w: Work,
  rows: readonly Pick<RegistrationRow, 'content_id' | 'user_id'>[],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const members = rows.map(({ user_id }) => user_id)
  w.publish(members, { kind: 'registration', subject: first.content_id })
}
