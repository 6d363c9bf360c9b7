import type { ContentId, MemberId } from '#contract/ids.ts'
import {
  type OwnOffer,
  type Player,
  type Programme,
  type ProgrammeTable,
  programmeCalls,
  type TableFacts,
} from '#contract/programme.ts'
import { type Read, updateRow } from '../../db/rows.ts'
import { idsOf, namesByIds } from '../../db/search.ts'
import { type App, type Deps, limited } from '../../http/deps.ts'
import { errors } from '../../http/errors.ts'
import { iso } from '../../text/time.ts'
import { slotsOf, tableFactsOf } from '../../work/tables.ts'
import { type Call, type CallRead, changing, routesOn } from '../../work/work.ts'
import { listApart } from '../account/blockRepository.ts'
import { listAllRegistered, listRegistered } from './deskRepository.ts'
import { sendMessage } from './mails.ts'
import { assertMayAttend, isOpen, isPublic, seatsLeft } from './policy.ts'
import {
  answersOf,
  type Counts,
  companionsOf,
  countEachEvent,
  type EventRow,
  findEvening,
  findEvent,
  isPlaced,
  lockEvent,
  memberOnly,
  publishRegistrations,
} from './repository.ts'
import { listTables, statesOf } from './tableRepository.ts'

/* The programme of an event as members see it, and what the leader of a table does. */

type Sent<Name extends keyof typeof programmeCalls> = Call<(typeof programmeCalls)[Name]>

export function programmeRoutes(optional: App, parts: Deps): void {
  routesOn(
    optional,
    parts,
    programmeCalls,
  )('getProgramme', (w, { params, viewerId }) => readProgramme(w, params.id, viewerId))
}

export function leaderRoutes(member: App, parts: Deps): void {
  const route = routesOn(member, parts, programmeCalls)
  route('listPlayers', listPlayers)
  route('markPlayer', markPlayer, limited(300, 60))
  route('writeToPlayers', writeToPlayers, limited(10, 60 * 60))
}

/** @param viewer null: a visitor @throws Refusal 404 */
export async function readProgramme(
  w: Read,
  id: ContentId,
  viewer: MemberId | null,
): Promise<Programme> {
  const event = await findEvening(w, id)
  if (event?.slots == null) throw errors.notFound()
  const all = await listTables(w, id)
  const mine = await statesOf(w, memberOnly(viewer), [id, ...idsOf(all)])
  const found = all.flatMap(({ led_by }) => led_by ?? [])
  const apart = new Set<number | null>(viewer && (await listApart(w, viewer, found)))
  // A member who is apart from the leader finds the table only with a place at it.
  const isFound = (row: EventRow) => !apart.has(row.led_by) || isPlaced(mine.get(row.id))
  const shown = all.filter((row) => isPublic(w, row) && isFound(row)).sort(inOrder)
  const counts = await countEachEvent(w, idsOf(shown))
  const ids = shown.flatMap(({ led_by }) => led_by ?? [])
  const leaders = await namesByIds(w, { table: 'users', column: 'username', ids })
  const takesPlace = event.cancelled_at === null && (event.ends_at ?? 0) > w.now
  return {
    slots: slotsOf(event),
    tables: shown.map((row) => ({
      ...presentTable(w, row, counts(row.id)),
      leader: leaders.get(row.led_by ?? 0) ?? null,
      is_mine: viewer !== null && row.led_by === viewer,
      mine: mine.get(row.id) ?? null,
    })),
    needs_seat: event.seats !== null,
    has_seat: mine.get(id) === 'coming',
    takes_offers: event.takes_offers === 1 && takesPlace,
    offers: viewer === null ? [] : all.filter(isOfferOf(viewer)).map(presentOffer),
  }
}

const titles = new Intl.Collator('en', { numeric: true })

/** Tables by their slots, "Table 9" before "Table 17". */
const inOrder = (one: EventRow, other: EventRow): number =>
  one.starts_at - other.starts_at || titles.compare(one.title, other.title)

const isOfferOf =
  (member: MemberId) =>
  ({ led_by, publish_at, waits_since, cancelled_at }: EventRow): boolean =>
    led_by === member && publish_at === null && waits_since !== null && cancelled_at === null

const factsIn = (row: EventRow): TableFacts => {
  const facts = tableFactsOf(row)
  if (facts === null) throw new Error(`${row.id} is no table`)
  return facts
}
const presentTable = (
  w: Read,
  row: EventRow,
  counts: Counts,
): Omit<ProgrammeTable, 'leader' | 'is_mine' | 'mine'> => ({
  id: row.id,
  slot: row.slot ?? 0,
  title: row.title,
  short_description: row.short_description,
  ...factsIn(row),
  room: row.location,
  seats: row.seats,
  left: seatsLeft(row, counts),
  waiting: counts.waiting,
  is_open: isOpen(w, row),
  ...(row.cancelled_at !== null && { cancelled_at: iso(row.cancelled_at) }),
})

const presentOffer = (row: EventRow): OwnOffer => ({
  id: row.id,
  title: row.title,
  short_description: row.short_description,
  description: row.description,
  ...factsIn(row),
  seats: row.seats,
})

/** The table of its leader, who learns of no other one. @throws Refusal 404 */
async function findLed(w: Read, id: ContentId, member: MemberId): Promise<EventRow> {
  const table = await findEvent(w, id)
  if (table === undefined || table.led_by !== member) throw errors.notFound()
  return table
}

const listPlayers = async (w: CallRead, { params, memberId }: Sent<'listPlayers'>) =>
  playersOf(w, await findLed(w, params.id, memberId))

const listAtTable = async (w: Read, { id }: EventRow) =>
  (await listAllRegistered(w, id)).filter(
    ({ state, guest_until }) => state !== 'cancelled' && guest_until === null,
  )

async function playersOf(w: Read, table: EventRow): Promise<Player[]> {
  const rows = await listAtTable(w, table)
  const ids = rows.flatMap(({ user_id }) => user_id ?? [])
  const people = await namesByIds(w, { table: 'users', column: 'username', ids })
  return rows.map((row) => ({
    id: row.id,
    name: people.get(row.user_id ?? 0) ?? row.name ?? '',
    companions: companionsOf(row),
    answers: answersOf(row.answers),
    state: row.state,
    came: row.attended_at !== null,
  }))
}

const markPlayer = (w: CallRead, { params, body, memberId }: Sent<'markPlayer'>) =>
  changing(w, async (w) => {
    const table = await lockEvent(w, params.id)
    if (table === undefined || table.led_by !== memberId) throw errors.notFound()
    const row = (await listAtTable(w, table)).find(({ id }) => id === body.player)
    if (row === undefined) throw errors.notFound()
    assertMayAttend(row)
    const attended_at = body.came ? w.now : null
    await updateRow(w.db, 'registrations', row.id, { attended_at, updated_at: w.now })
    await publishRegistrations(w, [row])
    return playersOf(w, table)
  })

const writeToPlayers = (w: CallRead, { params, body, memberId }: Sent<'writeToPlayers'>) =>
  changing(w, async (w) => {
    const { id } = await findLed(w, params.id, memberId)
    const about = { content_id: id, sent_by: memberId, by_leader: true } as const
    const { told } = await sendMessage(
      w,
      { ...body, ...about },
      await listRegistered(w, id, 'everybody'),
    )
    return { told }
  })
