import { randomUUID } from 'node:crypto'
import type { ContentId, MemberId } from '#contract/ids.ts'
import { OFFERS_MAX, type Programme, programmeCalls, type TableOffer } from '#contract/programme.ts'
import { CONFIRM_HOURS } from '#contract/registration.ts'
import { findRow, insertColumns, lockRow, type Read, type RowOf, updateRow } from '../../db/rows.ts'
import { type App, type Deps, limited } from '../../http/deps.ts'
import { errors, refusal } from '../../http/errors.ts'
import { type Call, type CallRead, changing, routesOn, type WorkOf } from '../../work/work.ts'
import { lockActiveUsers } from '../account/repository.ts'
import { columnsOf } from './columns.ts'
import { hasAppeared } from './policy.ts'
import {
  assertPlayable,
  assertRoomForTables,
  countOffers,
  placeIn,
  stopLeading,
} from './tableRepository.ts'

/* Tables that members offer for an event, until the staff decide. */

type Sent<Name extends keyof typeof programmeCalls> = Call<(typeof programmeCalls)[Name]>
type Row = RowOf<'contents'>
export type ReadProgramme = (w: Read, id: ContentId, viewer: MemberId) => Promise<Programme>

export function offerRoutes(member: App, deps: Deps, readProgramme: ReadProgramme): void {
  const route = routesOn(member, deps, programmeCalls)
  const answered =
    <S extends Request>(change: (w: WorkOf<CallRead>, sent: S) => Promise<ContentId>) =>
    (w: CallRead, sent: S) =>
      changing(w, async (w) => {
        const { memberId } = sent
        if (!(await lockActiveUsers(w, [memberId])).has(memberId)) throw errors.tokenNotValid()
        return readProgramme(w, await change(w, sent), memberId)
      })
  route('offerTable', answered(offerTable), limited(30, 60))
  route('changeOffer', answered(changeOffer), limited(60, 60))
  route('withdrawOffer', answered(withdrawOffer), limited(60, 60))
}

type Request = { readonly memberId: MemberId }

async function offerTable(w: WorkOf<CallRead>, { params, body, memberId }: Sent<'offerTable'>) {
  const event = await lockRow(w.db, 'contents', params.id)
  if (event === undefined || event.unpublished_at !== null || !hasAppeared(w, event))
    throw errors.notFound()
  const isOver = event.cancelled_at !== null || (event.ends_at ?? 0) <= w.now
  if (event.slots === null || event.takes_offers === 0 || isOver) throw refusal(409, 'no_offers')
  await assertRoomForTables(w, event.id, 1)
  if ((await countOffers(w, event.id, memberId)) >= OFFERS_MAX)
    throw refusal(409, 'too_many_offers', { limit: OFFERS_MAX })
  const { companions_max, companion_names, guests, language } = event
  await insertColumns(w.db, 'contents', {
    ...offered(event, null, body),
    ...{ parent_id: event.id, led_by: memberId, waits_since: w.now, language },
    ...{ waiting_max: 0, confirm_hours: CONFIRM_HOURS, companions_max, companion_names, guests },
    ...{ kind: 'event', uid: randomUUID(), created_at: w.now, updated_at: w.now },
  })
  return event.id
}

function offered(
  event: Row,
  slot: number | null,
  { seats, title, short_description, description, ...facts }: TableOffer,
) {
  assertPlayable(event, { facts, seats, slot })
  const texts = { title, short_description, description, format: 'plain' } as const
  return {
    ...columnsOf({ kind: 'event', ...texts, ...placeIn(event, slot) }),
    seats,
    table_facts: JSON.stringify(facts),
  }
}

async function changeOffer(w: WorkOf<CallRead>, { params, body, memberId }: Sent<'changeOffer'>) {
  const { offer, event } = await lockOffer(w, params.id, memberId)
  const { publish_at, waits_since, cancelled_at } = offer
  if (publish_at !== null || waits_since === null || cancelled_at !== null)
    throw refusal(409, 'offer_decided')
  await updateRow(w.db, 'contents', offer.id, {
    ...offered(event, offer.slot, body),
    updated_at: w.now,
  })
  return event.id
}

/** A member may also stop leading a table that is in the programme. */
async function withdrawOffer(w: WorkOf<CallRead>, { params, memberId }: Sent<'withdrawOffer'>) {
  const { offer, event } = await lockOffer(w, params.id, memberId)
  await stopLeading(w, memberId, offer.id)
  if (offer.publish_at !== null) w.clear(['contents'])
  return event.id
}

/** The event is locked before its table. @throws Refusal 404 */
async function lockOffer(w: WorkOf<CallRead>, id: ContentId, member: MemberId) {
  const found = await findRow(w.db, 'contents', id)
  const event =
    found?.parent_id == null ? undefined : await lockRow(w.db, 'contents', found.parent_id)
  const offer = await lockRow(w.db, 'contents', id)
  if (event === undefined || offer === undefined || offer.led_by !== member) throw errors.notFound()
  return { offer, event }
}
