import { sql } from 'kysely'
import type { ContentId, RegistrationId } from '#contract/ids.ts'
import { findRow, type HasDb } from '../../db/rows.ts'
import { idsOf, isOneOf } from '../../db/search.ts'
import { refusal } from '../../http/errors.ts'
import { factsOf } from '../../text/eventFacts.ts'
import type { Work } from '../../work/work.ts'
import { tellLeader } from './mails.ts'
import {
  changeRegistrations,
  companionsOf,
  type EventRow,
  findAnyEvent,
  findRegistration,
  lockAnyEvent,
  partyOf,
  publishRegistrations,
  type RegistrationRow,
  registrationsOf,
  type Who,
} from './repository.ts'

/* Tables of events, which are events with a parent. Reads contents. */

/** All tables of an event that have seats, offers and drafts among them. */
export const listTables = (w: HasDb, event: ContentId): Promise<EventRow[]> =>
  w.db
    .selectFrom('contents')
    .selectAll()
    .where('parent_id', '=', event)
    .where('seats', 'is not', null)
    .$narrowType<{ seats: number; starts_at: number; ends_at: number }>()
    .orderBy('starts_at')
    .orderBy('title_key')
    .orderBy('id')
    .execute()

/** States of the registrations of a person. */
export async function statesOf(
  w: HasDb,
  who: Who,
  events: readonly ContentId[],
): Promise<ReadonlyMap<ContentId, RegistrationRow['state']>> {
  const rows = await registrationsOf(w, who)
    .select(['content_id', 'state'])
    .where(isOneOf(w.db, 'content_id', events))
    .execute()
  return new Map(rows.map(({ content_id, state }) => [content_id, state]))
}

/** Locks the event that an event is a table of; all sign-ups for its tables are serialized. */
export async function lockParentOf(w: HasDb, id: ContentId): Promise<void> {
  const parent_id = (await findRow(w.db, 'contents', id))?.parent_id
  if (parent_id != null) await lockParent(w, parent_id)
}

/** An event, public or not, locked after the one that it is a table of. */
export async function lockWithParent(w: HasDb, id: ContentId) {
  await lockParentOf(w, id)
  return lockAnyEvent(w, id)
}

const lockParent = (w: HasDb, id: ContentId) =>
  w.db.selectFrom('contents').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

type Party = Who & Pick<RegistrationRow, 'companions'>

/**
 * A person has one place in each slot, and a seat at the event before one at its tables. Names that staff have added
 * are let through.
 * @param event locked, as the account and the parent are
 * @throws Refusal 409
 */
export async function assertFreeSlot(w: HasDb, event: EventRow, party: Party): Promise<void> {
  const { parent_id, slot } = event
  if (parent_id === null || (party.user_id === null && party.email_key === null)) return
  const parent = await findRow(w.db, 'contents', parent_id)
  if (parent?.seats != null) {
    const seat = await findRegistration(w, parent_id, party)
    if (seat?.state !== 'coming') throw refusal(409, 'needs_evening_seat', { name: parent.title })
    if (party.companions > seat.companions)
      throw refusal(409, 'too_many_companions', { limit: seat.companions, attr: 'companions' })
  }
  const others = (await listTables(w, parent_id)).filter(
    (other) => other.slot === slot && other.cancelled_at === null,
  )
  const led = others.find(
    ({ led_by, publish_at }) => led_by !== null && led_by === party.user_id && publish_at !== null,
  )
  if (led !== undefined) throw refusal(409, 'leads_in_slot', { name: led.title })
  const states = await statesOf(w, party, idsOf(others))
  const taken = others.find(
    ({ id }) => id !== event.id && (states.get(id) ?? 'cancelled') !== 'cancelled',
  )
  if (taken !== undefined) throw refusal(409, 'slot_taken', { name: taken.title })
}

export const CANCELLED = { state: 'cancelled', offered_until: null } as const

export type Leaving = Who & {
  /** Companions that still come to the event; absent: the seat has been given back. */
  readonly left?: number
}

/**
 * Frees places of a person at the tables of an event, after the seat at the event or that of a companion. The mail
 * about that is the only one.
 * @param event locked
 * @returns the tables, locked, whose seats are free now, and the seats that the person had there
 */
export async function leaveTables(
  w: Work,
  event: EventRow,
  { left, ...who }: Leaving,
): Promise<{ readonly freed: readonly EventRow[]; readonly seats: readonly RegistrationId[] }> {
  const freed: EventRow[] = []
  const seats: RegistrationId[] = []
  for (const { id } of event.slots === null ? [] : await listTables(w, event.id)) {
    const mine = await findRegistration(w, id, who)
    if (mine === undefined || mine.state === 'cancelled') continue
    if (left !== undefined && mine.companions <= left) continue
    const table = await lockAnyEvent(w, id)
    // Its players have been mailed about the cancellation.
    if (table === undefined || table.cancelled_at !== null) continue
    const change =
      left === undefined
        ? { ...CANCELLED, guest_until: mine.guest_until && w.now }
        : partyOf(companionsOf(mine).slice(0, left))
    const saved = await changeRegistrations(w, [mine.id], change)
    if (mine.state === 'coming') seats.push(mine.id)
    await publishRegistrations(w, saved)
    freed.push(table)
  }
  return { freed, seats }
}

/** The key of a person in the registrations of several events. */
const personOf = ({ user_id, email_key }: Who) => user_id ?? email_key

/**
 * Marks what changes at the tables with their event as mailed to people with a seat at the event, whose mail says so.
 * @param event locked
 * @returns the seats at tables of a person of the event
 */
export async function settleTables(w: Work, event: EventRow, people: readonly Who[]) {
  const told = new Set(people.map(personOf))
  const seats: RegistrationRow[] = []
  for (const { id } of event.slots === null ? [] : await listTables(w, event.id)) {
    const table = await lockAnyEvent(w, id)
    if (table === undefined || !isOfParent(event, table)) continue
    const rows = await w.db
      .selectFrom('registrations')
      .selectAll()
      .where('content_id', '=', id)
      .where('state', '<>', 'cancelled')
      .where('told', '<>', factsOf(table))
      .execute()
    const ids = idsOf(rows.filter((row) => personOf(row) !== null && told.has(personOf(row))))
    seats.push(...(await changeRegistrations(w, ids, { told: factsOf(table) })))
  }
  const coming = Map.groupBy(
    seats.filter(({ state }) => state === 'coming'),
    personOf,
  )
  return (who: Who) => idsOf(coming.get(personOf(who)) ?? [])
}

type Cancelled = Pick<EventRow, 'cancelled_at'>
/** A table that is cancelled alone has mails of its own. */
const isOfParent = (parent: Cancelled, table: Cancelled) =>
  parent.cancelled_at !== null || table.cancelled_at === null

/** Condition: the mail about the event that a table belongs to will not tell a registration of the table of its change. */
export async function isToldByTable(w: HasDb, table: EventRow) {
  const parent = table.parent_id === null ? undefined : await findAnyEvent(w, table.parent_id)
  if (parent === undefined || !isOfParent(parent, table)) return sql<boolean>`1 = 1`
  return sql<boolean>`not exists (select 1 from registrations as seat where seat.content_id = ${parent.id}
    and seat.state = 'coming' and seat.told <> ${factsOf(parent)}
    and (seat.user_id = registrations.user_id or seat.email_key = registrations.email_key))`
}

/** Whether the leader of a table in the programme, or of an offer that is cancelled, has not been mailed its facts. */
export const isLeaderUntold = (event: EventRow): boolean =>
  event.led_by !== null && event.leader_told !== factsOf(event) && isLeadersAffair(event)

const isLeadersAffair = ({ publish_at, waits_since, cancelled_at }: EventRow): boolean =>
  publish_at !== null || (waits_since !== null && cancelled_at !== null)

/** @param event locked */
export async function mailLeader(w: Work, event: EventRow): Promise<number> {
  if (event.led_by === null || !isLeaderUntold(event)) return 0
  const isFirst = event.leader_told === null
  const kind = event.cancelled_at !== null ? 'called-off' : isFirst ? 'accepted' : 'moved'
  if (kind !== 'called-off' || !isFirst || event.publish_at === null) tellLeader(w, event, kind)
  await w.db
    .updateTable('contents')
    .set({ leader_told: factsOf(event) })
    .where('id', '=', event.id)
    .execute()
  return 1
}

/** Those whom the event of a table does not remind: they have no seat of their own there. */
export async function withoutSeat<R extends Who>(
  w: HasDb,
  { parent_id }: EventRow,
  rows: readonly R[],
): Promise<readonly R[]> {
  if (parent_id === null) return rows
  const seats = await w.db
    .selectFrom('registrations')
    .select(['user_id', 'email_key'])
    .where((is) => is.and({ content_id: parent_id, state: 'coming' }))
    .execute()
  const reminded = new Set(seats.map(personOf))
  return rows.filter((row) => !reminded.has(personOf(row)))
}

/** A cancelled table whose event takes place: its players may choose another one. */
export async function hasOtherTables(w: HasDb, { parent_id }: EventRow): Promise<boolean> {
  if (parent_id === null) return false
  return (await findRow(w.db, 'contents', parent_id))?.cancelled_at === null
}
