import { sql } from 'kysely'
import type { ContentBody } from '#contract/content.ts'
import type { ContentId, MemberId } from '#contract/ids.ts'
import { type Slot, TABLES_MAX, type TableFacts } from '#contract/programme.ts'
import { SEATS_MAX } from '#contract/registration.ts'
import { HOUR_MS } from '../../config/time.ts'
import {
  count,
  findRow,
  type HasDb,
  lockRow,
  type Read,
  type RowChange,
  type RowOf,
} from '../../db/rows.ts'
import { idsOf } from '../../db/search.ts'
import { deskErrors } from '../../desk/errors.ts'
import { refusal } from '../../http/errors.ts'
import { factsOf } from '../../text/eventFacts.ts'
import { usernameKey } from '../../text/keys.ts'
import { iso } from '../../text/time.ts'
import { type PersonalData, rowsOf } from '../../work/personalData.ts'
import { shiftedTo } from '../../work/series.ts'
import { slotsOf, tableFactsOf } from '../../work/tables.ts'
import { findUserIdByName, lockActiveUsers } from '../account/repository.ts'
import { timestampOf } from './columns.ts'

/* The programme of an event: its slots, and tables, which are events with a parent. */

type Row = RowOf<'contents'>

const tablesOf = ({ db }: HasDb, event: ContentId) =>
  db.selectFrom('contents').where('parent_id', '=', event)

/** An event with its tables, by their ids. */
export const withTables = async (w: HasDb, events: readonly ContentId[]): Promise<ContentId[]> => {
  const tables = w.db.selectFrom('contents').select('id').where('parent_id', 'in', events)
  return [...events, ...(events.length > 0 ? idsOf(await tables.execute()) : [])]
}

type Moving = Pick<Row, 'slots' | 'starts_at'>
type Times = { readonly starts_at: number; readonly ends_at: number }

/** Slots at another time, as far from the event by the clock. */
export const shiftedSlots = (slots: string | null, by: Parameters<typeof shiftedTo>[1]) =>
  slots &&
  JSON.stringify(
    slotsOf({ slots }).map(({ id, ...times }) => ({
      id,
      starts_at: iso(shiftedTo(timestampOf(times.starts_at, 'slots'), by)),
      ends_at: iso(shiftedTo(timestampOf(times.ends_at, 'slots'), by)),
    })),
  )

/**
 * The slots of a body as a column; those that stay as they were move with their event.
 * @throws Refusal for slots that overlap, lie outside the event, or end before they start
 */
export function slotsColumn(
  sent: Pick<ContentBody, 'slots'>,
  event: Times,
  { before, zone }: { readonly before: Moving | null; readonly zone: string },
): string | null {
  const kept = before?.slots ?? null
  const by = { from: before?.starts_at ?? 0, to: event.starts_at, zone }
  const isKept = sent.slots === undefined || JSON.stringify(sent.slots) === kept
  const slots = isKept ? slotsOf({ slots: shiftedSlots(kept, by) }) : (sent.slots ?? [])
  const given = slots.map(({ id }) => id ?? 0)
  let last = Math.max(0, ...given, ...slotsOf({ slots: kept }).map(({ id }) => id))
  const placed = slots.map(({ id, ...times }, index) => ({
    id: id !== undefined && given.indexOf(id) === index ? id : ++last,
    index,
    starts: timestampOf(times.starts_at, `slots.${index}.starts_at`),
    ends: timestampOf(times.ends_at, `slots.${index}.ends_at`),
  }))
  placed.sort((one, other) => one.starts - other.starts)
  for (const [n, { index, starts, ends }] of placed.entries()) {
    const attr = `slots.${index}.starts_at`
    if (ends <= starts) throw deskErrors.wrongState('ends_before_start', `slots.${index}.ends_at`)
    if (starts < (placed[n - 1]?.ends ?? 0)) throw deskErrors.wrongState('slots_overlap', attr)
    if (starts < event.starts_at || ends > event.ends_at)
      throw deskErrors.wrongState('slot_outside_event', attr)
  }
  const stored = placed.map(({ id, starts, ends }) => ({
    ...{ id, starts_at: iso(starts), ends_at: iso(ends) },
  }))
  return stored.length === 0 ? null : JSON.stringify(stored)
}

/** All events that have tables. */
export const listParents = async ({ db }: HasDb): Promise<ContentId[]> => {
  const tables = db.selectFrom('contents').select('parent_id').distinct()
  const rows = await tables.where('parent_id', 'is not', null).execute()
  return rows.flatMap(({ parent_id }) => parent_id ?? [])
}

/**
 * Gives the tables of an event its mode and the times of their slots; their players hear of it as of any move.
 * @param note called with each table before it moves
 * @throws Refusal for a slot with tables that the event no longer has
 */
export async function moveTables(
  w: Read,
  id: ContentId,
  note?: (table: Row) => void,
): Promise<void> {
  const event = await findRow(w.db, 'contents', id)
  if (event === undefined) return
  const slots = new Map(slotsOf(event).map((slot) => [slot.id, slot]))
  for (const table of await tablesOf(w, id).selectAll().orderBy('id').execute()) {
    const slot = table.slot === null ? null : slots.get(table.slot)
    if (slot === undefined) throw deskErrors.wrongState('slot_has_tables', 'slots')
    // Its players have been mailed about the cancellation.
    if (table.cancelled_at !== null) continue
    const { event_scope, event_type } = event
    const { starts_at, ends_at } = slot ? timesOf(slot) : event
    const placed = { starts_at, ends_at, event_scope, event_type }
    const isSame = factsOf({ ...table, ...placed }) === factsOf(table)
    if (isSame && table.event_scope === event_scope) continue
    note?.(table)
    const shift = (starts_at ?? 0) - (table.starts_at ?? 0)
    const closes = table.registration_closes_at && table.registration_closes_at + shift
    await w.db
      .updateTable('contents')
      .set((is) => ({
        ...placed,
        registration_closes_at: closes && Math.min(closes, ends_at ?? 0),
        sequence: is('sequence', '+', 1),
        updated_at: w.now,
      }))
      .where('id', '=', table.id)
      .execute()
  }
}

const timesOf = ({ starts_at, ends_at }: Pick<Slot, 'starts_at' | 'ends_at'>): Times => ({
  starts_at: timestampOf(starts_at, 'slot'),
  ends_at: timestampOf(ends_at, 'slot'),
})

/** @throws Refusal for an event that is no parent of tables, or takes no new ones because it is cancelled or over */
export async function lockParent(w: Read, id: number, isNew: boolean): Promise<Row> {
  const parent = await lockRow(w.db, 'contents', id)
  if (parent === undefined || parent.slots === null) throw deskErrors.wrongState('no_slots', 'slot')
  if (isNew && parent.cancelled_at !== null) throw deskErrors.wrongState('event_cancelled')
  if (isNew && (parent.ends_at ?? 0) <= w.now) throw deskErrors.wrongState('event_over')
  return parent
}

const takingPlace = (w: HasDb, event: ContentId) =>
  tablesOf(w, event).where('cancelled_at', 'is', null)

/** @param event locked @param more tables that are to be added @throws Refusal */
export async function assertRoomForTables(w: HasDb, event: ContentId, more: number): Promise<void> {
  if ((await count(takingPlace(w, event))) + more > TABLES_MAX)
    throw refusal(409, 'too_many_tables', { limit: TABLES_MAX })
}

/** Tables of an event that a member offers or leads. */
export const countOffers = (w: HasDb, event: ContentId, member: MemberId) =>
  count(takingPlace(w, event).where('led_by', '=', member))

type Playing = {
  readonly facts: TableFacts | null
  readonly seats: number | null
  readonly slot: number | null
  /** Path of the facts in the body. */
  readonly at?: '' | 'table.'
}

/** @throws Refusal for a table that needs more players than it has seats, or more time than its slot */
export function assertPlayable(parent: Row, { facts, seats, slot, at = '' }: Playing): void {
  const lengths = slotsOf(parent)
    .filter(({ id }) => slot === null || id === slot)
    .map(({ starts_at, ends_at }) => Date.parse(ends_at) - Date.parse(starts_at))
  const out = (attr: string) => refusal(400, 'out_of_range', { attr: at + attr })
  if ((facts?.players_min ?? 0) > (seats ?? SEATS_MAX)) throw out('players_min')
  if ((facts?.hours ?? 0) * HOUR_MS > Math.max(...lengths)) throw out('hours')
}

/** What a table has of its event, and of its slot. @param slot null: it has none yet */
export function placeIn(parent: Row, slot: number | null) {
  const found = slot === null ? undefined : slotsOf(parent).find(({ id }) => id === slot)
  if (slot !== null && found === undefined) throw deskErrors.wrongState('no_slots', 'slot')
  return {
    starts_at: found?.starts_at ?? iso(parent.starts_at),
    ends_at: found?.ends_at ?? iso(parent.ends_at),
    event_scope: parent.event_scope,
    event_type: parent.event_type,
  }
}

/** A body whose event is that of a table has the times of its slot. @throws Refusal */
export async function placedBody(
  w: Read,
  sent: ContentBody,
  before: Row | null,
): Promise<ContentBody> {
  const parent_id = sent.parent_id === undefined ? (before?.parent_id ?? null) : sent.parent_id
  if (before !== null && before.parent_id !== parent_id) throw deskErrors.unwanted('parent_id')
  if (parent_id === null) {
    for (const field of ['slot', 'table', 'leader'] as const)
      if (sent[field] != null) throw deskErrors.unwanted(field)
    return sent
  }
  if (sent.kind !== 'event') throw deskErrors.unwanted('parent_id')
  for (const field of ['repeats', 'event_kind_id', 'takes_offers'] as const)
    if (sent[field]) throw deskErrors.unwanted(field)
  if ((sent.slots ?? []).length > 0) throw deskErrors.unwanted('slots')
  const parent = await lockParent(w, parent_id, before === null)
  if (before === null) await assertRoomForTables(w, parent_id, 1)
  const slot = sent.slot === undefined ? (before?.slot ?? null) : sent.slot
  const closes = sent.registration_closes_at
  const placed = placeIn(parent, slot)
  const { table: facts = before && tableFactsOf(before), seats = before?.seats ?? null } = sent
  assertPlayable(parent, { facts, seats, slot, at: 'table.' })
  const isLate = closes != null && closes > (placed.ends_at ?? '')
  return { ...sent, ...placed, slot, ...(isLate && { registration_closes_at: null }) }
}

/** Columns of a table, or of an event with slots. @param body as `placedBody` returns it @throws Refusal */
export async function programmeColumns(
  w: HasDb & { readonly settings: { readonly timeZone: string } },
  body: ContentBody,
  before: Row | null,
): Promise<RowChange<'contents'>> {
  const parent_id = body.parent_id ?? before?.parent_id ?? null
  if (parent_id === null) {
    if (body.kind === 'news' || body.starts_at == null || body.ends_at == null) {
      if ((body.slots ?? []).length > 0) throw deskErrors.unwanted('slots')
      return {}
    }
    const event = timesOf({ starts_at: body.starts_at, ends_at: body.ends_at })
    const slots = slotsColumn(body, event, { before, zone: w.settings.timeZone })
    const takes_offers = body.takes_offers === undefined ? before?.takes_offers : body.takes_offers
    return { slots, takes_offers: takes_offers ? 1 : 0 }
  }
  const facts = body.table ?? (before && tableFactsOf(before))
  if (facts == null) throw deskErrors.required('table')
  if ((body.seats === undefined ? before?.seats : body.seats) == null)
    throw deskErrors.required('seats')
  const led_by = await leaderOf(w, body, before)
  return {
    parent_id,
    slot: body.slot ?? null,
    table_facts: JSON.stringify(facts),
    led_by,
    ...(led_by !== (before?.led_by ?? null) && { leader_told: null }),
    // The staff have looked at it; an offer waits until it is published or declined, or given to another leader.
    ...((before?.publish_at != null || led_by !== before?.led_by) && { waits_since: null }),
  }
}

/** @throws Refusal */
async function leaderOf(w: HasDb, { leader }: ContentBody, before: Row | null) {
  if (leader === undefined) return before?.led_by ?? null
  if (leader === null || leader.trim() === '') return null
  const id = await findUserIdByName(w, usernameKey(leader))
  if (id !== undefined && (id === before?.led_by || (await lockActiveUsers(w, [id])).has(id)))
    return id
  throw deskErrors.noSuchMember('leader')
}

type Placed = Pick<Row, 'id' | 'parent_id' | 'slot' | 'led_by'>

/**
 * @param isNew the table is not in the programme yet
 * @throws Refusal for a table that is not placed, or whose people would be at two tables of one slot
 */
export async function assertPlaced(w: Read, row: Placed, isNew: boolean): Promise<void> {
  if (row.parent_id === null) return
  if (row.slot === null) throw deskErrors.wrongState('table_needs_slot', 'slot')
  const parent = await lockParent(w, row.parent_id, isNew)
  const others = takingPlace(w, parent.id)
    .where('slot', '=', row.slot)
    .where('contents.id', '<>', row.id)
  const players = w.db
    .selectFrom('registrations as mine')
    .where('mine.content_id', '=', row.id)
    .where('mine.state', '<>', 'cancelled')
  if ((await count(players.where('mine.user_id', '=', row.led_by))) > 0)
    throw deskErrors.wrongState('leader_plays', 'leader')
  const own = players.select('mine.user_id').where('mine.user_id', 'is not', null)
  const guests = players.select('mine.email_key').where('mine.email_key', 'is not', null)
  const playing = others
    .innerJoin('registrations as r', 'r.content_id', 'contents.id')
    .where('r.state', '<>', 'cancelled')
    .where((is) =>
      is.or([
        ...[is('r.user_id', 'in', own), is('r.email_key', 'in', guests)],
        is('r.user_id', '=', row.led_by),
      ]),
    )
  const leading = others
    .where('publish_at', 'is not', null)
    .where((is) => is.or([is('led_by', 'in', own), is('led_by', '=', row.led_by)]))
  const people = (await count(playing)) + (await count(leading))
  if (people > 0) throw deskErrors.twiceInSlot(people)
}

type Hidden = Pick<Row, 'id' | 'unpublished_at'>

/** Tables leave the site, come back and are cancelled with their event. @returns the tables */
export async function changeTables(
  w: Read,
  { id, unpublished_at }: Hidden,
  to: 'published' | 'unpublished' | 'cancelled',
): Promise<ContentId[]> {
  const tables = w.db
    .updateTable('contents')
    .where('parent_id', '=', id)
    .set((is) => ({ updated_at: w.now, sequence: is('sequence', '+', 1) }))
  const shown = tables.where('publish_at', 'is not', null)
  const rows =
    to === 'published'
      ? shown.set({ unpublished_at: null }).where('unpublished_at', '=', unpublished_at)
      : to === 'unpublished'
        ? shown.set({ unpublished_at: w.now }).where('unpublished_at', 'is', null)
        : tables.set({ cancelled_at: w.now }).where('cancelled_at', 'is', null)
  return idsOf(await rows.returning('id').execute())
}

/** The staff hear of tables that a member no longer leads; offers are taken back. @param table absent: all tables */
export async function stopLeading(w: Read, member: MemberId, table?: ContentId): Promise<void> {
  const of = sql<boolean>`led_by = ${member} and ${table === undefined ? sql`1 = 1` : sql`id = ${table}`}`
  await w.db
    .deleteFrom('contents')
    .where(of)
    .where('publish_at', 'is', null)
    .where('waits_since', 'is not', null)
    .execute()
  await w.db
    .updateTable('contents')
    .set((is) => ({
      ...{ led_by: null, leader_told: null, updated_at: w.now },
      waits_since: is.case().when('publish_at', 'is', null).then(null).else(w.now).end(),
    }))
    .where(of)
    .where('ends_at', '>', w.now)
    .where('cancelled_at', 'is', null)
    .execute()
}

/** Columns of tables that are no information about their leader. */
const OF_EVENTS = [
  ...['uid', 'sequence', 'transfer_key', 'title_key', 'search_text', 'translation_group'],
  ...['series_id', 'part_id', 'planned_at', 'is_own', 'opened_at', 'open_to', 'event_kind_id'],
  ...['event_scope', 'event_type', 'access', 'slots', 'takes_offers', 'slot', 'leader_told'],
  ...['picture', 'format', 'language', 'publish_at', 'unpublished_at', 'waiting_max', 'kind'],
  ...[
    'registration_closes_at',
    'confirm_hours',
    'companions_max',
    'questions',
    'parent_id',
    'guests',
  ],
]

/** Tables stay when the account of their leader is deleted; its offers go with it. */
export const tableData: PersonalData = {
  tables: { contents: { rows: rowsOf('led_by'), without: OF_EVENTS } },
  async erase(w, { id }) {
    await stopLeading(w, id)
    w.clear(['contents'])
    return []
  },
}
