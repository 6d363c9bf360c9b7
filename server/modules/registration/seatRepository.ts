import { sql } from 'kysely'
import type { ContentId, MemberId } from '#contract/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../config/time.ts'
import type { HasDb, Read } from '../../db/rows.ts'
import { idsOf, isOneOf } from '../../db/search.ts'
import type { Deps } from '../../http/deps.ts'
import { refusal } from '../../http/errors.ts'
import { isSettled, listMoves } from '../../mail/moves.ts'
import { makePoller, type Poller } from '../../mail/poller.ts'
import { factsOf } from '../../text/eventFacts.ts'
import { changing, reading, type Work } from '../../work/work.ts'
import { isUnbarred } from '../account/restrictionRepository.ts'
import type { Log } from '../face.ts'
import { mailRegistrations, type RegistrationMail } from './mails.ts'
import { assertMayCancel, isPublic, sizeOf } from './policy.ts'
import {
  changeRegistrations,
  companionsOf,
  countRegistrations,
  type EventRow,
  listEventsOf,
  lockAnyEvent,
  partyOf,
  publishRegistrations,
  type RegistrationRow,
} from './repository.ts'
import {
  CANCELLED,
  hasOtherTables,
  isLeaderUntold,
  isToldByTable,
  type Leaving,
  leaveTables,
  mailLeader,
  settleTables,
  withoutSeat,
} from './tableRepository.ts'

/** Rows of one transaction. */
const BATCH = 100
/** Shortest offer, however near the event is. */
const OFFER_MS_MIN = 30 * MINUTE_MS

/** Deadline of an offer, shorter near the event: a seat that is not taken is of use to another member. */
function offerEnd({ now }: Work, { confirm_hours, starts_at }: EventRow): number {
  const near = Math.max(OFFER_MS_MIN, (starts_at - now) / 4)
  return Math.min(now + Math.min((confirm_hours ?? 1) * HOUR_MS, near), starts_at)
}

/**
 * Offers free seats of a public event strictly in the order of the waiting list: the first party waits until there are
 * seats for all of it, and none behind it passes, unless its member is kept from events.
 * @param event locked
 * @returns how many were offered
 */
export async function offerSeats(w: Work, event: EventRow): Promise<number> {
  if (!isPublic(w, event) || event.cancelled_at !== null || w.now >= event.starts_at) return 0
  const { taken, waiting } = await countRegistrations(w, event.id)
  let free = event.seats - taken
  if (Math.min(free, waiting) <= 0) return 0
  const rows = await listWaiting(w, event.id, Math.min(free, BATCH))
  const fitting = rows.filter((row) => {
    free -= sizeOf(row)
    return free >= 0
  })
  return offer(w, event, fitting)
}

async function offer(w: Work, event: EventRow, rows: readonly RegistrationRow[]): Promise<number> {
  const ids = idsOf(rows)
  const until = offerEnd(w, event)
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
async function renewOffers(w: Work, event: EventRow): Promise<number> {
  if (event.cancelled_at !== null || w.now >= event.starts_at) return 0
  const resting = await listSuspendedOffers(w, event, BATCH)
  return offer(w, event, resting)
}

/**
 * Ends expired offers.
 * @param event locked
 */
async function endOffers(w: Work, event: EventRow): Promise<number> {
  // The mail about the cancellation has said so.
  if (event.cancelled_at !== null) return 0
  const over = await listOffersOver(w, event, BATCH)
  const ended = await changeRegistrations(w, idsOf(over), CANCELLED)
  mailRegistrations(w, 'offer-over', ended)
  await publishRegistrations(w, ended)
  return ended.length
}

/**
 * Mails a person who has left seats at an event, and at its tables after that, and offers them.
 * @param event locked
 * @param kind of the mail; null: none
 */
export async function offerFreed(
  w: Work,
  event: EventRow,
  { kind, row, left }: Pick<Leaving, 'left'> & Left,
): Promise<void> {
  const { freed, seats } = await leaveTables(w, event, {
    ...row,
    ...(left !== undefined && { left }),
  })
  if (kind !== null) mailRegistrations(w, kind, [{ ...row, tables: seats }])
  for (const each of [event, ...freed]) await offerSeats(w, each)
}
type Left = { readonly kind: RegistrationMail | null; readonly row: RegistrationRow }

type Own = { readonly event: EventRow; readonly mine: RegistrationRow | undefined }

/** Gives a seat, an offer or a place back. @param own locked @throws Refusal */
export async function giveBack(w: Work, { event, mine }: Own): Promise<void> {
  const seat = { now: w.now, event, mine }
  assertMayCancel(seat)
  const saved = await changeRegistrations(w, [seat.mine.id], CANCELLED)
  // Only seats are in calendars.
  const kind = seat.mine.state === 'coming' ? 'cancelled' : null
  for (const row of saved) await offerFreed(w, event, { kind, row })
}

/**
 * Gives the seat or the place of one companion back.
 * @param own locked
 * @param seen the companions as the caller has seen them: a second click gives back no second one
 * @throws Refusal
 */
export async function giveBackCompanion(
  w: Work,
  { event, mine }: Own,
  { companions: seen, index }: { readonly companions: readonly string[]; readonly index: number },
): Promise<void> {
  const seat = { now: w.now, event, mine }
  assertMayCancel(seat)
  const { id, state } = seat.mine
  const names = companionsOf(seat.mine)
  if (names[index] === undefined || JSON.stringify(seen) !== JSON.stringify(names))
    throw refusal(409, 'companions_changed')
  const saved = await changeRegistrations(w, [id], partyOf(names.toSpliced(index, 1)))
  // A place or an offer is mailed again with the smaller party.
  const kind = state === 'coming' ? 'fewer' : state
  for (const row of saved) await offerFreed(w, event, { kind, row, left: names.length - 1 })
}

/**
 * Frees the seats and places of a member whose account is deactivated, and offers the seats to waiting members. The
 * caller has locked the account, so that the member cannot sign up during the change.
 */
export async function leaveEvents(w: Work, user: MemberId): Promise<void> {
  for (const { id, content_id } of await listEventsOf(w, user)) {
    const event = await lockAnyEvent(w, content_id)
    if (event === undefined) continue
    await changeRegistrations(w, [id], CANCELLED)
    await offerSeats(w, event)
  }
}

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
  if (!(await isChangeDue(w, event))) return 0
  const told = factsOf(event)
  const rows = await listNotifiedOtherwise(w, event, BATCH)
  const ids = idsOf(rows)
  const isFar = event.starts_at - w.now > REMINDER_MS
  const change = { told, ...(isFar && { reminded_at: null }) }
  const changed = await changeRegistrations(w, ids, change)
  const moves = await listMoves(w, event.id)
  const moveOf = new Map(moves.map((move) => [factsOf({ ...move, cancelled_at: null }), move.id]))
  const toldOf = new Map(rows.map((row) => [row.id, row.told]))
  const kind = event.cancelled_at === null ? 'moved' : 'called-off'
  const offersOthers = kind === 'called-off' && (await hasOtherTables(w, event))
  const coming = changed.filter(({ state }) => state === 'coming')
  const tablesOf = await settleTables(w, event, coming)
  for (const [prefix, state] of SIGNED_UP) {
    const rows = changed
      .filter((row) => row.state === state)
      .map((row) => ({
        ...row,
        move: moveOf.get(toldOf.get(row.id) ?? ''),
        tables: state === 'coming' ? tablesOf(row) : [],
      }))
    mailRegistrations(
      w,
      offersOthers && prefix === '' ? 'table-called-off' : `${prefix}${kind}`,
      rows,
    )
  }
  await publishRegistrations(w, changed)
  return rows.length
}

/** A move is mailed once it is settled, a cancellation at once. */
const isChangeDue = async (w: Read, event: EventRow): Promise<boolean> =>
  event.cancelled_at !== null || isSettled(w, event.id)

const remind: Task = async (w, event) => {
  if (!isReminderDue(w, event)) return 0
  const rows = await listUnreminded(w, event, BATCH)
  const ids = idsOf(rows)
  await markReminded(w, ids)
  mailRegistrations(w, 'reminder', await withoutSeat(w, event, rows))
  return rows.length
}

const isReminderDue = ({ now }: Read, { starts_at, cancelled_at }: EventRow): boolean =>
  cancelled_at === null && starts_at - REMINDER_MS <= now && now < starts_at

/** The order matters: an expired offer frees a seat. */
const TASKS = {
  renewOffers,
  endOffers,
  offerSeats,
  notifyOfChanges,
  remind,
  tellLeader: mailLeader,
} as const

/** Tasks that have something to do; read without a lock, so that each task checks again. */
async function dueTasks(w: Read, event: EventRow): Promise<readonly Task[]> {
  const { suspended, over, taken, next, unnotified, unreminded } = await countDue(w, event)
  const isDue = {
    renewOffers: suspended > 0,
    endOffers: over > 0 && event.cancelled_at === null,
    offerSeats: next !== null && taken + next <= event.seats,
    notifyOfChanges: unnotified > 0 && (await isChangeDue(w, event)),
    remind: unreminded > 0 && isReminderDue(w, event),
    tellLeader: isLeaderUntold(event) && (await isChangeDue(w, event)),
  }
  // Expired offers free seats.
  if (isDue.endOffers && next !== null) isDue.offerSeats = true
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
 * `updateRegistrations` for one event, in one transaction: an expired offer is never seen without the next one.
 * @param found read without a lock
 */
export async function updateEvent(parts: Parts, found: EventRow): Promise<number> {
  const tasks = await dueTasks(reading(parts), found)
  if (tasks.length === 0) return 0
  return changing(parts, async (w) => {
    const event = await lockAnyEvent(w, found.id)
    if (event === undefined || (event.cancelled_at === null && !isPublic(w, event))) return 0
    let total = 0
    for (const task of tasks) total += await task(w, event)
    return total
  })
}

export const makeRegistrar = (parts: Parts, log: Log): Poller =>
  makePoller(log, 'registrations could not be updated', POLL_MS, async (isStopped) => {
    const changed = await updateRegistrations(parts, isStopped)
    if (changed > 0) log.info({ changed }, 'registrations were updated')
  })

/** First come, first served, but for members who are kept from events: their places wait. */
const listWaiting = (w: Read, event: ContentId, limit: number): Promise<RegistrationRow[]> =>
  w.db
    .selectFrom('registrations')
    .selectAll()
    .where((is) => is.and({ content_id: event, state: 'waiting' }))
    .where(isUnbarred(w))
    .orderBy('queued_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Does not increment the sequence: calendars do not show it. */
const markReminded = (w: Read, ids: readonly RegistrationRow['id'][]) =>
  w.db
    .updateTable('registrations')
    .set({ reminded_at: w.now })
    .where(isOneOf(w.db, 'id', ids))
    .execute()

/** Expiry of an offer, as `offerEndOf`. */
const offerEnds = ({ starts_at }: EventRow) =>
  sql<number>`case when offered_until < ${starts_at} then offered_until else cast(${starts_at} as bigint) end`

const offersOf = (w: HasDb, event: ContentId) =>
  w.db
    .selectFrom('registrations')
    .selectAll()
    .where((is) => is.and({ content_id: event, state: 'offered' }))
    .orderBy('id')

const listOffersOver = (w: Read, event: EventRow, limit: number) =>
  offersOf(w, event.id).where(offerEnds(event), '<=', w.now).limit(limit).execute()

/** Suspended offers, which have no deadline. */
const listSuspendedOffers = (w: HasDb, event: EventRow, limit: number) =>
  offersOf(w, event.id).where('offered_until', 'is', null).limit(limit).execute()

const EVENTS_MAX = 1000

/** Events that are not over, soonest first. A cancelled one that was withdrawn still owes its mails. */
const listEventsAhead = (w: Read): Promise<EventRow[]> =>
  w.db
    .selectFrom('contents')
    .selectAll()
    .where('kind', '=', 'event')
    .where('seats', 'is not', null)
    .where(({ or, and, eb }) =>
      or([
        eb('cancelled_at', 'is not', null),
        and([eb('publish_at', '<=', w.now), eb('unpublished_at', 'is', null)]),
      ]),
    )
    .where('ends_at', '>', w.now)
    .orderBy('starts_at')
    .orderBy('id')
    .limit(EVENTS_MAX)
    .execute() as Promise<EventRow[]>

async function countDue(w: Read, event: EventRow) {
  const counted = (condition: ReturnType<typeof sql<boolean>>, each = sql`1`) =>
    sql<number>`coalesce(sum(case when ${condition} then ${each} end), 0)`
  return w.db
    .selectFrom('registrations')
    .select([
      counted(sql`state = 'offered' and offered_until is null`).as('suspended'),
      counted(sql`state = 'offered' and ${offerEnds(event)} <= ${w.now}`).as('over'),
      counted(sql`state in ('coming', 'offered')`, sql`1 + companions`).as('taken'),
      // The size of the party that is next on the waiting list.
      sql<number | null>`(select 1 + n.companions from registrations n
        where n.content_id = ${event.id} and n.state = 'waiting' and ${isUnbarred(w)}
        order by n.queued_at, n.id limit 1)`.as('next'),
      counted(sql`state <> 'cancelled' and told <> ${factsOf(event)}`).as('unnotified'),
      counted(sql`state = 'coming' and reminded_at is null`).as('unreminded'),
    ])
    .where('content_id', '=', event.id)
    .executeTakeFirstOrThrow()
}

const signedUp = (w: HasDb, event: EventRow, limit: number) =>
  w.db
    .selectFrom('registrations')
    .selectAll()
    .where('content_id', '=', event.id)
    .where('state', '<>', 'cancelled')
    .orderBy('id')
    .limit(limit)

/** Registrations whose members were not notified of the present facts of the event. */
const listNotifiedOtherwise = async (w: HasDb, event: EventRow, limit: number) =>
  signedUp(w, event, limit)
    .where('told', '<>', factsOf(event))
    .where(await isToldByTable(w, event))
    .execute()

const listUnreminded = (w: HasDb, event: EventRow, limit: number) =>
  signedUp(w, event, limit).where('state', '=', 'coming').where('reminded_at', 'is', null).execute()
