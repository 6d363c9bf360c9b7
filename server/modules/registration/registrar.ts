import type { FastifyBaseLogger } from 'fastify'
import { DAY_MS } from '../../config/time.ts'
import type { Read } from '../../db/schema.ts'
import type { Deps } from '../../http/deps.ts'
import { makePoller } from '../../mail/poller.ts'
import { factsOf } from '../../text/eventFacts.ts'
import { changing, reading, type Work } from '../../work/work.ts'
import { mailRegistrations } from './mails.ts'
import { isPublic } from './policy.ts'
import {
  changeRegistrations,
  countDue,
  type EventRow,
  listEventsAhead,
  listNotifiedOtherwise,
  listUnreminded,
  lockAnyEvent,
  markReminded,
} from './repository.ts'
import { endOffers, offerSeats, publishRegistrations, renewOffers } from './seats.ts'

/** Registrations of one transaction. */
const BATCH = 100
const POLL_MS = 5000
const REMINDER_MS = DAY_MS

type Parts = Pick<Deps, 'db' | 'clock'>
/** @returns number of registrations that were changed */
type Task = (w: Work, event: EventRow) => Promise<number>

/** How the kinds of mails about a change begin for each state; members without a seat have no entry in their calendar. */
const SIGNED_UP = [
  ['', 'coming'],
  ['offered-', 'offered'],
  ['waiting-', 'waiting'],
] as const

/** A changed time also needs a new reminder. */
const notifyOfChanges: Task = async (w, event) => {
  const told = factsOf(event)
  const rows = await listNotifiedOtherwise(w, event.id, told, BATCH)
  const ids = rows.map(({ id }) => id)
  const isFar = event.starts_at - w.now > REMINDER_MS
  const change = { told, ...(isFar && { reminded_at: null }) }
  const changed = await changeRegistrations(w, ids, change)
  const kind = event.cancelled_at === null ? 'moved' : 'called-off'
  for (const [prefix, state] of SIGNED_UP) {
    const rows = changed.filter((row) => row.state === state)
    mailRegistrations(w, `${prefix}${kind}`, rows)
  }
  await publishRegistrations(w, changed)
  return rows.length
}

const remind: Task = async (w, event) => {
  if (!isReminderDue(event, w.now)) return 0
  const rows = await listUnreminded(w, event.id, BATCH)
  const ids = rows.map(({ id }) => id)
  await markReminded(w, ids)
  mailRegistrations(w, 'reminder', rows)
  return rows.length
}

const isReminderDue = ({ starts_at, cancelled_at }: EventRow, now: number): boolean =>
  cancelled_at === null && starts_at - REMINDER_MS <= now && now < starts_at

/** The order matters: an expired offer frees a seat. */
const TASKS = { renewOffers, endOffers, offerSeats, notifyOfChanges, remind } as const

/** Tasks that have something to do; read without a lock, so that each task checks again. */
async function dueTasks(w: Read, event: EventRow): Promise<readonly Task[]> {
  const { suspended, over, taken, waiting, unnotified, unreminded } = await countDue(
    w,
    event,
    factsOf(event),
  )
  const isDue = {
    renewOffers: suspended > 0,
    endOffers: over > 0 && event.cancelled_at === null,
    offerSeats: waiting > 0 && taken < event.seats,
    notifyOfChanges: unnotified > 0,
    remind: unreminded > 0 && isReminderDue(event, w.now),
  }
  // Expired offers free seats.
  if (isDue.endOffers && waiting > 0) isDue.offerSeats = true
  return (Object.keys(TASKS) as Array<keyof typeof TASKS>)
    .filter((name) => isDue[name])
    .map((name) => TASKS[name])
}

/**
 * Periodic work on registrations: offers expire, free seats are offered, changes of events are mailed, members are
 * reminded. Several processes may do so at once: each locks the event. Registrations beyond a batch wait for the next
 * call.
 * @returns number of registrations that were changed
 */
export async function updateRegistrations(
  parts: Parts,
  isStopped: () => boolean = () => false,
): Promise<number> {
  let total = 0
  for (const event of await listEventsAhead(reading(parts))) {
    if (isStopped()) return total
    total += await updateEvent(parts, event)
  }
  return total
}

/**
 * `updateRegistrations` for one event, in one transaction: nobody sees an expired offer without the next one.
 * @param found read without a lock
 */
export async function updateEvent({ db, clock }: Parts, found: EventRow): Promise<number> {
  const tasks = await dueTasks({ db, now: clock() }, found)
  if (tasks.length === 0) return 0
  return changing({ db, clock }, async (w) => {
    const event = await lockAnyEvent(w, found.id)
    if (event === undefined || (event.cancelled_at === null && !isPublic(event, w.now))) return 0
    let total = 0
    for (const task of tasks) total += await task(w, event)
    return total
  })
}

export function makeRegistrar(parts: Parts, log: Pick<FastifyBaseLogger, 'info' | 'error'>) {
  const poller = makePoller(
    POLL_MS,
    async () => {
      const changed = await updateRegistrations(parts, poller.isStopped)
      if (changed > 0) log.info({ changed }, 'registrations were updated')
    },
    (error) => log.error({ err: error }, 'registrations could not be updated'),
  )
  return poller
}
