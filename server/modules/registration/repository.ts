import { type Selectable, sql } from 'kysely'
import type { ContentId, MemberId } from '#contract/ids.ts'
import { count } from '../../db/rows.ts'
import type { DB, HasDb, Read } from '../../db/schema.ts'
import { isOneOf } from '../../db/search.ts'
import { findActiveUser } from '../account/repository.ts'

/*
 * Registrations of members for events. Reads contents and locks them: a change of the number of taken seats locks the
 * event first, and the account before the event.
 */

export type EventRow = Selectable<DB['contents']> & {
  readonly seats: number
  readonly starts_at: number
  readonly ends_at: number
}
export type RegistrationRow = Selectable<DB['registrations']>

/** Published events with registration; also those that are cancelled or over. */
export const registrable = (w: Read) =>
  w.db
    .selectFrom('contents')
    .where('kind', '=', 'event')
    .where('contents.seats', 'is not', null)
    .where('publish_at', '<=', w.now)
    .where('unpublished_at', 'is', null)

/** The check constraints of events, and `registrable`, as a type. */
const asEvent = (row: Selectable<DB['contents']> | undefined) => row as EventRow | undefined

export const findEvent = async (w: Read, id: ContentId) =>
  asEvent(await registrable(w).selectAll().where('id', '=', id).executeTakeFirst())

/** Locks an event, published or not. */
export const lockAnyEvent = async (w: HasDb, id: ContentId) =>
  asEvent(
    await w.db
      .selectFrom('contents')
      .selectAll()
      .where('id', '=', id)
      .where('seats', 'is not', null)
      .forNoKeyUpdate()
      .executeTakeFirst(),
  )

/** The same if it is `registrable` at the time when it is locked. */
export async function lockEvent(w: Read, id: ContentId) {
  const event = await lockAnyEvent(w, id)
  if (event === undefined || event.unpublished_at !== null) return undefined
  return event.publish_at !== null && event.publish_at <= w.now ? event : undefined
}

export type Counts = { readonly taken: number; readonly waiting: number }

export async function countRegistrations(w: HasDb, event: ContentId): Promise<Counts> {
  const rows = await w.db
    .selectFrom('registrations')
    .select((is) => ['state', is.fn.countAll<number>().as('count')])
    .where('content_id', '=', event)
    .groupBy('state')
    .execute()
  const count = (state: RegistrationRow['state']) =>
    rows.find((row) => row.state === state)?.count ?? 0
  return { taken: count('coming') + count('offered'), waiting: count('waiting') }
}

export const findRegistration = (w: HasDb, event: ContentId, user: MemberId) =>
  w.db
    .selectFrom('registrations')
    .selectAll()
    .where('content_id', '=', event)
    .where('user_id', '=', user)
    .executeTakeFirst()

/** Registrations of a member for events that have not begun, in the order in which events are locked. */
export const listEventsOf = (w: Read, user: MemberId) =>
  w.db
    .selectFrom('registrations')
    .innerJoin('contents', 'contents.id', 'registrations.content_id')
    .select(['registrations.id', 'registrations.content_id'])
    .where('registrations.user_id', '=', user)
    .where('registrations.state', '<>', 'cancelled')
    .where('contents.cancelled_at', 'is', null)
    .where('contents.starts_at', '>', w.now)
    .orderBy('registrations.content_id')
    .execute()

/** Waiting members before this one. */
export const countBefore = (w: HasDb, row: RegistrationRow): Promise<number> =>
  count(
    waitingFor(w, row.content_id).where(
      sql<boolean>`(queued_at, id) < (${row.queued_at}, ${row.id})`,
    ),
  )

const waitingFor = (w: HasDb, event: ContentId) =>
  w.db.selectFrom('registrations').where('content_id', '=', event).where('state', '=', 'waiting')

/** First come, first served. */
export const listWaiting = (
  w: HasDb,
  event: ContentId,
  limit: number,
): Promise<RegistrationRow[]> =>
  waitingFor(w, event).selectAll().orderBy('queued_at').orderBy('id').limit(limit).execute()

type Written = Pick<
  RegistrationRow,
  'state' | 'answers' | 'time_zone' | 'told' | 'queued_at' | 'reminded_at'
>

/** Signs a member up, again after a cancellation. */
export const saveRegistration = (
  w: Read,
  content_id: ContentId,
  user_id: MemberId,
  written: Written,
): Promise<RegistrationRow> =>
  w.db
    .insertInto('registrations')
    .values({ content_id, user_id, ...written, sequence: 1, created_at: w.now, updated_at: w.now })
    .onConflict((conflict) =>
      conflict.columns(['content_id', 'user_id']).doUpdateSet((is) => ({
        ...written,
        sequence: is('registrations.sequence', '+', 1),
        offered_until: null,
        attended_at: null,
        updated_at: w.now,
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

type Change = Partial<Pick<RegistrationRow, 'state' | 'offered_until' | 'told' | 'reminded_at'>>

/** Every change sends a mail, whose calendar file has a higher sequence than the one before. */
export const changeRegistrations = (
  w: Read,
  ids: readonly RegistrationRow['id'][],
  change: Change,
): Promise<RegistrationRow[]> =>
  w.db
    .updateTable('registrations')
    .set((is) => ({ ...change, sequence: is('sequence', '+', 1), updated_at: w.now }))
    .where(isOneOf(w.db, 'id', ids))
    .returningAll()
    .execute()

/** Does not increment the sequence: calendars do not show it. */
export const markReminded = (w: Read, ids: readonly RegistrationRow['id'][]) =>
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
    .where('content_id', '=', event)
    .where('state', '=', 'offered')
    .orderBy('id')

/** Expired offers. */
export const listOffersOver = (w: Read, event: EventRow, limit: number) =>
  offersOf(w, event.id).where(offerEnds(event), '<=', w.now).limit(limit).execute()

/** Suspended offers, which have no deadline. */
export const listSuspendedOffers = (w: HasDb, event: EventRow, limit: number) =>
  offersOf(w, event.id).where('offered_until', 'is', null).limit(limit).execute()

/**
 * Suspends the offers of an event until the event is public. A mail with the old deadline is not sent.
 * @param event locked
 */
export async function suspendOffers(w: HasDb, event: ContentId): Promise<void> {
  await w.db
    .updateTable('registrations')
    .set((is) => ({ offered_until: null, sequence: is('sequence', '+', 1) }))
    .where('content_id', '=', event)
    .where('state', '=', 'offered')
    .execute()
}

/** A registration with its event and an active account. */
export async function findMailable(w: HasDb, id: RegistrationRow['id']) {
  const registration = await w.db
    .selectFrom('registrations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (registration === undefined) return undefined
  const event = asEvent(
    await w.db
      .selectFrom('contents')
      .selectAll()
      .where('id', '=', registration.content_id)
      .executeTakeFirst(),
  )
  const member = await findActiveUser(w, registration.user_id)
  return event && member && { registration, event, ...member }
}

/* Due registrations at a time. Nothing is locked. */

const EVENTS_MAX = 1000

/** Events that are not over, soonest first. A cancelled one that was withdrawn still owes its mails. */
export const listEventsAhead = (w: Read): Promise<EventRow[]> =>
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

/** @param facts the ones facts that participants should have been notified of */
export async function countDue(w: Read, event: EventRow, facts: string) {
  const counted = (condition: ReturnType<typeof sql<boolean>>) =>
    sql<number>`count(case when ${condition} then 1 end)`
  return w.db
    .selectFrom('registrations')
    .select([
      counted(sql`state = 'offered' and offered_until is null`).as('suspended'),
      counted(sql`state = 'offered' and ${offerEnds(event)} <= ${w.now}`).as('over'),
      counted(sql`state in ('coming', 'offered')`).as('taken'),
      counted(sql`state = 'waiting'`).as('waiting'),
      counted(sql`state <> 'cancelled' and told <> ${facts}`).as('unnotified'),
      counted(sql`state = 'coming' and reminded_at is null`).as('unreminded'),
    ])
    .where('content_id', '=', event.id)
    .executeTakeFirstOrThrow()
}

const signedUp = (w: HasDb, event: ContentId, limit: number) =>
  w.db
    .selectFrom('registrations')
    .selectAll()
    .where('content_id', '=', event)
    .where('state', '<>', 'cancelled')
    .orderBy('id')
    .limit(limit)

export const listNotifiedOtherwise = (
  w: HasDb,
  event: ContentId,
  facts: string,
  limit: number,
): Promise<RegistrationRow[]> => signedUp(w, event, limit).where('told', '<>', facts).execute()

export const listUnreminded = (
  w: HasDb,
  event: ContentId,
  limit: number,
): Promise<RegistrationRow[]> =>
  signedUp(w, event, limit).where('state', '=', 'coming').where('reminded_at', 'is', null).execute()
