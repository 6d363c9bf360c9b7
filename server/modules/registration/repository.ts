import { type Selectable, sql } from 'kysely'
import type { ContentId, MemberId } from '#contract/ids.ts'
import type { Answer, Question } from '#contract/registration.ts'
import { DAY_MS } from '../../config/time.ts'
import { count, type DB, exists, findRow, type HasDb, type Read } from '../../db/rows.ts'
import { isOneOf } from '../../db/search.ts'
import { isBelowPublic } from '../../db/translated.ts'
import { factsOf } from '../../text/eventFacts.ts'
import { emailKey, printable } from '../../text/keys.ts'
import type { Work } from '../../work/work.ts'
import { listApart } from '../account/blockRepository.ts'
import { activeUsers, findUserByEmailKey } from '../account/repository.ts'
import { isUnbarred } from '../account/restrictionRepository.ts'

/*
 * Registrations of people for events. Reads contents and locks them: a change of the number of taken seats locks the
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
    .where(isBelowPublic(w))

/** The check constraints of events, and `registrable`, as a type. */
const asEvent = (row: Selectable<DB['contents']> | undefined) => row as EventRow | undefined

export const findEvent = async (w: Read, id: ContentId) =>
  asEvent(await registrable(w).selectAll().where('id', '=', id).executeTakeFirst())

/** A public event with a programme, with seats of its own or not. */
export const findEvening = (w: Read, id: ContentId) =>
  w.db
    .selectFrom('contents')
    .selectAll()
    .where('id', '=', id)
    .where('publish_at', '<=', w.now)
    .where((is) => is.and({ unpublished_at: null, parent_id: null }))
    .where('slots', 'is not', null)
    .executeTakeFirst()

/** An event, published or not. */
export const findAnyEvent = async (w: HasDb, id: ContentId) =>
  asEvent(await findRow(w.db, 'contents', id))

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
  return event && (await findEvent(w, id))
}

/** People, each with companions. */
export type Counts = { readonly taken: number; readonly waiting: number }

/** People of registrations, each as many as `sizeOf` says. */
export async function countRegistrations(w: Read, event: ContentId): Promise<Counts> {
  return (await countEachEvent(w, [event]))(event)
}

/** Whether a member has a seat, an offer or a place. */
export const isPlaced = (state: RegistrationRow['state'] | undefined): boolean =>
  state !== undefined && state !== 'cancelled'

type Viewing = { readonly viewer: MemberId | null; readonly mine: RegistrationRow | undefined }

/** The same as a member sees it: a table is full for those without a place who are apart from its leader. */
export const countSeats = async (w: Read, event: EventRow, { viewer, mine }: Viewing) =>
  viewer && !isPlaced(mine?.state) && (await isApartFrom(w, event.led_by, { id: viewer }))
    ? { taken: event.seats, waiting: event.waiting_max ?? 0 }
    : countRegistrations(w, event.id)

/** The same of several events. Places of members who are kept from events keep no one else from a free seat. */
export async function countEachEvent(w: Read, events: readonly ContentId[]) {
  const rows = await w.db
    .selectFrom('registrations')
    .select(['content_id', 'state', sql<number>`sum(1 + companions)`.as('people')])
    .where(isOneOf(w.db, 'content_id', events))
    .where(({ or, eb }) => or([eb('state', '<>', 'waiting'), isUnbarred(w)]))
    .groupBy(['content_id', 'state'])
    .execute()
  const people = new Map(rows.map((row) => [`${row.content_id} ${row.state}`, Number(row.people)]))
  return (event: ContentId): Counts => {
    const of = (state: RegistrationRow['state']) => people.get(`${event} ${state}`) ?? 0
    return { taken: of('coming') + of('offered'), waiting: of('waiting') }
  }
}

/** A member, or a person without an account by the key of the address. */
export type Who = Pick<RegistrationRow, 'user_id' | 'email_key'>

export const memberOnly = (user_id: MemberId | null): Who => ({ user_id, email_key: null })

export const registrationsOf = (w: HasDb, { user_id, email_key }: Who) =>
  w.db
    .selectFrom('registrations')
    .where((is) => is.or([is('user_id', '=', user_id), is('email_key', '=', email_key)]))

export const findRegistration = (w: HasDb, event: ContentId, who: Who) =>
  registrationsOf(w, who).selectAll().where('content_id', '=', event).executeTakeFirst()

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
    .orderBy(lockOrder)
    .execute()

/** Events are locked before their tables, whatever their ids are: imports may give a table the lower one. */
export const lockOrder = sql`coalesce(contents.parent_id, contents.id), contents.parent_id is not null, contents.id`

/** Waiting parties before this one. */
export const countBefore = (w: HasDb, row: RegistrationRow): Promise<number> =>
  count(
    w.db
      .selectFrom('registrations')
      .where((is) => is.and({ content_id: row.content_id, state: 'waiting' }))
      .where(sql<boolean>`(queued_at, id) < (${row.queued_at}, ${row.id})`),
  )

type Party = Pick<RegistrationRow, 'companions' | 'companion_names'>
type Signed = Pick<RegistrationRow, 'user_id' | 'state' | 'answers' | 'time_zone'> &
  Party & { readonly name?: string }

/** Signs a person up, a member again after a cancellation. */
export function saveRegistration(
  w: Read,
  event: EventRow,
  signed: Signed,
): Promise<RegistrationRow> {
  const written = {
    ...signed,
    told: factsOf(event),
    queued_at: w.now,
    // The confirmation itself serves as the reminder in the last day.
    reminded_at: event.starts_at - w.now < DAY_MS ? w.now : null,
    updated_at: w.now,
  }
  return w.db
    .insertInto('registrations')
    .values({ ...written, content_id: event.id, sequence: 1, created_at: w.now })
    .onConflict((conflict) =>
      conflict.columns(['content_id', 'user_id']).doUpdateSet((is) => ({
        ...written,
        sequence: is('registrations.sequence', '+', 1),
        offered_until: null,
        attended_at: null,
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
}

type Change = Partial<
  Pick<
    RegistrationRow,
    ('state' | 'offered_until' | 'told' | 'reminded_at' | 'guest_until' | 'queued_at') | keyof Party
  >
>

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

/**
 * Suspends the offers of an event until the event is public. A mail with the old deadline is not sent. What is held for
 * people without an account is none: it ends at its time.
 * @param event locked
 */
export async function suspendOffers(w: HasDb, event: ContentId): Promise<void> {
  await w.db
    .updateTable('registrations')
    .set((is) => ({ offered_until: null, sequence: is('sequence', '+', 1) }))
    .where((is) => is.and({ content_id: event, state: 'offered', guest_until: null }))
    .execute()
}

/** The reader of a mail: a member, or the address of a person without an account. */
export type OfMail = { readonly id: MemberId } | string

/** A registration with its event, if it is still that of the reader. */
export async function findMailable(w: HasDb, id: RegistrationRow['id'], reader: OfMail) {
  const registration = await findRow(w.db, 'registrations', id)
  if (registration === undefined) return undefined
  const { user_id, email_key, content_id } = registration
  const isOwn =
    typeof reader === 'string'
      ? user_id === null && email_key === emailKey(reader)
      : user_id === reader.id
  const event = isOwn ? await findAnyEvent(w, content_id) : undefined
  return event && { registration, event }
}

/** Whether the account of the address is deactivated. */
export const isDeactivated = async (w: HasDb, email: string): Promise<boolean> =>
  exists(
    w.db
      .selectFrom('users')
      .select('id')
      .where('email_key', '=', emailKey(email))
      .where('deactivated_at', 'is not', null),
  )

/** Whether a leader and a reader are apart, who may have signed up without the account of the address. */
export async function isApartFrom(w: HasDb, leader: MemberId | null, reader: OfMail) {
  const { id } =
    (typeof reader === 'string' ? await findUserByEmailKey(w, emailKey(reader)) : reader) ?? {}
  return leader !== null && id !== undefined && (await listApart(w, id, [leader])).size > 0
}

/** Whether an active account has the address. */
export const isOfMember = async (w: HasDb, email: string): Promise<boolean> =>
  exists(activeUsers(w).select('id').where('email_key', '=', emailKey(email)))

export async function publishRegistrations(
  w: Work,
  rows: readonly Pick<RegistrationRow, 'content_id' | 'user_id'>[],
): Promise<void> {
  const [first] = rows
  if (first === undefined) return
  const members = rows.flatMap(({ user_id }) => user_id ?? [])
  w.publish(members, { kind: 'registration', subject: first.content_id })
}

/** The column has been written by `questionsColumn` of the desk. */
export const questionsOf = ({ questions }: Pick<EventRow, 'questions'>): Question[] =>
  JSON.parse(questions ?? '[]') as Question[]

export const answersOf = (json: string): Answer[] => JSON.parse(json) as Answer[]

/** One name for each companion; '' where none is stored. */
export function companionsOf({ companions, companion_names }: Party): string[] {
  const names = JSON.parse(companion_names) as string[]
  return Array.from({ length: companions }, (_, index) => names[index] ?? '')
}

/** @param sent a name for each companion, which may be blank */
export const partyOf = (sent: readonly string[]): Party => {
  const names = sent.map((name) => printable(name).trim())
  return {
    companions: names.length,
    companion_names: (names.join('') && JSON.stringify(names)) || '[]',
  }
}
