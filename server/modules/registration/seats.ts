import { HOUR_MS, MINUTE_MS } from '../../config/time.ts'
import type { Db } from '../../db/schema.ts'
import { enqueueAll } from '../../mail/outbox.ts'
import { factsOf } from '../../text/eventFacts.ts'
import { publishRegistrations } from './live.ts'
import { registrationMails } from './mails.ts'
import { isPublic } from './policy.ts'
import {
  changeRegistrations,
  countRegistrations,
  type EventRow,
  listOffersOver,
  listSuspendedOffers,
  listWaiting,
  type RegistrationRow,
} from './repository.ts'

/** Rows of one transaction. */
const BATCH = 100
/** Shortest offer, however near the event is. */
const OFFER_MS_MIN = 30 * MINUTE_MS

/** Deadline of an offer, shorter near the event: a seat that is not taken is of use to another member. */
export function offerEnd({ confirm_hours, starts_at }: EventRow, now: number): number {
  const near = Math.max(OFFER_MS_MIN, (starts_at - now) / 4)
  return Math.min(now + Math.min((confirm_hours ?? 1) * HOUR_MS, near), starts_at)
}

/**
 * Offers free seats of a public event to the first on the waiting list.
 * @param event locked
 * @returns how many were offered
 */
export async function offerSeats(tx: Db, event: EventRow, now: number): Promise<number> {
  if (!isPublic(event, now) || event.cancelled_at !== null || now >= event.starts_at) return 0
  const { taken, waiting } = await countRegistrations(tx, event.id)
  const free = Math.min(event.seats - taken, waiting, BATCH)
  if (free <= 0) return 0
  return offer(tx, event, await listWaiting(tx, event.id, free), now)
}

async function offer(
  tx: Db,
  event: EventRow,
  rows: readonly RegistrationRow[],
  now: number,
): Promise<number> {
  const ids = rows.map(({ id }) => id)
  const until = offerEnd(event, now)
  const change = { state: 'offered', offered_until: until, told: factsOf(event) } as const
  const offered = await changeRegistrations(tx, ids, change, now)
  await enqueueAll(tx, await registrationMails(tx, 'offered', offered), now)
  await publishRegistrations(tx, offered, now)
  return offered.length
}

/**
 * Offers the same seats with a new deadline, after the event was withdrawn.
 * @param event locked
 */
export async function renewOffers(tx: Db, event: EventRow, now: number): Promise<number> {
  if (event.cancelled_at !== null || now >= event.starts_at) return 0
  const resting = await listSuspendedOffers(tx, event, BATCH)
  return offer(tx, event, resting, now)
}

/**
 * Ends expired offers.
 * @param event locked
 */
export async function endOffers(tx: Db, event: EventRow, now: number): Promise<number> {
  // The mail about the cancellation has said so.
  if (event.cancelled_at !== null) return 0
  const over = await listOffersOver(tx, event, now, BATCH)
  const change = { state: 'cancelled', offered_until: null } as const
  const ids = over.map(({ id }) => id)
  const ended = await changeRegistrations(tx, ids, change, now)
  await enqueueAll(tx, await registrationMails(tx, 'offer-over', ended), now)
  await publishRegistrations(tx, ended, now)
  return ended.length
}
